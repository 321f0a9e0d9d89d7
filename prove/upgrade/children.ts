/** Processes that a server has started, as the kernel lists them. */
import { readdirSync, readFileSync } from 'node:fs';

interface Child {
  pid: number;
  /** What it was started with, one word behind the other. */
  words: readonly string[];
}

/** What stands in a file of a process; null: the process is gone. */
const readOf = (pid: string, file: string): string | null => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
};

/** Behind the name, which may hold anything: the state, then the parent. */
const parentOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);

export const childrenOf = (parent: number): Child[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readOf(name, 'stat');
      if (stat === null || parentOf(stat) !== parent) return [];
      return [{ pid: Number(name), words: (readOf(name, 'cmdline') ?? '').split('\0') }];
    });
