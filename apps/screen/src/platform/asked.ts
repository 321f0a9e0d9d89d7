import { CallRefused, type CallRequest } from '@eyrie/client';
import type { CallDeclaration, LiveMessage, ResponseOf } from '@eyrie/domain';
import { now } from '@eyrie/web/clock';
import { useLink } from '@eyrie/web/live-link';
import { onLiveMessage } from '@eyrie/web/telemetry';
import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from './http.ts';

/** What was asked, when the answer came by the monotonic clock, and whether the newest question failed. */
export interface Asked<T> {
  answer: T | null;
  receivedAt: number | null;
  failed: boolean;
  /** Why the newest question was refused; null: it was not, or did not reach the server. */
  refusal: string | null;
}

/** What was announced is counted a moment later; and many announcements are one question. Milliseconds. */
const askAfter = 3_000;
/** What no message announces, such as a new day. */
const renewEvery = 60_000;
const retryEvery = 5_000;

export const queryClient = new QueryClient({
  // Held back without a network, a question would neither fail nor be answered.
  defaultOptions: { queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false } },
});

/** Whether a message says that the answer is another one by now: a mark that changes with it, null where it does not matter. */
export type Mark = (message: LiveMessage) => string | null;

/** Asks anew whenever the mark of an object has changed, and when the link is back. */
const useAnnounced = (key: readonly unknown[], markOf: Mark): void => {
  const client = useQueryClient();
  const mark = useEffectEvent(markOf);
  const ask = useEffectEvent(() => void client.invalidateQueries({ queryKey: key }));
  const up = useLink(({ state }) => state === 'up');
  useEffect(() => {
    if (up) ask();
  }, [up]);
  useEffect(() => {
    const marks = new Map<string, string>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = onLiveMessage((message) => {
      const next = mark(message);
      const of = `${message.name} ${message.objectID}`;
      if (next === null || marks.get(of) === next) return;
      marks.set(of, next);
      timer ??= setTimeout(() => {
        timer = null;
        ask();
      }, askAfter);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
};

const never: Mark = () => null;

/**
 * The answer to a call, kept as new as messages announce that it has changed.
 * @param every how often it is asked without one, ms
 */
export const useAsked = <C extends CallDeclaration>(
  declaration: C,
  request: () => CallRequest<C>,
  mark: Mark = never,
  every: number = renewEvery,
): Asked<ResponseOf<C>> => {
  const key = [declaration.path, request()];
  const { data, error, isError, errorUpdatedAt, dataUpdatedAt } = useQuery({
    queryKey: key,
    queryFn: async () => ({ answer: await call(declaration, request()), receivedAt: now() }),
    refetchInterval: ({ state }) =>
      state.status === 'error' || state.fetchFailureCount > 0 ? retryEvery : every,
    refetchIntervalInBackground: true,
    staleTime: every,
    gcTime: 0,
  });
  useAnnounced(key, mark);
  return {
    answer: data?.answer ?? null,
    receivedAt: data?.receivedAt ?? null,
    failed: isError || errorUpdatedAt > dataUpdatedAt,
    refusal: error instanceof CallRefused ? error.reason : null,
  };
};
