import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/connection.js';
import { temporaryFolders } from '../unit/db/temp.js';
import { BUILT, NEEDS_DIST } from './cli.js';

const folder = temporaryFolders();
const STORE = fileURLToPath(new URL('../../dist/db/index.js', import.meta.url));
const ROUNDS = 12;

/** Says when it is ready; told a time, opens one new workspace after the other, each at a time that all processes share. */
const OPENER = `
const { openStore } = await import(process.argv[1]);
process.stdout.write('ready');
const [start] = await new Promise((resolve) => process.stdin.on('data', (text) => resolve([Number(text)])));
for (let round = 0; round < ${ROUNDS}; round += 1) {
  while (Date.now() < start + round * 40);
  openStore(process.argv[2] + '/' + round + '.db').close();
}
process.exit(0);
`;

describe.runIf(BUILT)(`processes that open the same new workspace at once${NEEDS_DIST}`, () => {
  it('all succeed, and its tables are made once', async () => {
    const home = folder();
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', OPENER, STORE, home], { stdio: ['pipe', 'pipe', 'pipe'] }),
    );
    const errors = children.map(() => '');
    for (const [index, child] of children.entries()) {
      child.stderr.on('data', (chunk: Buffer) => (errors[index] += chunk.toString()));
    }
    const ends = children.map((child) => once(child, 'exit'));
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    const start = String(Date.now() + 50);
    for (const child of children) child.stdin.write(start);
    const codes = (await Promise.all(ends)).map(([code]) => code as number | null);
    expect([errors, codes]).toEqual([
      ['', '', ''],
      [0, 0, 0],
    ]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const db = openDatabase(`${home}/${round}.db`);
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      db.close();
    }
  });
});
