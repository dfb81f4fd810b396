#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { PACKAGE } from '../package-info.js';
import { registerBuild } from './commands/build.js';
import { registerDoctor } from './commands/doctor.js';
import { registerExtract } from './commands/extract.js';
import { registerPeek } from './commands/peek.js';
import { registerPlan } from './commands/plan.js';
import { registerScore } from './commands/score.js';
import { registerStatus } from './commands/status.js';
import { EXIT, EXIT_MEANING, exitCode } from './exit-codes.js';
import { describeError } from './report-error.js';

const REGISTER = [
  registerPlan,
  registerBuild,
  registerStatus,
  registerExtract,
  registerScore,
  registerPeek,
  registerDoctor,
];

function createProgram(): Command {
  const program = new Command('folkways')
    .description('Builds versioned benchmarks of cultural knowledge for language models.')
    .version(PACKAGE.version)
    // So that `build --version next` is the version of a release and `--version` alone that of the program.
    .enablePositionalOptions()
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride()
    .addHelpText(
      'after',
      `\nExit codes:\n${Object.entries(EXIT_MEANING)
        .map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`)
        .join('\n')}`,
    );
  for (const register of REGISTER) register(program);
  for (const command of program.commands) command.exitOverride();
  return program;
}

// A reader that closes early, such as `head`, is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
});

try {
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  else {
    process.stderr.write(`${describeError(error, process.argv.includes('--json'))}\n`);
    process.exitCode = exitCode(error);
  }
}
