import { readdir, readFile } from 'node:fs/promises';

/** What the system says of one process. */
export interface ProcessFigures {
  pid: number;
  /** Its program and script, short. */
  name: string;
  /** Time on a processor so far, ms. */
  cpu: number;
  /** Memory of its own, without what it shares with other processes, bytes. */
  memory: number;
}

const tick = 10;

const parentOf = async (pid: number): Promise<{ parent: number; cpu: number } | null> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name in brackets may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) * tick };
};

const nameOf = async (pid: number): Promise<string> => {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const words = line.split('\0').filter((word) => word !== '' && !word.startsWith('-'));
  return words
    .slice(0, 2)
    .map((word) => word.slice(word.lastIndexOf('/') + 1))
    .join(' ');
};

const memoryOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kB = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return (kB('RssAnon') + kB('RssFile')) * 1_024;
};

/** A process and all that it started, as they are now. Linux only. */
export const processTree = async (root: number): Promise<ProcessFigures[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const known = new Map<number, { parent: number; cpu: number }>();
  for (const pid of pids) {
    const one = await parentOf(pid);
    if (one) known.set(pid, one);
  }
  const belongs = (pid: number): boolean => {
    const one = known.get(pid);
    return pid === root || (one !== undefined && one.parent > 1 && belongs(one.parent));
  };
  const tree: ProcessFigures[] = [];
  for (const [pid, { cpu }] of known)
    if (belongs(pid)) tree.push({ pid, name: await nameOf(pid), cpu, memory: await memoryOf(pid) });
  return tree;
};
