import type { DockPresence, DockRecord, DockStatus } from '@eyrie/domain';
import { useMemo } from 'react';
import { useNow } from '../../platform/clock.ts';
import { ageOf, latestOf, useTelemetry, useTelemetryAll, type Latest } from '../../platform/telemetry.ts';
import { dockStyle, placeOfGps, withPresence, type DockStyle } from './dock-style.ts';

/** Everything known about a dock at this moment. */
export interface DockNow {
  record: DockRecord;
  status: DockStatus | null;
  presence: DockPresence | null;
  /** Of the newest live message; null before the first. */
  ageMs: number | null;
  look: DockStyle;
  place: { lng: number; lat: number } | null;
}

const join = (
  record: DockRecord,
  status: Latest<'dockStatus'> | null,
  presence: Latest<'dockPresence'> | null,
  at: number,
): DockNow => {
  // Presence is told again when a server starts or a page comes; only the status knows how old its data are.
  const ageMs = status ? ageOf(status, at) : ageOf(presence, at);
  const stored = record.lng === null || record.lat === null ? null : { lng: record.lng, lat: record.lat };
  return {
    record,
    status: status?.data ?? null,
    presence: presence?.data ?? null,
    ageMs,
    look: dockStyle({ record, presence: presence?.data ?? null, status: status?.data ?? null, ageMs }),
    place: placeOfGps(status?.data.gps) ?? placeOfGps(presence?.data.gps) ?? stored,
  };
};

/** The dock as it stands at the monotonic moment `at`, for readers outside React. */
export const dockNow = (record: DockRecord, at: number): DockNow =>
  join(record, latestOf('dockStatus', record.oid), latestOf('dockPresence', record.oid), at);

/** The same in a component, counting on. */
export const useDockNow = (record: DockRecord): DockNow => {
  const at = useNow();
  const status = useTelemetry('dockStatus', record.oid);
  const presence = useTelemetry('dockPresence', record.oid);
  return useMemo(() => join(record, status, presence, at), [record, status, presence, at]);
};

/** The records with what was told of each dock's presence since they were read. */
export const useRecordsNow = (records: readonly DockRecord[]): DockRecord[] => {
  const presences = useTelemetryAll('dockPresence');
  return useMemo(
    () => records.map((record) => withPresence(record, presences.get(record.oid)?.data ?? null)),
    [records, presences],
  );
};
