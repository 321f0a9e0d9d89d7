import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loaded, loadedOr } from './loading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);
const later = <T>(part: T, after: number): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(part), after);
  });

it('a part of the program that does not load is an error after two minutes, and not before', async () => {
  const settled = vi.fn<(how: unknown) => void>();
  loaded(() => never).catch(settled);
  await vi.advanceTimersByTimeAsync(limits.web.chunkLoad - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledWith(new Error('a part of the page did not load in time'));
  expect(limits.web.chunkLoad).toBe(120_000);
});

it('one that loads slowly is there, and no error follows', async () => {
  const part = loaded(() => later('part', limits.web.chunkLoad - 1));
  await vi.advanceTimersByTimeAsync(limits.web.chunkLoad - 1);
  expect(await part).toBe('part');
  expect(vi.getTimerCount()).toBe(0);
});

it('one that fails is an error at once', async () => {
  await expect(loaded(() => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});

it('what the page can do without gives way when it does not come, and is there when it comes', async () => {
  const [part, instead] = [() => null, () => null];
  const late = loadedOr(() => never, instead);
  await vi.advanceTimersByTimeAsync(limits.web.chunkLoad);
  expect((await late).default).toBe(instead);
  expect((await loadedOr(() => Promise.resolve({ default: part }), instead)).default).toBe(part);
  await expect(loadedOr(() => Promise.reject(new TypeError('gone')), undefined)).rejects.toThrow('gone');
});

/** A part that React waits for without end. */
const bareLazy = /(?<![.\w])(?:React\.)?lazy(?:<[^(]*>)?\(|import \{[^}]*\blazy\b[^}]*\} from 'react'/;

it('is how every part of the console comes', () => {
  const root = join(import.meta.dirname, '..');
  const bare = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => bareLazy.test(readFileSync(join(root, file), 'utf8')));
  expect(bare).toEqual([join('platform', 'loading.ts')]);
  expect(bareLazy.test("const Part = lazy(() => import('./part.tsx'))")).toBe(true);
  expect(bareLazy.test("const Part = lazyPart(() => import('./part.tsx'))")).toBe(false);
});
