import { CallRefused, CallUnreachable } from '@eyrie/client';
import { describe, expect, it } from 'vitest';
import { loadWhileMade, whileMade } from './while-made.ts';

const refused = (reason: string) =>
  new CallRefused({ status: 429, code: 429, message: reason, reason, data: null });
const late = new CallUnreachable('Network Error', null, { cause: new DOMException('', 'TimeoutError') });
const away = new CallUnreachable('Network Error', null, { cause: new TypeError('fetch failed') });
const answer = (failureReason: unknown) => ({
  data: undefined,
  error: null,
  failureReason,
  dataUpdatedAt: 0,
  errorUpdatedAt: 0,
  isFetching: true,
  isPlaceholderData: false,
  refetch: () => undefined,
});

describe('what the server makes when it is asked for first', () => {
  it.each([
    ['the server is at others', refused('tooManyRequests')],
    ['nobody waited long enough', late],
  ])('is asked for again where %s, and is on its way meanwhile', (_what, error) => {
    expect(whileMade.retry(0, error)).toBe(true);
    expect(whileMade.retry(10, error)).toBe(false);
    expect(loadWhileMade(answer(error)).kind).toBe('loading');
    expect(loadWhileMade({ ...answer(error), error, isFetching: false }).kind).toBe('failed');
  });

  it.each([
    ['it was refused', refused('pyramidTooMuch')],
    ['the server is away', away],
    ['anything else failed', new Error('no')],
  ])('has failed where %s', (_what, error) => {
    expect(whileMade.retry(0, error)).toBe(false);
    expect(loadWhileMade(answer(error)).kind).toBe('failed');
  });
});
