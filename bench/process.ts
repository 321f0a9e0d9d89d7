import { fork } from 'node:child_process';
import type { ChildProcess, ForkOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Milliseconds of processor time, user and system, that a process has used since its start. Linux only. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // Fields 14 and 15 of proc(5), counted from the one after the name; a tick is 10 ms on every Linux that Node runs on.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** A part of a benchmark in a process of its own that answers questions one at a time. */
export interface Part {
  readonly pid: number;
  ask(question: object): Promise<unknown>;
  end(): Promise<void>;
}

const next = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`a part of the benchmark ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });

/** Starts a part; it says its first word when it is ready. */
export async function startPart(file: URL, options: ForkOptions = {}): Promise<Part> {
  const child = fork(file, [], { stdio: 'inherit', ...options });
  await next(child);
  return {
    pid: child.pid ?? 0,
    ask(question) {
      const answer = next(child);
      child.send(question);
      return answer;
    },
    end: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

/** In a part: says that it is ready and answers every question. */
export function answerQuestions(answer: (question: never) => Promise<unknown>): void {
  process.on('message', (question) => {
    void answer(question as never).then((result) => process.send?.(result ?? null));
  });
  // A part must not outlive the benchmark.
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
