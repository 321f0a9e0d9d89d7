/** When the machine kept this process, the server or its broker from running: others share its cores. */
import { readFileSync } from 'node:fs';
import type { Proof } from '../proof.ts';

const every = 20;
/** Shorter waits are what any scheduler makes of several processes. */
const least = 15;
/** A stall counts for what happens so long before and after it, ms. */
const around = 60;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile, or this is no Linux.
    return '';
  }
};

/** What frames pass on their way: of all that a server has started, its broker alone. */
const onTheWay = (server: number): number[] => [
  server,
  ...read(`/proc/${server}/task/${server}/children`)
    .split(' ')
    .filter((pid) => pid !== '' && read(`/proc/${pid}/cmdline`).includes('broker-process'))
    .map(Number),
];

/** For how long a process was ready to run and was not let, since it began, ms. What it takes to run itself is no part of that. */
const waitedBy = (pid: number): number => Number(read(`/proc/${pid}/schedstat`).split(' ')[1] ?? 0) / 1e6;

/** @param server process whose waits, with those of its broker, count beside those of this one */
export const watchStalls = ({ onEnd }: Proof, server: number) => {
  const stalls: { from: number; until: number; lag: number }[] = [];
  const others = onTheWay(server).map((pid) => ({ pid, waited: waitedBy(pid) }));
  let last = performance.now();
  /** From the begin of one to its end, ms. */
  let longest = 0;
  /** A frame passes one after the other: their waits add up. */
  const waits = (): number => {
    let sum = 0;
    for (const other of others) {
      // What has ended reads as 0: it waits no more.
      const waited = Math.max(other.waited, waitedBy(other.pid));
      sum += waited - other.waited;
      other.waited = waited;
    }
    return sum;
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const lag = Math.max(0, now - last - every) + waits();
    // A wait is written down when it ends: it may have begun before the last look.
    const since = Math.max(lag, now - last);
    if (lag > least) {
      stalls.push({ from: now - since, until: now, lag });
      longest = Math.max(longest, since);
    }
    last = now;
  }, every);
  onEnd(() => clearInterval(timer));
  /** The first that ended after a moment: they stand in the order of their ends. */
  const firstAfter = (moment: number): number => {
    let [low, high] = [0, stalls.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((stalls[middle]?.until ?? Infinity) > moment) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  /** The longest stall in a span, ms; 0: none. */
  const within = (from: number, until: number): number => {
    let most = 0;
    for (let at = firstAfter(from - around); at < stalls.length; at += 1) {
      const one = stalls[at];
      if (!one || one.until - longest >= until + around) break;
      if (one.from < until + around) most = Math.max(most, one.lag);
    }
    return most;
  };
  return {
    /** How many of the processes on the way of a frame are watched beside this one. */
    watched: others.length,
    within,
    most: (): number => stalls.reduce((most, { lag }) => Math.max(most, lag), 0),
  };
};
