import { spawn } from 'node:child_process';
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
const bounded = ({ processor, memory, file }: ProgramBounds): string =>
  `ulimit -t ${processor}; ulimit -v ${memory * 1_000}; ulimit -f ${file * blocksOfMegabyte}; exec "$@"`;

/**
 * Runs a program that an operator has named, without a word of the server's environment.
 * @returns false where it failed, took too much, or is not there
 * @throws the reason of the signal when that fires
 */
export async function runBounded(
  program: string,
  args: readonly string[],
  bounds: ProgramBounds,
  signal: AbortSignal,
): Promise<boolean> {
  signal.throwIfAborted();
  const ended = Promise.withResolvers<boolean>();
  const child = spawn('/bin/sh', ['-c', bounded(bounds), 'sh', program, ...args], {
    env: childEnvironment(),
    stdio: 'ignore',
    timeout: bounds.time,
    killSignal: 'SIGKILL',
    signal,
  });
  // A shell that does not come up runs nothing.
  child.once('error', () => ended.resolve(false)).once('close', (code) => ended.resolve(code === 0));
  const whole = await ended.promise;
  signal.throwIfAborted();
  return whole;
}
