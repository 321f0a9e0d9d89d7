import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProductKey } from './products.ts';

const maker = fileURLToPath(new URL('./world-process.ts', import.meta.url));

/** The share of a product that is made, 0 to 1; at 1 its archive lies in the folder. */
export interface WorldProgress {
  key: ProductKey;
  share: number;
}

/**
 * Makes products of the demo's world in a process of its own, each as `<key>.zip` in a folder.
 * @returns `done` is false when it ended before all were made
 */
export function makeWorld(
  folder: string,
  wanted: readonly ProductKey[],
  report: (progress: WorldProgress) => void,
): { done: Promise<boolean>; stop(): void } {
  const child = fork(maker, [folder, ...wanted], { stdio: 'ignore' });
  child.on('message', (message) => report(message as WorldProgress));
  const done = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  return { done, stop: () => void child.kill() };
}
