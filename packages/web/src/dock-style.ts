import {
  linkLevel,
  type DockPresence,
  type DockRecord,
  type DockStatus,
  type LinkLevel,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { DeviceState } from '@eyrie/ui';
import { phaseStyle } from './phase-style.ts';

/** How a dock is shown everywhere: the state for symbol and colour, and its word. */
export interface DockStyle {
  state: DeviceState;
  wordId: PhraseId;
}

export interface DockFacts {
  record: Pick<DockRecord, 'online' | 'workState' | 'bound'>;
  presence: (Pick<DockPresence, 'online' | 'workState'> & Partial<Pick<DockPresence, 'job'>>) | null;
  status: Pick<DockStatus, 'emergencyStop' | 'hms' | 'workState'> | null;
  /** Age in ms of the newest live message; null: none came yet. */
  ageMs: number | null;
}

const aged: Partial<Readonly<Record<LinkLevel, DockStyle>>> = {
  stale: { state: 'attention', wordId: 'state.stale' },
  lost: { state: 'alarm', wordId: 'state.lost' },
  lastKnown: { state: 'alarm', wordId: 'state.lost' },
};

/**
 * The look of a dock. What is not fresh is never shown as fine: the age of the data comes before what
 * the data says. Before the first live message the record's own word counts.
 */
export const dockStyle = ({ record, presence, status, ageMs }: DockFacts): DockStyle => {
  if (!(presence?.online ?? record.online))
    return { state: 'offline', wordId: record.bound ? 'state.offline' : 'state.notBound' };
  const old = ageMs === null ? undefined : aged[linkLevel(ageMs)];
  if (old) return old;
  if (status?.emergencyStop) return { state: 'alarm', wordId: 'gate.emergencyStop' };
  if (status?.hms.some((entry) => entry.level >= 2)) return { state: 'alarm', wordId: 'state.alarm' };
  const workState = presence?.workState ?? status?.workState ?? record.workState;
  const phase = presence?.job?.phase;
  if (phase) return phaseStyle(phase);
  if (workState === null) return { state: 'attention', wordId: 'state.unknown' };
  const wordId = `dock.workState.${workState}` as const;
  if (workState === 'idle') return { state: 'live', wordId };
  return { state: workState === 'working' ? 'working' : 'attention', wordId };
};

/** A record as it stands by a newer word on the dock's presence. */
export const withPresence = <Known extends Pick<DockRecord, 'online' | 'workState' | 'droneOID'>>(
  record: Known,
  presence: Pick<DockPresence, 'online' | 'workState' | 'droneOID'> | null,
): Known =>
  presence === null
    ? record
    : {
        ...record,
        online: presence.online,
        workState: presence.workState,
        droneOID: presence.droneOID ?? record.droneOID,
      };

/** How many docks are online, and of how many nobody can say: their data are too old, or nothing comes in at all. */
export const countOnline = (
  docks: readonly { look: DockStyle; ageMs: number | null }[],
  pageLinkUp: boolean,
): { online: number; unknown: number } => {
  const unknown = docks.filter(
    ({ look, ageMs }) =>
      look.wordId === 'state.lost' || (!pageLinkUp && ageMs === null && look.state !== 'offline'),
  );
  const offline = docks.filter(({ look }) => look.state === 'offline');
  return { online: docks.length - offline.length - unknown.length, unknown: unknown.length };
};

/** `lng,lat` text of a live message as a place; null for anything else. */
export const placeOfGps = (gps: string | null | undefined): { lng: number; lat: number } | null => {
  const parts = (gps ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [lng, lat] = parts;
  if (parts.length < 2 || lng === undefined || lat === undefined) return null;
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? { lng, lat } : null;
};
