import { commandCalls, flightCalls, limits, type RequestOf } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/http.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';

export type NewFlight = RequestOf<typeof flightCalls.add>;

const key = 'flight';
/** Distance and media of a running flight grow without a message of their own. */
const renewEvery = 5_000;

export const useFlights = (filters: RequestOf<typeof flightCalls.query>) =>
  useQuery({
    queryKey: [key, 'query', filters],
    queryFn: ({ signal }) => call(flightCalls.query, filters, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.list.some((flight) => flight.state === 'inFlight') ? renewEvery : false,
  });

export const useFlight = (oid: string | null) =>
  useQuery({
    queryKey: [key, 'get', oid],
    queryFn: ({ signal }) => call(flightCalls.get, { oid: oid ?? '' }, { signal }),
    enabled: oid !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'inFlight' ? renewEvery : false),
  });

/** The flown track; asks again while the flight runs. */
export const useFlightTrack = (oid: string, running: boolean) =>
  useQuery({
    queryKey: [key, 'track', oid],
    queryFn: ({ signal }) => call(flightCalls.track, { oid }, { signal, toast: false }),
    refetchInterval: running ? renewEvery : false,
  });

/** Commands given for a flight, newest first. */
export const useFlightCommands = (flightOID: string, running: boolean) =>
  useQuery({
    queryKey: ['command', 'flight', flightOID],
    queryFn: ({ signal }) =>
      call(commandCalls.query, { flightOID, pageNum: 1, pageSize: limits.list.pageSizeMax }, { signal }),
    refetchInterval: running ? renewEvery : false,
  });

export const useFlightAdd = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (flight: NewFlight) => call(flightCalls.add, flight, { toast: false }),
    onSuccess: () => Promise.all([key, 'task'].map((word) => client.invalidateQueries({ queryKey: [word] }))),
  });
};

/** Progress comes every second or so; asking that often would be a poll by another name. */
const followEvery = 2_000;

/** Lists and drawers follow what happens: a flight that moves makes them ask again. */
export const useFlightsFollow = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | null = null;
    const askAgain = (): void => {
      waiting = null;
      for (const word of [key, 'task', 'command']) void client.invalidateQueries({ queryKey: [word] });
    };
    const stop = onLiveMessage(({ name }) => {
      if (name === 'routeBusiness' || name === 'controlChange') waiting ??= setTimeout(askAgain, followEvery);
    });
    return () => {
      stop();
      if (waiting !== null) clearTimeout(waiting);
    };
  }, [client]);
};
