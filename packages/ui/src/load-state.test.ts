import { expect, test, vi } from 'vitest';
import { loadStateOf, type Answer } from './load-state.ts';

const answer = (part: Partial<Answer>): Answer => ({
  data: undefined,
  error: null,
  failureReason: null,
  dataUpdatedAt: 0,
  errorUpdatedAt: 0,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
  ...part,
});
const away = new Error('away');
const good = answer({ data: { list: [] }, dataUpdatedAt: 100 });

test('an answer is loading until something came of it', () => {
  expect(loadStateOf(answer({ isFetching: true })).kind).toBe('loading');
});

test('an empty answer of the server is current', () => {
  expect(loadStateOf(good)).toEqual({ kind: 'current' });
});

test('what failed before any data came is failed, and says why', () => {
  const state = loadStateOf(answer({ error: away, errorUpdatedAt: 100 }));
  expect(state).toMatchObject({ kind: 'failed', error: away, asking: false });
});

test('the first of several attempts that fails is told at once', () => {
  const state = loadStateOf(answer({ failureReason: away, isFetching: true }));
  expect(state).toMatchObject({ kind: 'failed', error: away, asking: true });
});

test('a failure stays one while it is asked again', () => {
  const state = loadStateOf(answer({ errorUpdatedAt: 100, isFetching: true }));
  expect(state).toMatchObject({ kind: 'failed', error: null, asking: true });
});

test('data that could not be renewed are stale, with the time of the data', () => {
  const state = loadStateOf({ ...good, error: away, errorUpdatedAt: 200 });
  expect(state).toMatchObject({ kind: 'stale', since: 100, error: away });
});

test('data stay current while a renewal is tried again', () => {
  expect(loadStateOf({ ...good, failureReason: away, isFetching: true }).kind).toBe('current');
});

test('data that came after a failure are current', () => {
  expect(loadStateOf({ ...good, errorUpdatedAt: 50 }).kind).toBe('current');
});

test('rows of another page are no answer to this one', () => {
  const before = { ...good, isPlaceholderData: true };
  expect(loadStateOf({ ...before, isFetching: true }).kind).toBe('loading');
  expect(loadStateOf({ ...before, errorUpdatedAt: 200, isFetching: true }).kind).toBe('failed');
});

test('of several answers the worst counts, and only what failed is asked again', () => {
  const asked = vi.fn<(name: string) => void>();
  const failed = answer({ error: away, errorUpdatedAt: 300, refetch: () => asked('failed') });
  const stale = { ...good, error: away, errorUpdatedAt: 200, refetch: () => asked('stale') };
  const fine = { ...good, refetch: () => asked('fine') };
  const waiting = answer({ isFetching: true });
  expect(loadStateOf(fine, good).kind).toBe('current');
  expect(loadStateOf(fine, waiting).kind).toBe('loading');
  expect(loadStateOf(fine, stale, { ...stale, dataUpdatedAt: 60 })).toMatchObject({
    kind: 'stale',
    since: 60,
  });
  const all = loadStateOf(fine, stale, failed, waiting);
  expect(all.kind).toBe('failed');
  if (all.kind === 'failed') all.retry();
  expect(asked.mock.calls.flat()).toEqual(['stale', 'failed']);
});
