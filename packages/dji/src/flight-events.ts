import { isBlockedByObstacle, type FlightOutcome } from '@eyrie/domain';
import { z } from 'zod';
import { isRecord } from './wire.ts';
import { figure, listOrNull, part, place, readOrNull, whole, words } from './tolerant.ts';

/** Status words of a job after which nothing more comes. */
export const finalStatuses = ['ok', 'partially_done', 'rejected', 'failed', 'canceled', 'timeout'] as const;
export type FinalStatus = (typeof finalStatuses)[number];
const finals: ReadonlyMap<string, FinalStatus> = new Map([
  ...finalStatuses.map((status) => [status, status] as const),
  // Another generation's word for the same.
  ['success', 'ok'] as const,
]);
export const isFinalStatus = (status: string): boolean => finals.has(status);

export interface BreakPoint {
  /** Waypoint, or start of the leg. */
  index: number;
  onWaypoint: boolean;
  /** Share of the leg that is flown, 0 to 1. */
  progress: number | null;
  waylineId: number | null;
  /** Why the route was left. */
  reason: number | null;
  lng: number | null;
  lat: number | null;
  /** Above the ellipsoid, m. */
  height: number | null;
  heading: number | null;
}

export interface FlighttaskProgress {
  flightId: string;
  trackId: string | null;
  /** 0, or the error code of what went wrong. */
  result: number;
  /** sent, in_progress, paused or a final word; unknown words stay. */
  status: string;
  final: boolean;
  percent: number | null;
  /** Numbering differs between firmware lines: for display only. */
  step: number | null;
  waypoint: number | null;
  waylineId: number | null;
  missionState: number | null;
  mediaCount: number | null;
  breakPoint: BreakPoint | null;
}

const breakPointShape = z.object({
  index: whole.pipe(z.int().min(0)),
  state: whole,
  progress: figure,
  wayline_id: whole,
  break_reason: whole,
  latitude: figure,
  longitude: figure,
  height: figure,
  attitude_head: figure,
});

const progressShape = z.object({
  result: whole,
  output: z.object({
    status: z.string().min(1).max(64),
    progress: part({ current_step: whole, percent: figure }).optional(),
    /** As one page of the documents spells it. */
    prgress: part({ current_step: whole, percent: figure }).optional(),
    ext: part({
      flight_id: words,
      track_id: words,
      current_waypoint_index: whole,
      wayline_id: whole,
      wayline_mission_state: whole,
      media_count: whole,
      break_point: breakPointShape.nullable().catch(null),
    }),
  }),
});

const breakPointOf = (sent: z.output<typeof breakPointShape> | null): BreakPoint | null => {
  if (!sent) return null;
  const at = place(sent.longitude, sent.latitude);
  return {
    index: sent.index,
    onWaypoint: sent.state === 1,
    progress: sent.progress,
    waylineId: sent.wayline_id,
    reason: sent.break_reason,
    lng: at?.lng ?? null,
    lat: at?.lat ?? null,
    height: sent.height,
    heading: sent.attitude_head,
  };
};

const notNegative = (value: number | null): number | null => (value !== null && value >= 0 ? value : null);

/**
 * Data of `flighttask_progress`. The bid of the message is the flight where the data does not name it.
 * Null when there is no status or no flight to book it on.
 */
export const decodeFlighttaskProgress = (data: unknown, bid: string | null): FlighttaskProgress | null => {
  // Tables of the documents leave `output` out, examples and devices do not.
  const flat = isRecord(data) && !isRecord(data['output']);
  const read = readOrNull(progressShape, flat ? { result: data['result'], output: data } : data);
  const flightId = read?.output.ext.flight_id ?? bid;
  if (!read || flightId === null) return null;
  const { status, ext } = read.output;
  const progress = read.output.progress ?? read.output.prgress ?? { current_step: null, percent: null };
  const percent = progress.percent;
  return {
    flightId,
    trackId: ext.track_id,
    result: read.result ?? 0,
    status,
    final: isFinalStatus(status),
    percent: percent !== null && percent >= 0 && percent <= 100 ? percent : null,
    step: progress.current_step,
    waypoint: notNegative(ext.current_waypoint_index),
    waylineId: notNegative(ext.wayline_id),
    missionState: ext.wayline_mission_state,
    mediaCount: notNegative(ext.media_count),
    breakPoint: breakPointOf(ext.break_point),
  };
};

/** Ended because a person called the aircraft home or stopped the route, not because something broke. */
const endedByPerson: ReadonlySet<number> = new Set([322281, 322282, 322283]);
/** The same as reason of a break: generations choose differently among the three. */
const brokenByPerson: ReadonlySet<number> = new Set([1281, 1282, 1283]);

/** Is a result only that somebody ended it: no fault, and so no code to look up. */
export const isEndedByPerson = (result: number): boolean => endedByPerson.has(result);

/** The reason for a break as a result: the same number in the family of route errors. */
const routeErrors = 321_000;
export const breakReasonOf = ({
  breakPoint,
  result,
}: Pick<FlighttaskProgress, 'breakPoint' | 'result'>): number | null =>
  breakPoint?.reason ?? (isBlockedByObstacle(result - routeErrors) ? result - routeErrors : null);

const outcomeOf = (status: FinalStatus, result: number, breakReason: number | null): FlightOutcome => {
  if (status === 'ok') return 'done';
  if (status === 'partially_done') return 'partly';
  if (status === 'canceled' || endedByPerson.has(result)) return 'cancelled';
  // Without a code of its own the break says why.
  return result === 0 && breakReason !== null && brokenByPerson.has(breakReason) ? 'cancelled' : 'failed';
};

/**
 * How a flight ended and why: the device code as text, else the status word. Null while the message is not
 * the final one.
 */
export const flightOutcome = (
  progress: Pick<FlighttaskProgress, 'status' | 'result'> & Partial<Pick<FlighttaskProgress, 'breakPoint'>>,
): { outcome: FlightOutcome; reason: string | null } | null => {
  const status = finals.get(progress.status);
  if (!status) return null;
  const outcome = outcomeOf(status, progress.result, progress.breakPoint?.reason ?? null);
  if (progress.result !== 0) return { outcome, reason: String(progress.result) };
  return { outcome, reason: outcome === 'done' ? null : status };
};

export const flighttaskReadyEvent = 'flighttask_ready';
/** No dock has more tasks lying than this. */
const readyMost = 100;

/** Data of `flighttask_ready`: the flights whose conditions are met, of conditional tasks; empty where it names none. */
export const decodeFlighttaskReady = (data: unknown): string[] => {
  const ids = isRecord(data) ? data['flight_ids'] : null;
  if (!Array.isArray(ids)) return [];
  return ids.slice(0, readyMost).filter((id): id is string => typeof id === 'string' && id !== '');
};

const returnHomeShape = z.object({
  flight_id: words,
  planned_path_points: listOrNull(z.object({ latitude: figure, longitude: figure, height: figure }), 500),
  last_point_type: whole,
});

export interface ReturnHomeInfo {
  flightId: string | null;
  /** Planned way home; heights above the ellipsoid, m. */
  path: { lng: number; lat: number; height: number | null }[];
  /** Does the path end above the home point. Null: not told. */
  endsAtHome: boolean | null;
}

/** Data of `return_home_info`. */
export const decodeReturnHomeInfo = (data: unknown): ReturnHomeInfo | null => {
  const read = readOrNull(returnHomeShape, data);
  if (!read?.planned_path_points) return null;
  return {
    flightId: read.flight_id,
    path: read.planned_path_points.flatMap((point) => {
      const at = place(point.longitude, point.latitude);
      return at ? [{ ...at, height: point.height }] : [];
    }),
    endsAtHome: read.last_point_type === null ? null : read.last_point_type === 0,
  };
};

/** Data of `device_exit_homing_notify`: has the return been interrupted (true) or is it free again. */
export const decodeExitHoming = (
  data: unknown,
): { sn: string | null; interrupted: boolean; reason: number | null } | null => {
  const read = readOrNull(z.object({ sn: words, action: whole, reason: whole }), data);
  if (!read || (read.action !== 0 && read.action !== 1)) return null;
  return { sn: read.sn, interrupted: read.action === 1, reason: read.reason };
};

/** Data of `drc_status_notify`: 0 disconnected, 1 connecting, 2 connected. */
export const decodeDrcStatus = (data: unknown): { result: number; state: number } | null => {
  const read = readOrNull(z.object({ result: whole, drc_state: whole }), data);
  return read === null || read.drc_state === null
    ? null
    : { result: read.result ?? 0, state: read.drc_state };
};
