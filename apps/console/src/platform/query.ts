import { CallUnreachable } from '@eyrie/client';
import { QueryClient } from '@tanstack/react-query';

/** Only a missing answer is tried again: what the server refused once it refuses again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => error instanceof CallUnreachable && failures < 2,
    },
    mutations: { retry: false },
  },
});
