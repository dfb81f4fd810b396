#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { PACKAGE } from '../package-info.js';
import { storageError } from '../../schemas/storage-error.js';
import { EXIT, EXIT_MEANING, exitCode } from './exit-codes.js';
import { describeError } from './report-error.js';

// Loaded on use: a command that needs no wiki and no database starts without them.
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  plan: async () => (await import('./commands/plan.js')).registerPlan,
  build: async () => (await import('./commands/build.js')).registerBuild,
  status: async () => (await import('./commands/status.js')).registerStatus,
  why: async () => (await import('./commands/why.js')).registerWhy,
  'why-not': async () => (await import('./commands/why-not.js')).registerWhyNot,
  rejects: async () => (await import('./commands/rejects.js')).registerRejects,
  extract: async () => (await import('./commands/extract.js')).registerExtract,
  score: async () => (await import('./commands/score.js')).registerScore,
  peek: async () => (await import('./commands/peek.js')).registerPeek,
  gc: async () => (await import('./commands/gc.js')).registerGc,
  doctor: async () => (await import('./commands/doctor.js')).registerDoctor,
};

async function createProgram(args: readonly string[]): Promise<Command> {
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
  const named = args.find((arg) => Object.hasOwn(COMMANDS, arg));
  for (const name of named === undefined ? Object.keys(COMMANDS) : [named]) (await COMMANDS[name]!())(program);
  for (const command of program.commands) command.exitOverride();
  return program;
}

// A reader that closes early, such as `head`, is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  report(storageError(error, 'standard output') ?? error);
  process.exit();
});

try {
  await (await createProgram(process.argv.slice(2))).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  else report(storageError(error) ?? error);
}

function report(error: unknown): void {
  process.stderr.write(`${describeError(error, process.argv.includes('--json'))}\n`);
  process.exitCode = exitCode(error);
}
