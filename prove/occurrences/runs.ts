/** Runs of timed tasks: how they are made to fall due, and what the database says became of them. */
import { calls } from '@eyrie/domain';
import type { Operator } from '../../apps/server/src/testing/operator.ts';
import { until } from '../../apps/server/src/testing/caller.ts';
import type { CountingDock } from './docks.ts';
import type { Place } from './place.ts';

export interface Run {
  taskOID: string;
  name: string;
  dock: CountingDock;
  /** The minute of its schedule, on the clock of its task. */
  wall: string;
  /** Ms since the epoch. */
  dueAt: number;
}

/** What became of a run. No row: it was taken back before it was due. */
export interface Outcome {
  run: Run;
  state: string | null;
  reason: string | null;
  /** Somebody was notified that it was missed. */
  notified: boolean;
  /** When its dock was ordered to start it, ms since the epoch. */
  starts: number[];
}

/** A minute far away; a schedule knows only whole minutes. */
const farAway = (): { timeZone: string; at: string } => ({
  timeZone: 'UTC',
  at: new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 16),
});

/** So many minutes after a minute. Both are on the clock of UTC, as `farAway` has it. */
export const inMinutes = (wall: string, minutes: number): string =>
  new Date(Date.parse(`${wall}Z`) + minutes * 60_000).toISOString().slice(0, 16);

/** A task of one run, which stays far away until it is made due. @throws Error with what was answered */
export const addRun = async (operator: Operator, dock: CountingDock, name: string): Promise<Run> => {
  const arrangement = {
    routeOID: dock.routeOID,
    dockOID: dock.oid,
    returnAltitude: 100,
    lostAction: 'return',
    clarity: 'hd',
  };
  const schedule = farAway();
  const request = { name, type: 'single', schedule, arrangement };
  const { status, message, data } = await operator.call(calls.task.add, request);
  if (status !== 200) throw new Error(`task: ${status} ${message}`);
  return { taskOID: data.oid as string, name, dock, wall: schedule.at, dueAt: 0 };
};

/** Lets runs fall due at their moments, to the millisecond, instead of at a full minute. */
export const makeDue = async ({ sql }: Place, runs: readonly Run[]): Promise<void> => {
  const { rowCount } = await sql.query(
    `update task_occurrence set due_at = to_timestamp(due / 1000.0)
     from unnest($1::uuid[], $2::float8[]) as given (task, due) where task_oid = task`,
    [runs.map(({ taskOID }) => taskOID), runs.map(({ dueAt }) => dueAt)],
  );
  if (rowCount !== runs.length) throw new Error(`${rowCount} of ${runs.length} runs were planned`);
};

interface Row {
  task: string;
  state: string;
  /** With the items of the gate that stood in its way. */
  reason: string | null;
  due: number;
  notified: boolean;
}

const rowsOf = async ({ sql }: Place, runs: readonly Run[]): Promise<Row[]> => {
  const { rows } = await sql.query<Row>(
    `select o.task_oid as task, o.state,
       nullif(concat_ws(' ', o.reason, o.reason_values ->> 'items'), '') as reason,
       (extract(epoch from o.due_at) * 1000)::float8 as due,
       exists (select 1 from notification n where n.kind in ('taskMissed', 'taskStartUnknown') and n.values ->> 'name' = task.name) as notified
     from task_occurrence o join task on task.oid = o.task_oid where o.task_oid = any($1::uuid[])`,
    [runs.map(({ taskOID }) => taskOID)],
  );
  return rows;
};

/** Which flights the tasks of these runs ever had, whatever their state. */
const flightsOf = async ({ sql }: Place, runs: readonly Run[]): Promise<Map<string, string[]>> => {
  const { rows } = await sql.query<{ task: string; flights: string[] }>(
    `select task_oid as task, array_agg(oid) as flights from flight where task_oid = any($1::uuid[]) group by 1`,
    [runs.map(({ taskOID }) => taskOID)],
  );
  return new Map(rows.map(({ task, flights }) => [task, flights]));
};

const open: ReadonlySet<string> = new Set(['planned', 'launching']);
/** A run of the moment itself, not one that its task was moved to. */
const isOf = (run: Run, row: Row): boolean => row.task === run.taskOID && Math.abs(row.due - run.dueAt) < 1;

/** Waits until each is decided, at most `within` ms; what is open then is returned as it is. */
export const outcomesOf = async (place: Place, runs: readonly Run[], within: number): Promise<Outcome[]> => {
  const isOpen = (rows: Row[]): boolean =>
    runs.some((run) => rows.some((row) => isOf(run, row) && open.has(row.state)));
  await until(
    'all runs decided and notified of',
    () => rowsOf(place, runs),
    (rows) => !isOpen(rows) && rows.every(({ state, notified }) => state !== 'missed' || notified),
    within,
    500,
  ).catch((error: unknown) => console.log(`        ${String(error).slice(0, 120)}`));
  const rows = await rowsOf(place, runs);
  const flights = await flightsOf(place, runs);
  return runs.map((run) => {
    const row = rows.find((one) => isOf(run, one));
    const starts = (flights.get(run.taskOID) ?? []).flatMap((oid) => run.dock.starts.get(oid) ?? []);
    const { state = null, reason = null, notified = false } = row ?? {};
    return { run, state, reason, notified, starts };
  });
};
