// Folders and stores that are gone after each test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { LedgerEntry, Store } from '../../../db/index.js';
import { openStore } from '../../../db/index.js';

/** Makes temporary folders that are removed after the test; call it at the top of a test file. */
export function temporaryFolders(): () => string {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'folkways-test-'));
    folders.push(folder);
    return folder;
  };
}

/** Opens stores that are closed after the test: in memory, or of a file. */
export function temporaryStores(): (path?: string) => Store {
  const stores: Store[] = [];
  afterEach(() => {
    for (const store of stores.splice(0)) store.close();
  });
  return (path = ':memory:') => {
    const store = openStore(path);
    stores.push(store);
    return store;
  };
}

/** A stage of the ledger, by name and anything that makes its fingerprint differ. */
export function stageOf(store: Store, name: string, variant = 0): number {
  const fingerprint = Buffer.from(`${name} ${variant}`).toString('hex').padEnd(64, '0').slice(0, 64);
  return store.ledger.stageId({ fingerprint, name, version: variant, spec: '{}' });
}

/** A ledger entry whose outputs are notes with the given texts. */
export function entry(input: number, texts: readonly string[], reasons: readonly string[] = []): LedgerEntry {
  return {
    input,
    outputs: texts.map((text) => ({ type: 'note', key: text, content: { text }, beside: '' })),
    rejections: reasons.map((reason) => ({ record: input, key: `k${input}`, reason, detail: '' })),
  };
}
