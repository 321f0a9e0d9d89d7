import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** True while a process with this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What tells a process from a later one with the same number: its start time, where the system shows it. */
function birth(pid: number): string {
  try {
    // The name in brackets may hold blanks; the start time is the 20th field after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Records that process `pid` uses the database. */
export function addOwner(dir: string, pid: number): void {
  writeFileSync(join(dir, String(pid)), birth(pid), { mode: 0o600 });
}

export function removeOwner(dir: string, pid: number): void {
  rmSync(join(dir, String(pid)), { force: true });
}

/** Processes that use the database and still live; the files of dead ones are swept away. */
export function liveOwners(dir: string): number[] {
  return readdirSync(dir)
    .map(Number)
    .filter((pid) => {
      let born = '';
      try {
        born = readFileSync(join(dir, String(pid)), 'utf8');
      } catch {
        return false;
      }
      if (isAlive(pid) && born === birth(pid)) return true;
      removeOwner(dir, pid);
      return false;
    });
}
