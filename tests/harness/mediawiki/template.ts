// An empty installed wiki for each language, kept under node_modules/.cache and copied for every test: the installer takes longer
// than all the rest. Its name holds a hash of everything it was made from, so a changed setting makes a new one.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { harnessFiles, mediawikiRoot, php, phpFlags } from './php.js';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/folkways-mediawiki', import.meta.url));

/** What a wiki is configured with. */
export interface WikiConfig {
  readonly lang: string;
  readonly base: string;
  readonly data: string;
  readonly cache: string;
  readonly projectNamespace: string;
  readonly extraNamespaces: Readonly<Record<string, string>>;
  readonly caseSensitive: readonly number[];
}

/** The folder of an empty wiki in a language: `data/` to copy, `cache/` to share. */
export async function templateWiki(lang: string): Promise<string> {
  const done = `${CACHE}/${lang}-${fingerprint(lang)}`;
  if (existsSync(`${done}/data/wiki.sqlite`)) return done;
  mkdirSync(CACHE, { recursive: true });
  const dir = mkdtempSync(`${CACHE}/making-`);
  try {
    for (const name of ['data', 'cache', 'cache/opcache', 'conf']) mkdirSync(`${dir}/${name}`);
    await install(dir, lang);
    renameSync(dir, done);
    const older = readdirSync(CACHE).filter((name) => name.startsWith(`${lang}-`) && !done.endsWith(`/${name}`));
    for (const name of older) rmSync(`${CACHE}/${name}`, { recursive: true, force: true });
  } catch (error) {
    // Another test process may have been faster: then its wiki serves as well.
    if (!existsSync(`${done}/data/wiki.sqlite`)) throw error;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  return done;
}

/** Writes the LocalSettings.php that hands a configuration to settings.php. */
export function writeSettings(file: string, config: WikiConfig): void {
  const json = Buffer.from(JSON.stringify(config)).toString('base64');
  writeFileSync(
    file,
    `<?php\n$folkways = json_decode( base64_decode( '${json}' ), true );\nrequire '${harnessFiles}settings.php';\n`,
  );
}

async function install(dir: string, lang: string): Promise<void> {
  const cache = `${dir}/cache`;
  const maintenance = `${mediawikiRoot}/maintenance`;
  const place = [
    '--dbtype=sqlite',
    `--dbpath=${dir}/data`,
    '--dbname=wiki',
    `--lang=${lang}`,
    `--confpath=${dir}/conf`,
  ];
  const password = createHash('sha256').update(dir).digest('hex');
  await php([
    ...phpFlags(cache),
    `${maintenance}/install.php`,
    ...place,
    `--pass=${password}`,
    'Folkways test wiki',
    'Admin',
  ]);
  await php([`${harnessFiles}prepare.php`, `${dir}/data/wiki.sqlite`, mediawikiRoot, lang]);
  // Any script under our own settings builds the message cache of the language.
  const config = { lang, base: 'http://127.0.0.1', data: `${dir}/data`, cache, projectNamespace: 'Project' };
  writeSettings(`${dir}/conf/LocalSettings.php`, { ...config, extraNamespaces: {}, caseSensitive: [] });
  await php([...phpFlags(cache), `${maintenance}/showSiteStats.php`], {
    MW_CONFIG_FILE: `${dir}/conf/LocalSettings.php`,
  });
}

function fingerprint(lang: string): string {
  const hash = createHash('sha256').update(lang);
  for (const name of readdirSync(harnessFiles).sort())
    if (/\.php$/.test(name)) hash.update(readFileSync(harnessFiles + name));
  hash.update(readFileSync(`${mediawikiRoot}/includes/Defines.php`));
  return hash.digest('hex').slice(0, 16);
}
