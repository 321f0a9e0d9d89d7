import { CallRefused } from '@eyrie/client';
import { dockCalls, flightCalls, type FlightRecord } from '@eyrie/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { gateStanding, useFlight, useFlights, type GateStanding } from '../../modules/flight/index.ts';
import { now, useNow } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';
import { chooseFlight } from './choose-flight.ts';

/** The check follows the dock's state, which comes every two seconds. */
const gateEvery = 3_000;
/** More flights than can wait on one dock or belong to one task at a time. */
const enough = 50;

export const useDock = (oid: string) =>
  useQuery({
    queryKey: ['dock', 'get', oid],
    queryFn: ({ signal }) => call(dockCalls.get, { oid }, { signal, toast: false }),
  });

/** The pre-flight check as it stands now; asked for only while the flight waits. */
export const useGate = (flight: FlightRecord | null): GateStanding => {
  const waits = flight?.state === 'created';
  const at = useNow();
  const { data, error } = useQuery({
    queryKey: ['flight', 'gate', flight?.oid],
    queryFn: async ({ signal }) => {
      // The answer is as old as the question: it may have lain on its way.
      const receivedAt = now();
      const answer = await call(flightCalls.gate, { oid: flight?.oid ?? '' }, { signal, toast: false });
      return { ...answer, receivedAt };
    },
    enabled: waits,
    refetchInterval: gateEvery,
    staleTime: 0,
    retry: false,
  });
  const gone = waits && error instanceof CallRefused && error.status === 404;
  const queries = useQueryClient();
  useEffect(() => {
    if (gone) void queries.invalidateQueries({ queryKey: ['flight', 'query'] });
  }, [gone, queries]);
  return gateStanding(data ?? null, gone, at);
};

export interface MonitoredFlight {
  flight: FlightRecord | null;
  loading: boolean;
  /** The flight shown has ended and another waits. */
  next: FlightRecord | null;
  showNext: () => void;
}

/** The flight the page is about: the task's current one, or the dock's open or waiting one. */
export const useMonitoredFlight = (dockOID: string, taskOID: string | null): MonitoredFlight => {
  const filters = { pageNum: 1, pageSize: enough, sort: '-createdAt' as const, dockOID };
  const { data, isPending } = useFlights(taskOID === null ? filters : { ...filters, taskOID });
  const flights = data?.list ?? [];
  const [shownOID, setShown] = useState<string | null>(null);
  const chosen = chooseFlight(flights, shownOID, taskOID !== null);
  if (chosen && chosen.oid !== shownOID) setShown(chosen.oid);
  // The list lags behind by a moment; the record itself is asked for more often.
  const { data: record } = useFlight(chosen?.oid ?? null);
  const flight = record && record.oid === chosen?.oid ? record : chosen;
  const next = flight?.state === 'over' ? chooseFlight(flights, null, false) : null;
  return {
    flight,
    loading: isPending,
    next,
    showNext: () => setShown(next?.oid ?? null),
  };
};
