import { limits, operationCalls } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { now } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';

/** Asked again and again while the page is open; `receivedAt` is monotonic, for ages that go on counting. */
export const useHealth = () =>
  useQuery({
    queryKey: ['operation', 'health'],
    queryFn: async ({ signal }) => ({
      ...(await call(operationCalls.health, {}, { signal })),
      receivedAt: now(),
    }),
    refetchInterval: limits.operation.pollEvery,
  });
