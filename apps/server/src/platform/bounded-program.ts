import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { childEnvironment } from './child/index.ts';

export interface ProgramBounds {
  /** ms by the clock, s of a processor, MB of addresses, MB of any file that it writes. */
  time: number;
  processor: number;
  memory: number;
  file: number;
}

/** Of 512 bytes each, as a shell counts them; some count them twice as large. */
const blocksOfMegabyte = 2_000;

/** The shell bounds what the program may take, and becomes it; arguments go through it as they are. */
const bounded = ({ processor, memory, file }: ProgramBounds, nice: number): string =>
  `ulimit -t ${processor}; ulimit -v ${memory * 1_000}; ulimit -f ${file * blocksOfMegabyte}; ` +
  `exec ${nice === 0 ? '' : `nice -n ${nice} `}"$@"`;

/** How a program ended. */
export interface ProgramEnd {
  /** Null: a signal ended it, or it did not come up. */
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ProgramWatch {
  /** Steps behind what carries orders, 0 to 19. */
  nice?: number;
  /** Each line that it writes. */
  onLine?: (line: string) => void;
}

/**
 * Runs a program that an operator has named, without a word of the server's environment.
 * @throws the reason of the signal when that fires
 */
export async function endOfBounded(
  program: string,
  args: readonly string[],
  bounds: ProgramBounds,
  { signal, nice = 0, onLine }: ProgramWatch & { signal: AbortSignal },
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const ended = Promise.withResolvers<ProgramEnd>();
  const child = spawn('/bin/sh', ['-c', bounded(bounds, nice), 'sh', program, ...args], {
    env: childEnvironment(),
    stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'ignore'],
    timeout: bounds.time,
    killSignal: 'SIGKILL',
    signal,
  });
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  // A shell that does not come up runs nothing.
  child
    .once('error', () => ended.resolve({ code: null, signal: null }))
    .once('close', (code, by) => ended.resolve({ code, signal: by }));
  const end = await ended.promise;
  signal.throwIfAborted();
  return end;
}

/**
 * The same for a program of which only its end matters.
 * @returns false where it failed, took too much, or is not there
 * @throws the reason of the signal when that fires
 */
export const runBounded = async (
  program: string,
  args: readonly string[],
  bounds: ProgramBounds,
  signal: AbortSignal,
): Promise<boolean> => (await endOfBounded(program, args, bounds, { signal })).code === 0;
