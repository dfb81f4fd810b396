import type { Connection } from './connection.js';
import { sha256 } from '../schemas/canonical.js';
import { compress, decompress } from './compress.js';

/** Answers of outside services, kept for as long as their scope (one crawl) is unfinished. */
export interface Responses {
  /** A cache for one scope: JSON values by request key. */
  scope(name: string): {
    readonly get: (key: string) => unknown;
    readonly put: (key: string, value: unknown) => void;
  };
  /** Forgets a scope. */
  drop(name: string): void;
}

/**
 * The response cache of a workspace.
 * @param db - an open workspace database
 * @returns the cache
 */
export function createResponses(db: Connection): Responses {
  const find = db.prepare('SELECT body FROM responses WHERE scope = ? AND key = ?').pluck();
  const add = db.prepare('INSERT OR REPLACE INTO responses (scope, key, body) VALUES (?, ?, ?)');
  return {
    scope: (name) => ({
      get(key) {
        const body = find.get(name, Buffer.from(sha256(key), 'hex')) as Buffer | undefined;
        return body && (JSON.parse(decompress(body)) as unknown);
      },
      put(key, value) {
        add.run(name, Buffer.from(sha256(key), 'hex'), compress(JSON.stringify(value)));
      },
    }),
    drop(name) {
      db.prepare('DELETE FROM responses WHERE scope = ?').run(name);
    },
  };
}
