import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonSchemas } from './json-schemas.js';

// Run by `make schemas` in the package folder.
const folder = join(process.cwd(), 'schemas', 'json');
mkdirSync(folder, { recursive: true });
const wanted = jsonSchemas();
for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(join(folder, name));
for (const [name, text] of wanted) writeFileSync(join(folder, name), text);
process.stdout.write(`${wanted.size} schemas in schemas/json\n`);
