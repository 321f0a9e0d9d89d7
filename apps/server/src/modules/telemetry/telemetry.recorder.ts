import { limits, type DockStatus } from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Db } from '../../platform/runtime.ts';
import { createSparingWarn } from '../../platform/sparing-log.ts';
import type { Timer } from '../../platform/timers.ts';
import { createWriteBehind } from '../../platform/write-behind.ts';
import {
  droneAirborne,
  droneOnline,
  liveCapacity,
  statusOf,
  telemetryOf,
  type DockLink,
} from '../dock/index.ts';
import { insertDeviceTrack, type DeviceTrackRow } from '../trajectory/index.ts';
import { createTrackRows } from './device-track.ts';
import { insertDockHistory, type DockHistoryRow } from './dock-history.store.ts';
import {
  insertDroneTelemetry,
  writeSnapshots,
  type DockSnapshot,
  type DroneTelemetryRow,
} from './telemetry.store.ts';

const buffered = 50_000;
/** Rows of one moment that follow each other by a millisecond each. */
const aheadMost = 10_000;

/** Columns of the snapshot row of a dock as it stands. */
export const snapshotRow = (link: DockLink, now: number, wall: number): DockSnapshot => {
  const status = statusOf(link, now);
  const [lng, lat] = status.gps?.split(',').map(Number) ?? [null, null];
  return {
    dock_oid: link.dock.oid,
    online: status.online,
    work_state: status.workState,
    lng: lng ?? null,
    lat: lat ?? null,
    height: status.height,
    last_seen_at: link.lastSeenWall === null ? null : new Date(link.lastSeenWall),
    drone_online: droneOnline(link, now),
    drone_airborne: link.airborneWhenLastSeen,
    dock_values: link.dockSnapshot.values,
    drone_values: link.droneSnapshot.values,
    drone_last_seen_at: link.droneLastSeenWall === null ? null : new Date(link.droneLastSeenWall),
    live_capacity: liveCapacity.of(link),
    written_at: new Date(wall),
  };
};

/** A dock that sends saved messages sends many in one millisecond, and each is a row of its own. */
const createMoments = () => {
  const lastAt = new WeakMap<DockLink, { dock: number; drone: number }>();
  return (link: DockLink, of: 'dock' | 'drone', receivedWall: number): Date => {
    const last = lastAt.get(link) ?? { dock: -Infinity, drone: -Infinity };
    const ahead = last[of] - receivedWall;
    // A clock that was set back is not caught up with for long.
    const at = ahead >= 0 && ahead < aheadMost ? last[of] + 1 : receivedWall;
    lastAt.set(link, { ...last, [of]: at });
    return new Date(at);
  };
};

const droneRow = (
  link: DockLink,
  { droneOID, at, quality }: { droneOID: string; at: Date; quality: number | null },
  now: number,
): DroneTelemetryRow => {
  const state = telemetryOf(link, now);
  return {
    drone_oid: droneOID,
    at,
    flight_oid: state.airborne ? link.flightOID : null,
    lng: state.lng,
    lat: state.lat,
    height: state.height,
    elevation: state.elevation,
    speed_h: state.speedH,
    speed_v: state.speedV,
    head: state.head,
    percent: state.percent,
    mode_code: state.modeCode,
    payload: JSON.stringify({
      gimbal: state.gimbal,
      wind: state.wind,
      reason: state.reason,
      link: quality,
    }),
  };
};

/** Whether the state of a dock is worth a row: it changed, or the last row is old. */
const createChanges = () => {
  const lastRow = new WeakMap<DockLink, { at: number; state: string }>();
  return (link: DockLink, status: DockStatus, now: number): boolean => {
    const state = `${status.modeCode}|${status.coverState}|${status.droneInDock}|${status.stepCode}|${status.charge.state}|${status.online}`;
    const last = lastRow.get(link);
    if (last && last.state === state && now - last.at < limits.gateway.dockRowEvery) return false;
    lastRow.set(link, { at: now, state });
    return true;
  };
};

/** The database found the values wrong: it will never take them. Classes 22 and 23 of its error codes. */
const isFaultOfValues = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

/**
 * Writes rows in pieces, since a statement has room for 65,535 values, and takes each from `rows` once it is written.
 * A row that the database will never take is left out by itself, so that nobody's wrong values keep back the others.
 * @param leftOut hears of each of these
 * @throws what the database said when it took a piece for another reason not
 */
const writeInPieces = async <Row>(
  rows: Row[],
  insert: (piece: readonly Row[]) => Promise<void>,
  leftOut: (row: Row, error: unknown) => void,
): Promise<void> => {
  let most: number = limits.gateway.telemetryPiece;
  while (rows.length > 0) {
    const piece = rows.slice(0, most);
    try {
      await insert(piece);
      rows.splice(0, piece.length);
      most = Math.min(most * 2, limits.gateway.telemetryPiece);
    } catch (error) {
      if (!isFaultOfValues(error)) throw error;
      if (piece.length > 1) most = Math.ceil(piece.length / 2);
      else {
        rows.shift();
        for (const row of piece) leftOut(row, error);
      }
    }
  }
};

/** The quality of the radio between a dock and its aircraft, as the dock said it last. */
const createRadio = () => {
  const said = new WeakMap<DockLink, { at: number; quality: number | null }>();
  return {
    record: (link: DockLink, status: DockStatus, now: number): void =>
      void said.set(link, { at: now, quality: status.link.sdrQuality }),
    qualityOf(link: DockLink, now: number): number | null {
      const last = said.get(link);
      // What was said long ago is not the quality of now.
      return last && now - last.at <= limits.link.stale ? last.quality : null;
    },
  };
};

interface RecorderDependencies {
  db: Db;
  clock: Clock;
  log: Log;
  links(): Iterable<DockLink>;
}

/** The last-known rows: of each dock that was touched, every few seconds. */
const createSnapshots = (deps: RecorderDependencies) => {
  const dirty = new Set<DockLink>();
  let last = -Infinity;
  return {
    touch: (link: DockLink): void => void dirty.add(link),
    async write(now: number, force: boolean): Promise<void> {
      if (!force && now - last < limits.gateway.snapshotEvery) return;
      last = now;
      const links = [...dirty];
      dirty.clear();
      try {
        for (let i = 0; i < links.length; i += 100)
          await writeSnapshots(
            deps.db,
            links.slice(i, i + 100).map((link) => snapshotRow(link, now, deps.clock.wall())),
          );
      } catch (error) {
        for (const link of links) dirty.add(link);
        throw error;
      }
    },
  };
};

/**
 * Writes telemetry in batches beside the message path: aircraft rows at full rate while airborne, one dock
 * row on change of state and every 30 s, the last-known row every few seconds. While the database is away the
 * buffer is bounded and the oldest rows go first; live messages do not wait for any of it.
 */
export const createTelemetryRecorder = (deps: RecorderDependencies) => {
  let droneRows: DroneTelemetryRow[] = [];
  let dockRows: DockHistoryRow[] = [];
  let trackRows: DeviceTrackRow[] = [];
  const trackRow = createTrackRows();
  const snapshots = createSnapshots(deps);
  const momentOf = createMoments();
  const radio = createRadio();
  const hasChanged = createChanges();
  const warn = createSparingWarn(deps.log, deps.clock.mono);
  const leftOut = (deviceOID: string, err: unknown): void =>
    warn(deviceOID, { err, deviceOID }, 'a row of telemetry is not taken by the database and left out');

  const recordDrone = (link: DockLink, receivedWall: number): void => {
    snapshots.touch(link);
    const now = deps.clock.mono();
    const { droneOID } = link.dock;
    if (!droneOID || !(droneAirborne(link, now) || link.flightOID)) return;
    if (droneRows.length >= buffered) droneRows.shift();
    const at = momentOf(link, 'drone', receivedWall);
    droneRows.push(droneRow(link, { droneOID, at, quality: radio.qualityOf(link, now) }, now));
  };

  const recordDock = (link: DockLink, receivedWall: number): void => {
    snapshots.touch(link);
    const now = deps.clock.mono();
    // The rows are states of docks; what moves without flying leaves its way.
    if (link.dock.kind !== 'dock') {
      const row = trackRow(link, now, receivedWall);
      if (row && trackRows.length < buffered) trackRows.push(row);
      return;
    }
    const status = statusOf(link, now);
    radio.record(link, status, now);
    if (!hasChanged(link, status, now)) return;
    if (dockRows.length >= buffered) dockRows.shift();
    dockRows.push({ dockOID: link.dock.oid, at: momentOf(link, 'dock', receivedWall), payload: status });
  };

  const write = async (force: boolean): Promise<void> => {
    const now = deps.clock.mono();
    const drones = droneRows;
    const docks = dockRows;
    droneRows = [];
    const tracks = trackRows;
    dockRows = [];
    trackRows = [];
    try {
      await writeInPieces(
        drones,
        (piece) => insertDroneTelemetry(deps.db, piece),
        (row, error) => leftOut(row.drone_oid, error),
      );
      await writeInPieces(
        docks,
        (piece) => insertDockHistory(deps.db, piece),
        (row, error) => leftOut(row.dockOID, error),
      );
      await writeInPieces(
        tracks,
        (piece) => insertDeviceTrack(deps.db, piece),
        (row, error) => leftOut(row.device_oid, error),
      );
    } catch (error) {
      droneRows = [...drones, ...droneRows].slice(-buffered);
      dockRows = [...docks, ...dockRows].slice(-buffered);
      trackRows = [...tracks, ...trackRows].slice(-buffered);
      throw error;
    }
    await snapshots.write(now, force);
  };
  const behind = createWriteBehind(deps.log, 'telemetry not written, kept for later', write);
  const timers: readonly Timer[] = [
    { name: 'telemetry.write', every: 1_000, once: 'instance', process: 'gateway', run: behind.run },
  ];

  return {
    recordDrone,
    recordDock,
    /** Something else about the dock changed: write its last-known row with the next batch. */
    touch: snapshots.touch,
    /** Writes what is waiting, the last-known rows included. */
    flush: behind.flush,
    timers,
  };
};
export type TelemetryRecorder = ReturnType<typeof createTelemetryRecorder>;
