import { expect, it } from 'vitest';
import { askedWhile, type Ask } from './asked-while.ts';

/** Answers no once a question is taken back, as the window does. */
const open: Ask = ({ signal }) =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve(false);
    signal?.addEventListener('abort', () => resolve(false));
  });

it('takes a question back with whoever asked it, and with its own signal', async () => {
  const [here, own] = [new AbortController(), new AbortController()];
  const ask = askedWhile(open, here.signal);
  const [plain, signalled] = [ask({ title: 'plain' }), ask({ title: 'own', signal: own.signal })];
  own.abort();
  expect(await signalled).toBe(false);
  here.abort();
  expect(await plain).toBe(false);
  expect(await ask({ title: 'late' })).toBe(false);
});

it('leaves the answer to the member while the asker is there', async () => {
  const here = new AbortController();
  const ask = askedWhile(() => Promise.resolve(true), here.signal);
  expect(await ask({ title: 'plain' })).toBe(true);
});
