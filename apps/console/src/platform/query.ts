import { CallUnreachable } from '@eyrie/client';
import { notifyManager, QueryClient } from '@tanstack/react-query';

// A change that runs must show before the next click can come: a double click would make it twice, and the answer to
// the first one, with a password that is told once, would be lost.
notifyManager.setScheduler(queueMicrotask);

/**
 * Only a missing answer is tried again, and only where the call may be: what the server refused once it refuses again. Without a network calls fail at
 * once: kept back, a command would run by itself when the network is back, long after anybody wanted it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => error instanceof CallUnreachable && error.mayRepeat && failures < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
