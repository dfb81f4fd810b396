import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { EXTRACTORS, extractorByName } from '../../../extractors/index.js';
import { EXIT } from '../exit-codes.js';

/**
 * `folkways extract`: any extractor as a filter over JSON Lines.
 * @param program - the command line
 */
export function registerExtract(program: Command): void {
  const list = EXTRACTORS.map(
    ({ name, input, output, summary }) => `  ${name}: ${summary}\n    in  ${input}\n    out ${output}`,
  );
  program
    .command('extract')
    .summary('run one extractor as a filter over JSON Lines')
    .description(
      'Reads JSON Lines from standard input, runs one extractor, writes JSON Lines to standard output. A line that cannot be used is reported on standard error and counted; the exit code is then 1.',
    )
    .argument('<NAME>', EXTRACTORS.map((extractor) => extractor.name).join(', '))
    .addHelpText(
      'after',
      `\nExtractors:\n${list.join('\n')}\n\nExample:\n  echo '{"id": "1", "text": "second Monday of January", "lang": "en"}' | folkways extract dates`,
    )
    .action(runExtract);
}

async function runExtract(name: string): Promise<void> {
  const extractor = extractorByName(name);
  let number = 0;
  let dropped = 0;
  let fruitless = 0;
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    number += 1;
    if (line.trim() === '') continue;
    let found = 0;
    try {
      for (const value of extractor.run(JSON.parse(number === 1 ? line.replace(/^\ufeff/, '') : line))) {
        found += 1;
        if (!process.stdout.write(`${JSON.stringify(value)}\n`))
          await new Promise((resume) => process.stdout.once('drain', resume));
      }
      if (found === 0) fruitless += 1;
    } catch (error) {
      dropped += 1;
      process.stderr.write(`line ${number}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  if (fruitless > 0) process.stderr.write(`${fruitless} of ${number} lines gave nothing\n`);
  if (dropped === 0) return;
  process.stderr.write(`${dropped} of ${number} lines could not be used\n`);
  process.exitCode = EXIT.failed;
}
