import { photogrammetryCalls, type PhotogrammetryRecord, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** How often it is asked how tasks stand, ms, should no message be received; and while nothing is under way. */
const askEvery = 5_000;
const restEvery = 30_000;

export const isUnderWay = ({ state }: Pick<PhotogrammetryRecord, 'state'>): boolean =>
  state !== 'done' && state !== 'failed' && state !== 'cancelled';

/** How the engine stands, and what was asked of it. @param flightOID missing: of all flights */
export const usePhotogrammetry = (flightOID?: string) =>
  useQuery({
    queryKey: ['layer', 'photogrammetry', flightOID ?? ''],
    queryFn: ({ signal }) => call(photogrammetryCalls.query, { flightOID }, { signal, toast: false }),
    refetchInterval: ({ state }) => (state.data?.list.some(isUnderWay) ? askEvery : restEvery),
  });

/** Flights with photos of which something can be made. */
export const usePhotographedFlights = (flightOID?: string) =>
  useQuery({
    queryKey: ['layer', 'photographedFlights', flightOID ?? ''],
    queryFn: ({ signal }) => call(photogrammetryCalls.flights, { flightOID }, { signal, toast: false }),
    refetchInterval: restEvery,
  });

/** The last lines that the engine wrote. */
export const useEngineLog = (oid: string) =>
  useQuery({
    queryKey: ['layer', 'engineLog', oid],
    queryFn: ({ signal }) => call(photogrammetryCalls.log, { oid }, { signal, toast: false }),
    refetchInterval: askEvery,
  });

export const useBeginPhotogrammetry = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: RequestOf<typeof photogrammetryCalls.begin>) =>
      call(photogrammetryCalls.begin, request),
    onSettled: () => client.invalidateQueries({ queryKey: ['layer', 'photogrammetry'] }),
  });
};

export const useChangePhotogrammetry = (action: 'cancel' | 'retry') => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (oid: string) => call(photogrammetryCalls[action], { oid }),
    onSettled: () => client.invalidateQueries({ queryKey: ['layer', 'photogrammetry'] }),
  });
};
