import { dockCalls, flightCalls, type FlightRecord } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFlight, useFlights } from '../../modules/flight/index.ts';
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
export const useGate = (flight: FlightRecord | null) =>
  useQuery({
    queryKey: ['flight', 'gate', flight?.oid],
    queryFn: ({ signal }) => call(flightCalls.gate, { oid: flight?.oid ?? '' }, { signal, toast: false }),
    enabled: flight?.state === 'created',
    refetchInterval: gateEvery,
    staleTime: 0,
  });

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
