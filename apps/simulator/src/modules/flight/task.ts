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
  /** Of a conditional one; the aircraft must have more charge than this, and MB must be free at the start. */
  condition?: { battery: number; beginTime: number; endTime: number; storage: number } | undefined;
}

export interface PreparedTask {
  order: TaskOrder;
  plan: FlightPlan;
  /** It was reported that what it waits for has come. */
  reported?: true;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const number = (value: unknown, otherwise: number): number => {
  const read = Number(value);
  return value !== undefined && value !== null && Number.isFinite(read) ? read : otherwise;
};

/** Null: a conditional task that says nothing of its condition. */
function readCondition(raw: Record<string, unknown>): TaskOrder['condition'] | null {
  if (number(raw.task_type, 0) !== 2) return undefined;
  const ready = record(raw.ready_conditions);
  const condition = {
    battery: number(ready.battery_capacity, Number.NaN),
    beginTime: number(ready.begin_time, Number.NaN),
    endTime: number(ready.end_time, Number.NaN),
    storage: number(record(raw.executable_conditions).storage_capacity, 0),
  };
  return Object.values(condition).some(Number.isNaN) || condition.endTime <= condition.beginTime
    ? null
    : condition;
}

export function readOrder(data: unknown): TaskOrder | null {
  const raw = record(data);
  const flightId = raw.flight_id;
  if (typeof flightId !== 'string' || flightId === '') return null;
  const condition = readCondition(raw);
  if (condition === null) return null;
  const point = raw.break_point ? record(raw.break_point) : null;
  return {
    flightId,
    type: number(raw.task_type, 0),
    executeTime: number(raw.execute_time, 0),
    file: record(raw.file),
    rthAltitude: Math.min(1500, Math.max(20, number(raw.rth_altitude, 100))),
    continueWhenLost: number(raw.exit_wayline_when_rc_lost, 0) === 0,
    precise: number(raw.wayline_precision_type, 0) === 1,
    ...(condition ? { condition } : {}),
    start: point
      ? {
          wayline: number(point.wayline_id, 0),
          index: number(point.index, 0),
          progress: number(point.progress, 0),
        }
      : undefined,
  };
}
