import { sql, type SelectQueryBuilder } from 'kysely';
import type { FlightOutcome, FlightRecord, GateItem, ParsedRequestOf, flightCalls } from '@eyrie/domain';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

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

export const presentFlight = (row: FlightRow, resources: ReadonlySet<string>): FlightRecord => ({
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
  paused: row.paused,
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
  mediaExpected: row.media_expected,
  mediaReceived: Number(row.media_received ?? 0),
  confirmedAt: row.confirmed_at?.getTime() ?? null,
  gate: row.gate as GateItem[] | null,
  allowed: allowedOn(resources, row.state),
});

const likeText = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

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
    const like = likeText(request.keyword);
    result = result.where(
      sql<boolean>`(flight.route_oid in (select oid from route where group_root = ${scope.groupRoot}::uuid and name ilike ${like})
        or flight.dock_oid in (select oid from dock where group_root = ${scope.groupRoot}::uuid and name ilike ${like})
        or flight.task_oid in (select oid from task where group_root = ${scope.groupRoot}::uuid and name ilike ${like}))`,
    );
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

export interface NewFlight {
  oid: string;
  groupRoot: string;
  groupOID: string;
  taskOID: string;
  routeOID: string;
  dockOID: string;
  routeChecksum: string;
  waypointCount: number;
  returnAltitude: number;
  lostAction: 'return' | 'continue';
  clarity: string;
  executorOID: string;
}

export const insertFlight = async (db: DbOrTrx, flight: NewFlight): Promise<void> => {
  await db
    .insertInto('flight')
    .values({
      oid: flight.oid,
      group_root: flight.groupRoot,
      group_oid: flight.groupOID,
      task_oid: flight.taskOID,
      route_oid: flight.routeOID,
      dock_oid: flight.dockOID,
      route_checksum: flight.routeChecksum,
      waypoint_count: flight.waypointCount,
      return_altitude: flight.returnAltitude,
      lost_action: flight.lostAction,
      clarity: flight.clarity,
      executor_oid: flight.executorOID,
    })
    .execute();
};

/** Route as the flight needs it: file, checksum as reviewed, time. */
export const routeForFlight = async (db: DbOrTrx, routeOID: string) =>
  db
    .selectFrom('route')
    .select([
      'oid',
      'name',
      'object_key',
      'checksum',
      'duration',
      'max_height',
      'warnings',
      'waypoint_count',
      'drone_model',
      'group_root',
      'group_oid',
    ])
    .where('oid', '=', routeOID)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** True when the task is inside the scope; it then cannot be deleted until the transaction ends. */
export const holdTask = async (trx: DbOrTrx, scope: Scope, taskOID: string): Promise<boolean> =>
  (await trx
    .selectFrom('task')
    .select('oid')
    .where('oid', '=', taskOID)
    .where('deleted_at', 'is', null)
    .where(inScope('task.group_oid', scope))
    .forShare()
    .executeTakeFirst()) !== undefined;

export const storeGate = async (db: DbOrTrx, oid: string, gate: readonly GateItem[]): Promise<void> => {
  await db
    .updateTable('flight')
    .set({ gate: JSON.stringify(gate) })
    .where('oid', '=', oid)
    .execute();
};

export const storeFile = async (
  db: DbOrTrx,
  oid: string,
  file: { objectKey: string; md5: string },
): Promise<void> => {
  await db
    .updateTable('flight')
    .set({ object_key: file.objectKey, file_md5: file.md5 })
    .where('oid', '=', oid)
    .execute();
};

export const openFlightOn = async (db: DbOrTrx, dockOID: string) =>
  db
    .selectFrom('flight')
    .selectAll()
    .where('dock_oid', '=', dockOID)
    .where('state', '=', 'inFlight')
    .executeTakeFirst();

/** created → inFlight; false when it was not waiting, or another flight holds the dock. */
export const beginFlight = async (
  db: DbOrTrx,
  oid: string,
  droneOID: string | null,
  at: number,
): Promise<boolean> => {
  const result = await db
    .updateTable('flight')
    .set({ state: 'inFlight', start_time: new Date(at), drone_oid: droneOID, progress_at: new Date(at) })
    .where('oid', '=', oid)
    .where('state', '=', 'created')
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

export interface ProgressColumns {
  percent: number | null;
  step: number | null;
  missionState: number | null;
  waypoint: number | null;
  paused: boolean;
  breakPoint: unknown;
  mediaCount: number | null;
  at: number;
}

export const storeProgress = async (db: DbOrTrx, oid: string, progress: ProgressColumns): Promise<void> => {
  await db
    .updateTable('flight')
    .set({
      percent: progress.percent,
      step: progress.step,
      mission_state: progress.missionState,
      ...(progress.waypoint === null ? {} : { current_waypoint: progress.waypoint }),
      paused: progress.paused,
      ...(progress.breakPoint ? { break_point: JSON.stringify(progress.breakPoint) } : {}),
      ...(progress.mediaCount === null ? {} : { media_expected: progress.mediaCount }),
      progress_at: new Date(progress.at),
    })
    .where('oid', '=', oid)
    .where('state', '!=', 'over')
    .execute();
};

export const confirmFlight = async (db: DbOrTrx, oid: string, at: number): Promise<void> => {
  await db
    .updateTable('flight')
    .set({ confirmed_at: new Date(at) })
    .where('oid', '=', oid)
    .execute();
};

export interface FlightEnd {
  outcome: FlightOutcome;
  reason: string | null;
  at: number;
  distance: number;
  duration: number;
  mediaExpected: number | null;
}

/** … → over, once. */
export const endFlight = async (db: DbOrTrx, oid: string, end: FlightEnd): Promise<boolean> => {
  const result = await db
    .updateTable('flight')
    .set({
      state: 'over',
      outcome: end.outcome,
      outcome_reason: end.reason,
      end_time: new Date(end.at),
      paused: false,
      distance: end.distance,
      duration: end.duration,
      ...(end.outcome === 'done' ? { percent: 100 } : {}),
      ...(end.mediaExpected === null ? {} : { media_expected: end.mediaExpected }),
    })
    .where('oid', '=', oid)
    .where('state', '!=', 'over')
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

export interface TrackPoint {
  at: number;
  lng: number;
  lat: number;
  height: number | null;
  elevation: number | null;
}

export const flightTrack = async (db: DbOrTrx, flightOID: string): Promise<TrackPoint[]> => {
  const rows = await db
    .selectFrom('drone_telemetry')
    .select(['at', 'lng', 'lat', 'height', 'elevation'])
    .where('flight_oid', '=', flightOID)
    .where('lng', 'is not', null)
    .orderBy('at')
    .limit(100_000)
    .execute();
  return rows.map((row) => ({
    at: row.at.getTime(),
    lng: row.lng ?? 0,
    lat: row.lat ?? 0,
    height: row.height,
    elevation: row.elevation,
  }));
};

export const deleteFlights = async (trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> => {
  await trx
    .updateTable('flight')
    .set({ deleted_at: at, state: 'over', outcome: 'cancelled', end_time: at })
    .where('oid', 'in', [...oids])
    .where('state', '=', 'created')
    .execute();
};

/**
 * Serialises starts on one dock: the dock's row stays locked until the transaction ends. True when another
 * start is under way or its fate is unknown.
 */
export const otherStartUnderWay = async (
  trx: DbOrTrx,
  dockOID: string,
  commandOID: string,
): Promise<boolean> => {
  await trx.selectFrom('dock').select('oid').where('oid', '=', dockOID).forUpdate().executeTakeFirst();
  const other = await trx
    .selectFrom('command')
    .select('oid')
    .where('dock_oid', '=', dockOID)
    .where('method', '=', 'startJob')
    .where('state', 'in', ['authorised', 'sent'])
    .where('oid', '!=', commandOID)
    .executeTakeFirst();
  return other !== undefined;
};
