import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lockWorkspace } from '../../../db/workspace-lock.js';
import { temporaryFolders } from './temp.js';

const folder = temporaryFolders();
const compiled = fileURLToPath(new URL('../../../dist/db/workspace-lock.js', import.meta.url));

describe('the workspace lock', () => {
  it('is refused while another holds it, and free once released', () => {
    const workspace = join(folder(), 'new', 'workspace');
    const unlock = lockWorkspace(workspace);
    expect(() => lockWorkspace(workspace)).toThrow(
      expect.objectContaining({
        code: 'workspace-busy',
        message: expect.stringContaining(String(process.pid)) as string,
      }),
    );
    unlock();
    lockWorkspace(workspace)();
  });

  it.runIf(existsSync(compiled))('of a process that was killed is free at once', async () => {
    const workspace = folder();
    const script = `import(${JSON.stringify(compiled)}).then((m) => { m.lockWorkspace(${JSON.stringify(workspace)}); console.log('held'); setInterval(() => {}, 1000); })`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect(() => lockWorkspace(workspace)).toThrow(
      expect.objectContaining({
        code: 'workspace-busy',
        message: expect.stringContaining(String(child.pid)) as string,
      }),
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockWorkspace(workspace)();
  });

  it.each(['12345', 'a letter, by far too long for nothing at all: '.repeat(9)])(
    'takes over a file that is no lock: %j',
    (text) => {
      const workspace = folder();
      writeFileSync(join(workspace, 'build.lock'), text);
      lockWorkspace(workspace)();
    },
  );
});
