import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { birthOf, isAlive } from '../process-life.ts';

/** Records that process `pid` uses the database. */
export function addOwner(dir: string, pid: number): void {
  // Whole at once: who reads half of it takes the process for a dead one, and sweeps its file away.
  const part = join(dir, `${pid}.${process.pid}.part`);
  writeFileSync(part, birthOf(pid), { mode: 0o600 });
  renameSync(part, join(dir, String(pid)));
}

export function removeOwner(dir: string, pid: number): void {
  rmSync(join(dir, String(pid)), { force: true });
}

/** Processes that use the database and still live; the files of dead ones are swept away. */
export function liveOwners(dir: string): number[] {
  return readdirSync(dir)
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .filter((pid) => {
      let born = '';
      try {
        born = readFileSync(join(dir, String(pid)), 'utf8');
      } catch {
        return false;
      }
      if (isAlive(pid) && born === birthOf(pid)) return true;
      removeOwner(dir, pid);
      return false;
    });
}
