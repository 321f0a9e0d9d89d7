/**
 * The folder of the databases of one run of `npm test`. It lies in memory where there is room: each test file copies and
 * drops a database of a thousand small files, which a disk keeps a journal of. Plain JavaScript, as `test.mjs` is.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bytes that have to be free: a run takes about a gigabyte, and the machine needs the rest. */
const leastFree = 4 * 1024 ** 3;

const remover = fileURLToPath(new URL('./test-folder-remover.mjs', import.meta.url));

/** Whether a file system in memory is there with so many bytes free, and the machine has them to give. */
function hasRoom(memory, needed) {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= needed && freemem() >= needed;
  } catch {
    return false;
  }
}

/**
 * Makes the folder, and starts the process that removes it with its database when this one ends, however it ends.
 * @param {{ memory?: string, needed?: number }} [options] where files lie in memory, and the bytes that have to be free
 * @returns {{ path: string, close(): Promise<void> } | null} null without that room: each test then uses the folder of
 *   temporary files, as it does outside a run. `close` returns when the folder is gone.
 */
export function openTestFolder({ memory = '/dev/shm', needed = leastFree } = {}) {
  if (!hasRoom(memory, needed)) return null;
  let path;
  try {
    path = mkdtempSync(join(memory, 'eyrie-test-'));
  } catch {
    // One that only its owner may write to is as good as none.
    return null;
  }
  // A session of its own, so that Ctrl-C does not reach it; its input ends when this process does, also by SIGKILL.
  const child = spawn(process.execPath, [remover, path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  if (child.pid === undefined) {
    child.once('error', () => rmSync(path, { recursive: true, force: true }));
    return null;
  }
  const ended = once(child, 'exit');
  return {
    path,
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
