import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockWorkspace } from '../../../../pipelines/engine/lock.js';
import { temporaryFolders } from '../../db/temp.js';

const folder = temporaryFolders();

/** Runs `use` while a process lives, then gives the id that it had. */
async function withProcess(use: (pid: number) => void): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  try {
    use(child.pid!);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return child.pid!;
}

describe('the workspace lock', () => {
  it('makes the workspace, names this process, and is gone once released', () => {
    const workspace = join(folder(), 'new', 'workspace');
    const unlock = lockWorkspace(workspace);
    expect(readFileSync(join(workspace, 'build.lock'), 'utf8')).toBe(String(process.pid));
    unlock();
    expect(existsSync(join(workspace, 'build.lock'))).toBe(false);
    lockWorkspace(workspace)();
  });

  it('is refused while the process that holds it lives, and taken over once it is dead', async () => {
    const workspace = folder();
    const pid = await withProcess((pid) => {
      writeFileSync(join(workspace, 'build.lock'), String(pid));
      expect(() => lockWorkspace(workspace)).toThrow(
        expect.objectContaining({ code: 'workspace-busy', message: expect.stringContaining(String(pid)) as string }),
      );
      expect(readFileSync(join(workspace, 'build.lock'), 'utf8')).toBe(String(pid));
    });
    const unlock = lockWorkspace(workspace);
    expect(readFileSync(join(workspace, 'build.lock'), 'utf8')).not.toBe(String(pid));
    unlock();
  });

  it.each(['', 'no number', '-1', '0'])('that says %j is left over and taken', (text) => {
    const workspace = folder();
    writeFileSync(join(workspace, 'build.lock'), text);
    lockWorkspace(workspace)();
    expect(existsSync(join(workspace, 'build.lock'))).toBe(false);
  });
});
