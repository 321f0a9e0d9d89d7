import {
  isAirborne,
  limits,
  type DockPresence,
  type DockStatus,
  type DroneTelemetry,
  type HealthItem,
  type CaptureState,
  type FloatingText,
  type NightState,
  type SearchlightState,
  type StealthState,
} from '@eyrie/domain';
import {
  emptySnapshot,
  hasPutter,
  psdkProperty,
  toDockStatus,
  toDroneTelemetry,
  type Snapshot,
} from '@eyrie/dji';
import { openController, type ControllerPart } from './controller.part.ts';
import type { DockIdentity } from './dock.store.ts';
import { wireOf } from './dock.wire.ts';
import { createOpenLink, type OpenLink } from './open-link.ts';

/** Everything a gateway holds in memory about one dock it speaks for. Rebuilt from the dock's own messages after a restart. */
export interface DockLink {
  dock: DockIdentity;
  /** Rises with every change of the owning gateway. */
  fence: number;
  dockSnapshot: Snapshot;
  droneSnapshot: Snapshot;
  /** False once the broker said the dock's connection ended; null while nobody said anything. */
  session: boolean | null;
  /** Monotonic ms of that word. */
  sessionEndedAt: number;
  /** What update_topo said last. */
  droneInTopology: boolean;
  hms: { dock: HealthItem[]; drone: HealthItem[] };
  /** Monotonic ms of the dock's newest health list; null while it sent none. */
  hmsAt: number | null;
  /** Dock clock minus server clock at the last message, ms; what the message waited for us is taken off. */
  clockOffset: number | null;
  lastSeenWall: number | null;
  droneLastSeenWall: number | null;
  /** The aircraft was in the air when it was last heard. */
  airborneWhenLastSeen: boolean;
  flightOID: string | null;
  job: DockPresence['job'];
  restart: DockPresence['restart'];
  /** Of a device of the open contract; null: of every other. */
  open: OpenLink | null;
  /** No services before this moment on the monotonic clock: the dock is being asked what it does. */
  holdUntil: number;
  /** Its last gateway stopped in order, with no order under way: what the dock says now is the whole truth. */
  handedOver: boolean;
  /** While its dock reports by the link of sticks: what is said next there has this number, and what it said of its payloads. */
  sticks: {
    nextSeq(): number;
    night: NightState | null;
    capture: CaptureState | null;
    searchlights: readonly SearchlightState[];
    /** Whether the lights of the aircraft are out; null: it has not said so. */
    stealth: StealthState | null;
  } | null;
  /** What payload devices of the aircraft wrote into their windows last. */
  floatingTexts: readonly FloatingText[];
  /** Of a remote controller alone. */
  controller: ControllerPart | null;
  /** What single rooms keep of it, by their slots (`linkSlot`). */
  kept: Map<symbol, unknown>;
}

export const openDockLink = (dock: DockIdentity, fence: number): DockLink => ({
  dock,
  fence,
  dockSnapshot: emptySnapshot(),
  droneSnapshot: emptySnapshot(),
  session: null,
  sessionEndedAt: -Infinity,
  droneInTopology: false,
  hms: { dock: [], drone: [] },
  hmsAt: null,
  clockOffset: null,
  lastSeenWall: null,
  droneLastSeenWall: null,
  airborneWhenLastSeen: false,
  flightOID: null,
  job: null,
  restart: null,
  open: wireOf(dock) === 'open' ? createOpenLink() : null,
  holdUntil: 0,
  handedOver: false,
  sticks: null,
  floatingTexts: [],
  controller: dock.kind === 'remoteController' ? openController() : null,
  kept: new Map(),
});

/**
 * The clock of a device minus ours, as one message shows it, ms.
 * @param waited how long the message may have waited for us: no fault of its clock
 */
export const clockOffsetOf = (said: number, wall: number, waited: number): number =>
  said < wall ? Math.min(0, said + waited - wall) : said - wall;

/**
 * The aircraft went: what it and its payloads reported by the link of sticks went with it. They may be others when it comes back, under the
 * same numbers.
 */
export const forgetPayloads = (link: DockLink): void => {
  link.floatingTexts = [];
  if (link.sticks)
    link.sticks = { ...link.sticks, night: null, capture: null, searchlights: [], stealth: null };
};

/** Without what a dock lists of the payload devices of its aircraft: it tells them when they change, by itself. */
const withoutPayloads = (snapshot: Snapshot): Snapshot => {
  const kept = <Of>(record: Readonly<Record<string, Of>>): Record<string, Of> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => key !== psdkProperty));
  return { ...snapshot, values: kept(snapshot.values), at: kept(snapshot.at) };
};

/** Another aircraft is behind the dock. */
export const forgetDrone = (link: DockLink): void => {
  link.droneSnapshot = emptySnapshot();
  link.droneLastSeenWall = null;
  link.airborneWhenLastSeen = false;
  link.hms.drone = [];
  link.dockSnapshot = withoutPayloads(link.dockSnapshot);
  forgetPayloads(link);
};

const age = (snapshot: Snapshot, now: number): number | null =>
  snapshot.osdAt === null ? null : now - snapshot.osdAt;

/** Age in ms of the newest osd of the dock. */
export const dockAge = (link: DockLink, now: number): number | null => age(link.dockSnapshot, now);
export const droneAge = (link: DockLink, now: number): number | null => age(link.droneSnapshot, now);

/** Online = osd within 60 s and the broker session not known to be gone. */
export const dockOnline = (link: DockLink, now: number): boolean => {
  const old = dockAge(link, now);
  return old !== null && old <= limits.dock.offlineAfter && link.session !== false;
};

/**
 * Whether nothing but what saves the aircraft may be ordered yet, because this gateway has just taken the dock. After an
 * orderly hand-over only until dock and aircraft have both been heard.
 */
export const isHeld = (link: DockLink, now: number): boolean =>
  now < link.holdUntil && !(link.handedOver && dockAge(link, now) !== null && droneAge(link, now) !== null);

/** The aircraft is online while its dock is, the topology names it, and its own osd came within 60 s. */
export const droneOnline = (link: DockLink, now: number): boolean => {
  const old = droneAge(link, now);
  return dockOnline(link, now) && link.droneInTopology && old !== null && old <= limits.dock.offlineAfter;
};

export const droneAirborne = (link: DockLink, now: number): boolean => {
  const telemetry = toDroneTelemetry(link.droneSnapshot, {
    sn: link.dock.droneSn ?? '',
    dockOid: link.dock.oid,
    online: droneOnline(link, now),
    flightOID: link.flightOID,
    now,
  });
  return isAirborne(telemetry.online, telemetry.mode);
};

export const statusOf = (link: DockLink, now: number): DockStatus => {
  const status = toDockStatus(link.dockSnapshot, {
    sn: link.dock.sn,
    online: dockOnline(link, now),
    hms: [...link.hms.dock, ...link.hms.drone],
    hmsHeard: link.hmsAt !== null,
    clockOffset: link.clockOffset,
    drone: link.droneSnapshot,
    now,
  });
  // Newer docks have no rods and report them closed for ever.
  return hasPutter(link.dock.model) ? status : { ...status, putterState: null };
};

export const telemetryOf = (link: DockLink, now: number): DroneTelemetry =>
  toDroneTelemetry(link.droneSnapshot, {
    sn: link.dock.droneSn ?? '',
    dockOid: link.dock.oid,
    online: droneOnline(link, now),
    flightOID: link.flightOID,
    now,
    sticks: link.sticks,
    floatingTexts: link.floatingTexts,
  });

/** What the presence of a dock shows whichever room has more to add to it. */
export const presenceOf = (link: DockLink, now: number) => {
  const status = statusOf(link, now);
  return {
    sn: link.dock.sn,
    online: status.online,
    gps: status.gps,
    workState: status.workState,
    modeCode: status.modeCode,
    droneOnline: droneOnline(link, now),
    droneOID: link.dock.droneOID,
    droneSn: link.dock.droneSn,
    lastSeen: link.lastSeenWall,
    job: link.job,
    restart: link.restart,
  } satisfies Partial<DockPresence>;
};
