import type { FlightPlan } from './plan.ts';

/** A task as `flighttask_prepare` hands it over, read without trusting it. */
export interface TaskOrder {
  flightId: string;
  /** 0 immediate, 1 timed, 2 conditional. */
  type: number;
  /** ms of the server's clock; 0 when none was given. */
  executeTime: number;
  file: { url?: unknown; fingerprint?: unknown } | null;
  rthAltitude: number;
  continueWhenLost: boolean;
  precise: boolean;
  start?: { wayline: number; index: number; progress: number } | undefined;
}

export interface PreparedTask {
  order: TaskOrder;
  plan: FlightPlan;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const number = (value: unknown, otherwise: number): number => {
  const read = Number(value);
  return value !== undefined && value !== null && Number.isFinite(read) ? read : otherwise;
};

export function readOrder(data: unknown): TaskOrder | null {
  const raw = record(data);
  const flightId = raw.flight_id;
  if (typeof flightId !== 'string' || flightId === '') return null;
  const point = raw.break_point ? record(raw.break_point) : null;
  return {
    flightId,
    type: number(raw.task_type, 0),
    executeTime: number(raw.execute_time, 0),
    file: record(raw.file),
    rthAltitude: Math.min(1500, Math.max(20, number(raw.rth_altitude, 100))),
    continueWhenLost: number(raw.exit_wayline_when_rc_lost, 0) === 0,
    precise: number(raw.wayline_precision_type, 0) === 1,
    start: point
      ? {
          wayline: number(point.wayline_id, 0),
          index: number(point.index, 0),
          progress: number(point.progress, 0),
        }
      : undefined,
  };
}
