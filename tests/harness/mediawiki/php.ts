// Where MediaWiki and PHP are, and how a maintenance script is run. MediaWiki itself is Debian's package, which no test installs.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folder of the MediaWiki package. */
export const mediawikiRoot = process.env['MEDIAWIKI_ROOT'] ?? '/usr/share/mediawiki';

/** Folder with the wiki's own PHP and shell files. */
export const harnessFiles = fileURLToPath(new URL('.', import.meta.url));

const MODULES = { pdo_sqlite: 'php-sqlite3', mbstring: 'php-mbstring', xml: 'php-xml', intl: 'php-intl' };

/** Whether a real MediaWiki can be started here, and if not, how to get one. */
export type Availability =
  { readonly ok: true } | { readonly ok: false; readonly why: string; readonly remedy: string };

let known: Availability | undefined;

/** Looks for PHP, its modules and the MediaWiki package; asks once. */
export function mediawikiAvailable(): Availability {
  known ??= look();
  return known;
}

function look(): Availability {
  const missing: string[] = [];
  let modules = '';
  try {
    modules = execFileSync('php', ['-m'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).toLowerCase();
  } catch {
    missing.push('php-cli');
  }
  if (!existsSync(`${mediawikiRoot}/includes/WebStart.php`)) missing.push('mediawiki');
  for (const [module, name] of Object.entries(MODULES)) if (!modules.split('\n').includes(module)) missing.push(name);
  if (missing.length === 0) return { ok: true };
  return {
    ok: false,
    why: `no MediaWiki here (missing: ${missing.join(', ')})`,
    remedy:
      'apt-get install --no-install-recommends mediawiki php-cli php-sqlite3 php-mbstring php-xml php-intl php-luasandbox',
  };
}

/** PHP options that keep compiled files between the many short runs of a test. */
export function phpFlags(cache: string): string[] {
  const options = {
    display_errors: '0',
    memory_limit: '1G',
    'opcache.enable_cli': '1',
    'opcache.file_cache': `${cache}/opcache`,
    'opcache.memory_consumption': '256',
    'opcache.interned_strings_buffer': '64',
    'opcache.max_accelerated_files': '20000',
    'opcache.validate_timestamps': '0',
  };
  return Object.entries(options).flatMap(([name, value]) => ['-d', `${name}=${value}`]);
}

/** Runs a PHP script to its end; a failure shows what it printed. */
export async function php(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { MW_CONFIG_FILE: _, ...inherited } = process.env;
  try {
    const options = { env: { ...inherited, ...environment }, maxBuffer: 64 << 20 };
    return (await run('php', [...args], options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(
      `php ${args.filter((arg) => !/^(-d|opcache)/.test(arg)).join(' ')} failed:\n${`${stdout}\n${stderr}`.slice(-2000)}`,
      {
        cause: error,
      },
    );
  }
}
