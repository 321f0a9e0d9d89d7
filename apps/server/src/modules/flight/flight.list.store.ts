import { sql, type SelectQueryBuilder } from 'kysely';
import {
  flightPhase,
  readStoredGate,
  seenEndReasons,
  stepFits,
  type FlightRecord,
  type ParsedRequestOf,
  type flightCalls,
} from '@eyrie/domain';
import { errorMessage, errorText, flightStepOf, isEndedByPerson } from '@eyrie/dji';
import type { Language } from '../../platform/http/endpoint.ts';
import { hasPhrase, say } from '../../platform/http/words.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import { storedReason } from './flight.break.ts';

type Scope = { groupRoot: string; groupOID: string };
export type FlightQuery = Partial<ParsedRequestOf<typeof flightCalls.query4Dep>>;

const joined = (db: DbOrTrx) =>
  db
    .selectFrom('flight')
    .innerJoin('department', 'department.oid', 'flight.group_oid')
    .innerJoin('task', 'task.oid', 'flight.task_oid')
    .innerJoin('route', 'route.oid', 'flight.route_oid')
    .innerJoin('dock', 'dock.oid', 'flight.dock_oid')
    .innerJoin('member', 'member.oid', 'flight.executor_oid')
    .leftJoin('drone', 'drone.oid', 'flight.drone_oid')
    .where('flight.deleted_at', 'is', null);

const selected = (db: DbOrTrx) =>
  joined(db)
    .selectAll('flight')
    .select((eb) => [
      'department.name as group_name',
      'task.name as task_name',
      'route.name as route_name',
      'dock.name as dock_name',
      'dock.model as dock_model',
      'drone.name as drone_name',
      'member.name as executor_name',
      eb
        .selectFrom('media')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('media.flight_oid', '=', 'flight.oid')
        .as('media_received'),
    ]);

export type FlightRow = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>;

/** Words the caller may say about a flight in its state. */
export const allowedOn = (resources: ReadonlySet<string>, state: string): string[] => [
  ...(resources.has('flight:start') && state === 'created' ? ['startJob'] : []),
  ...(resources.has('flight:edit') && state === 'created' ? ['delete'] : []),
  ...(resources.has('dock:control') && state !== 'over' ? ['forceEndJob'] : []),
];

/** Why a flight ended as it did: a device's code explained, or one of our own reasons. */
const outcomeMessage = (reason: string | null, language: Language): string | null => {
  if (reason === null) return null;
  if (/^-?\d+$/.test(reason)) {
    const code = Number(reason);
    return isEndedByPerson(code) ? errorText(code, language) : errorMessage(code, language);
  }
  const id = [`flight.reason.${reason}`, `refusal.${reason}`].find(hasPhrase);
  return id ? say(language, id) : reason;
};

/** Where a flight stands, as its gateway stored it; of one that nobody follows yet, by its own row. */
const standingOf = (
  row: FlightRow,
): Pick<FlightRecord, 'phase' | 'progress' | 'secondsLeft' | 'stepName'> => {
  const phase =
    row.state === 'inFlight' && row.phase
      ? row.phase
      : flightPhase({
          state: row.state,
          status: row.paused ? 'paused' : row.progress_at ? 'in_progress' : null,
          missionState: row.mission_state,
          taskState: null,
          mode: null,
          before: null,
        });
  const step = flightStepOf(row.dock_model, row.step);
  return {
    phase,
    progress: row.progress,
    secondsLeft: row.seconds_left,
    stepName: step && stepFits(step, phase) ? step : null,
  };
};

const learnedBy = ({ state, outcome_reason: reason }: FlightRow): FlightRecord['learnedBy'] => {
  if (state !== 'over') return null;
  return seenEndReasons.some((seen) => seen === reason) ? 'dockState' : 'report';
};

export const presentFlight = (
  row: FlightRow,
  resources: ReadonlySet<string>,
  language: Language,
): FlightRecord => ({
  oid: row.oid,
  groupOID: row.group_oid,
  groupRoot: row.group_root,
  groupName: row.group_name,
  taskOID: row.task_oid,
  taskName: row.task_name,
  routeOID: row.route_oid,
  routeName: row.route_name,
  dockOID: row.dock_oid,
  dockName: row.dock_name,
  droneOID: row.drone_oid,
  droneName: row.drone_name,
  state: row.state,
  outcome: row.outcome,
  outcomeReason: row.outcome_reason,
  outcomeMessage: outcomeMessage(row.outcome_reason, language),
  learnedBy: learnedBy(row),
  paused: row.paused,
  breakReason: storedReason(row),
  returnAltitude: row.return_altitude,
  lostAction: row.lost_action,
  clarity: row.clarity as FlightRecord['clarity'],
  executor: row.executor_name,
  createdAt: row.created_at.getTime(),
  startTime: row.start_time?.getTime() ?? null,
  endTime: row.end_time?.getTime() ?? null,
  distance: row.distance,
  duration: row.duration,
  percent: row.percent,
  step: row.step,
  missionState: row.mission_state,
  currentWaypoint: row.current_waypoint,
  waypointCount: row.waypoint_count,
  ...standingOf(row),
  mediaExpected: row.media_expected,
  mediaReceived: Number(row.media_received ?? 0),
  confirmedAt: row.confirmed_at?.getTime() ?? null,
  gate: readStoredGate(row.gate),
  allowed: allowedOn(resources, row.state),
});

const filtered = <O>(
  query: SelectQueryBuilder<Database, 'flight', O>,
  scope: Scope,
  request: FlightQuery,
) => {
  let result = query
    .where('flight.group_root', '=', scope.groupRoot)
    .where(inScope('flight.group_oid', scope, request.groupOID));
  if (request.state) result = result.where('flight.state', '=', request.state);
  if (request.outcome) result = result.where('flight.outcome', '=', request.outcome);
  if (request.dockOID) result = result.where('flight.dock_oid', '=', request.dockOID);
  if (request.taskOID) result = result.where('flight.task_oid', '=', request.taskOID);
  if (request.from !== undefined) result = result.where('flight.created_at', '>=', new Date(request.from));
  if (request.to !== undefined) result = result.where('flight.created_at', '<=', new Date(request.to));
  if (request.keyword) {
    const { keyword } = request;
    const named = (table: 'dock' | 'route' | 'task') => sql<boolean>`flight.${sql.raw(table)}_oid in (
      select oid from ${sql.table(table)} where group_root = ${scope.groupRoot}::uuid
        and ${holdsWord(`${table}.name`, keyword)})`;
    result = result.where(sql<boolean>`(${named('route')} or ${named('dock')} or ${named('task')})`);
  }
  return result;
};

export const queryFlights = async (
  db: DbOrTrx,
  scope: Scope,
  request: FlightQuery & { pageNum: number; pageSize: number },
): Promise<FlightRow[]> => {
  const query = filtered(selected(db) as never, scope, request) as unknown as ReturnType<typeof selected>;
  const column = request.sort?.endsWith('startTime') ? 'flight.start_time' : 'flight.created_at';
  const direction = request.sort === 'createdAt' || request.sort === 'startTime' ? 'asc' : 'desc';
  return query
    .orderBy(column, (order) => (direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast()))
    .orderBy('flight.oid', direction)
    .limit(request.pageSize)
    .offset((request.pageNum - 1) * request.pageSize)
    .execute();
};

export const countFlights = async (db: DbOrTrx, scope: Scope, request: FlightQuery): Promise<number> => {
  const query = db.selectFrom('flight').where('flight.deleted_at', 'is', null);
  const row = await (filtered(query as never, scope, request) as unknown as typeof query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

export const flightForCaller = async (db: DbOrTrx, scope: Scope, oid: string): Promise<FlightRow | null> =>
  (await selected(db)
    .where('flight.oid', '=', oid)
    .where(inScope('flight.group_oid', scope))
    .executeTakeFirst()) ?? null;

export const flightByOid = async (db: DbOrTrx, oid: string): Promise<FlightRow | null> =>
  (await selected(db).where('flight.oid', '=', oid).executeTakeFirst()) ?? null;
