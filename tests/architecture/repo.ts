// The repository as the architecture tests see it: the files that git has or would take, and what they import.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOME = fileURLToPath(new URL('../../', import.meta.url));
const MADE = new Set(['node_modules', 'dist', 'releases', '.git', '.folkways', '.vitest']);

/** Paths of all files that belong to the repository, with `/`. Without git, all but what builds make. */
export function repoFiles(): string[] {
  return (fromGit() ?? below(HOME)).filter((path) => existsSync(join(HOME, path))).sort();
}

/** Text of a file of the repository. */
export function textOf(path: string): string {
  return readFileSync(join(HOME, path), 'utf8');
}

/** Paths of the files that a TypeScript file imports from this repository. */
export function importsOf(path: string): string[] {
  const code = textOf(path).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = code.matchAll(/(?:^|[\s;}])(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/gm);
  return [...found].map((match) =>
    relative(HOME, join(HOME, dirname(path), match[1]!))
      .replaceAll('\\', '/')
      .replace(/\.js$/, '.ts'),
  );
}

/** Source code that a release or a user runs, tests left out. */
export function sourceFiles(): string[] {
  return repoFiles().filter((path) => /^(schemas|extractors|db|pipelines)\/.*\.(ts|mjs|py)$/.test(path));
}

function fromGit(): string[] | undefined {
  try {
    const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: HOME,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return list.split('\0').filter(Boolean);
  } catch {
    return undefined;
  }
}

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (MADE.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? below(path) : [relative(HOME, path).replaceAll('\\', '/')];
  });
}
