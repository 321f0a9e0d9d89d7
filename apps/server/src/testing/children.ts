import { readFileSync } from 'node:fs';

/** Children of this process that run a script. */
export const childrenRunning = (script: string): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script))
    .map(Number);
