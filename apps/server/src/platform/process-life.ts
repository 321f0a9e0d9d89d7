import { readFileSync } from 'node:fs';

/** True while a process with this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What distinguishes a process from a later one with the same number: its start time, where the system shows it. */
export function birthOf(pid: number): string {
  try {
    // The name in brackets may hold blanks; the start time is the 20th field after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
