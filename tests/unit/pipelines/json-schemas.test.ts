import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { jsonSchemas } from '../../../pipelines/json-schemas.js';

const folder = new URL('../../../schemas/json/', import.meta.url);

it('schemas/json is what "make schemas" would write', () => {
  const wanted = jsonSchemas();
  expect(readdirSync(folder).sort()).toEqual([...wanted.keys()].sort());
  for (const [name, text] of wanted) expect(readFileSync(new URL(name, folder), 'utf8'), name).toBe(text);
});
