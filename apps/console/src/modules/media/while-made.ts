import { CallRefused, CallUnreachable } from '@eyrie/client';
import { loadStateOf, type Answer, type LoadState } from '@eyrie/ui';

/** Whether what was asked for may yet come: the server is at it longer than a call waits, or at others before it. */
export const isStillMade = (error: unknown): boolean =>
  error instanceof CallRefused
    ? error.reason === 'tooManyRequests'
    : error instanceof CallUnreachable &&
      error.cause instanceof DOMException &&
      error.cause.name === 'TimeoutError';

/** Options of a query for what the server makes when it is asked for first: it is asked again while it may yet come. */
export const whileMade = {
  staleTime: Infinity,
  retry: (failures: number, error: unknown): boolean => failures < 10 && isStillMade(error),
  retryDelay: 5_000,
};

/** State of such a query: it is on its way as long as it is asked again for no other reason. */
export const loadWhileMade = (answer: Answer): LoadState =>
  answer.data === undefined && answer.isFetching && isStillMade(answer.failureReason)
    ? { kind: 'loading' }
    : loadStateOf(answer);
