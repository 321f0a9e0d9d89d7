import {
  linkLevel,
  type LinkLevel,
  type LiveDataOf,
  type LiveMessage,
  type LiveTopicName,
  type WatchedTopicName,
} from '@eyrie/domain';
import { useSyncExternalStore } from 'react';
import { now, useNow } from './clock.ts';

/** The newest message about one object, and when it came in on this page's monotonic clock. */
export interface Latest<N extends LiveTopicName = LiveTopicName> {
  objectID: string;
  data: LiveDataOf<N>;
  /** Server wall clock, epoch ms. */
  time: number;
  receivedAt: number;
}

/** Where an aircraft was when it was last heard of in the air. */
export interface LastKnown {
  lng: number;
  lat: number;
  head: number | null;
  airborne: boolean;
  time: number;
  receivedAt: number;
}

type Table = ReadonlyMap<string, Latest>;
const empty: Table = new Map();
const tables = new Map<LiveTopicName, Table>();
const pending = new Map<LiveTopicName, Map<string, Latest>>();
const lastKnown = new Map<string, LastKnown>();
const listeners = new Set<() => void>();
const eventListeners = new Set<(message: LiveMessage) => void>();
let frame: number | null = null;

const publish = (): void => {
  frame = null;
  for (const [name, changes] of pending)
    tables.set(name, new Map([...(tables.get(name) ?? empty), ...changes]));
  pending.clear();
  for (const listener of listeners) listener();
};

const remember = (message: LiveMessage, receivedAt: number): void => {
  // An aircraft is behind a dock or in the hand of a pilot, and says the same of itself.
  if (message.name !== 'droneTelemetry' && message.name !== 'heldDroneTelemetry') return;
  const drone = message.data as LiveDataOf<'droneTelemetry'>;
  if (!drone.online || drone.lng === null || drone.lat === null) return;
  lastKnown.set(message.objectID, {
    lng: drone.lng,
    lat: drone.lat,
    head: drone.head,
    airborne: drone.airborne,
    time: message.time,
    receivedAt,
  });
};

/**
 * Which of the topics that pages watch are drawn by a clock of their own. By name and not by their declarations, which the
 * sign-in page need not load; the type keeps the list whole.
 */
const byOwnClock: Readonly<Record<WatchedTopicName, boolean>> = { stickReport: true, orderOffers: false };
const isByOwnClock = (name: LiveTopicName): boolean =>
  Object.hasOwn(byOwnClock, name) && byOwnClock[name as WatchedTopicName];

/**
 * Takes a message from the live link. Readers are told once per picture of the screen, however many came in. What comes ten
 * times a second is drawn by a clock of its own: it is kept at once, and nobody is asked to draw for it.
 */
export const putTelemetry = (message: LiveMessage, receivedAt: number): void => {
  remember(message, receivedAt);
  const { name, objectID, data, time } = message;
  const latest: Latest = { objectID, data, time, receivedAt };
  if (isByOwnClock(name)) {
    tables.set(name, new Map([...(tables.get(name) ?? empty), [objectID, latest]]));
    return;
  }
  const changes = pending.get(name) ?? new Map<string, Latest>();
  changes.set(objectID, latest);
  pending.set(name, changes);
  for (const listener of eventListeners) listener(message);
  frame ??= requestAnimationFrame(publish);
};

/** Forgets everything, at sign-out. */
export const clearTelemetry = (): void => {
  tables.clear();
  pending.clear();
  lastKnown.clear();
  for (const listener of listeners) listener();
};

/** Tells a reader outside React, such as a map layer, after each change. */
export const subscribeTelemetry = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Every message as it comes, for changes that are events and not states: leases, commands, notifications. */
export const onLiveMessage = (listener: (message: LiveMessage) => void): (() => void) => {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
};

export const latestOf = <N extends LiveTopicName>(name: N, oid: string): Latest<N> | null =>
  ((tables.get(name) ?? empty).get(oid) as Latest<N> | undefined) ?? null;

export const latestOfAll = <N extends LiveTopicName>(name: N): ReadonlyMap<string, Latest<N>> =>
  tables.get(name) ?? empty;

/** The newest message about an aircraft, on whichever topic it came. */
export interface LatestAircraft extends Omit<Latest, 'data'> {
  data: LiveDataOf<'droneTelemetry'>;
}

/** Who is in reach says more than who is not; else the newest word counts. */
const newerOf = (docked: LatestAircraft | null, held: LatestAircraft | null): LatestAircraft | null => {
  if (!docked || !held) return held ?? docked;
  if (docked.data.online !== held.data.online) return docked.data.online ? docked : held;
  return held.receivedAt > docked.receivedAt ? held : docked;
};

/** The newest of an aircraft, whether it is behind a dock or in the hand of a pilot. */
export const latestAircraft = (oid: string): LatestAircraft | null =>
  newerOf(latestOf('droneTelemetry', oid), latestOf('heldDroneTelemetry', oid));

/** Every aircraft once. */
export const latestAircraftAll = (): LatestAircraft[] => {
  const oids = new Set([
    ...latestOfAll('droneTelemetry').keys(),
    ...latestOfAll('heldDroneTelemetry').keys(),
  ]);
  return [...oids].flatMap((oid) => latestAircraft(oid) ?? []);
};

export const useAircraft = (oid: string): LatestAircraft | null =>
  useSyncExternalStore(subscribeTelemetry, () => latestAircraft(oid));

export const lastKnownDrone = (oid: string): LastKnown | null => lastKnown.get(oid) ?? null;

/** The newest message about an object; null before the first one, or without an object. */
export const useTelemetry = <N extends LiveTopicName>(
  name: N,
  oid: string | null | undefined,
): Latest<N> | null => useSyncExternalStore(subscribeTelemetry, () => (oid ? latestOf(name, oid) : null));

/** The newest message about every object of a topic. */
export const useTelemetryAll = <N extends LiveTopicName>(name: N): ReadonlyMap<string, Latest<N>> =>
  useSyncExternalStore(subscribeTelemetry, () => latestOfAll(name));

/** Older than this a device was never heard since its server started: there is no age to tell. Milliseconds. */
const neverHeard = 1e12;

/**
 * Age of a message in ms: how long it has been on this page, and how old it was when it was published. Null: none,
 * or one about a device that was not heard yet.
 */
export const ageOf = (latest: Latest | null, at: number = now()): number | null => {
  if (latest === null) return null;
  const before = 'ageMs' in latest.data && typeof latest.data.ageMs === 'number' ? latest.data.ageMs : 0;
  return before >= neverHeard ? null : Math.max(0, at - latest.receivedAt) + before;
};

/** Age and link level of a message, counting on the screen. */
export const useAge = (latest: Latest | null): { ageMs: number | null; level: LinkLevel } => {
  const at = useNow();
  // The clock of ticks can lag behind the moment of a message that came in between.
  const ageMs = latest === null ? null : ageOf(latest, Math.max(at, latest.receivedAt));
  return { ageMs, level: linkLevel(ageMs) };
};
