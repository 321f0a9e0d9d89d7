import { flightCalls } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** While files are still missing, how often to look whether more came. */
const renewEvery = 10_000;

/** Media of a flight; asks again while fewer came than the aircraft announced. */
export const useFlightMedia = (flightOID: string, expected: number | null) =>
  useQuery({
    queryKey: ['media', 'flight', flightOID],
    queryFn: async ({ signal }) => (await call(flightCalls.media, { id: flightOID }, { signal })).list,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) < (expected ?? 0) ? renewEvery : false),
  });
