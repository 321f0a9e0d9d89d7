import { statisticsCalls, type ResponseOf } from '@eyrie/domain';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/http.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';

export type Overview = ResponseOf<typeof statisticsCalls.overview>;

const key = ['statistics', 'overview'] as const;
const period = 30_000;
const settle = 1_000;

/** Counts of today. Asked for again when a flight moves, and every half minute in case a message was lost. */
export const useOverview = (): UseQueryResult<Overview> => {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = onLiveMessage(({ name }) => {
      if (name !== 'routeBusiness' && name !== 'controlChange') return;
      // A flight's progress comes in bursts; one question answers them all.
      timer ??= setTimeout(() => {
        timer = null;
        void client.invalidateQueries({ queryKey: key });
      }, settle);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [client]);
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(statisticsCalls.overview, {}, { signal }),
    refetchInterval: period,
  });
};
