import { sql } from 'kysely';
import { limits, type BreakPoint, type FlightRecord, type SeriesTurnState } from '@eyrie/domain';
import {
  column,
  defineList,
  equals,
  keywordBy,
  reading,
  type RowOf,
  ascending,
  descending,
} from '../../platform/list/index.ts';
import { holdsWord } from '../../platform/postgres/index.ts';
import { choiceListColumns } from './flight.choices.store.ts';
import { continuationOf } from './flight.continue.store.ts';
import { mediaReceived } from './flight.media.store.ts';

/** Flights whose dock, route or task is named so. */
const named = (table: 'dock' | 'route' | 'task', groupRoot: string, word: string) =>
  sql<boolean>`${sql.ref(`flight.${table}_oid`)} in (select oid from ${sql.table(table)}
    where group_root = ${groupRoot}::uuid and ${holdsWord(`${table}.name`, word)})`;

const newest = sql`state <> 'withdrawn' order by asked_at desc, oid desc limit 1`;
/** Of a flight that has not begun: its own approval, else that of the task whose run it is. */
const approvalNow = sql`case when flight.state = 'created' then coalesce(
  (select oid from flight_approval where flight_oid = flight.oid and ${newest}),
  (select oid from flight_approval where task_oid = (select task_oid from task_occurrence
    where task_occurrence.flight_oid = flight.oid limit 1) and ${newest})) end`;

export const flightList = defineList({
  table: 'flight',
  scope: 'department',
  deletedAt: 'deleted_at',
  // Nobody looks at the history of what no person edits.
  unversioned: true,
  name: 'oid',
  pageJoins: sql`inner join department on department.oid = flight.group_oid
    left join task on task.oid = flight.task_oid
    left join route on route.oid = flight.route_oid
    inner join dock on dock.oid = flight.dock_oid
    inner join member on member.oid = flight.executor_oid
    left join flight_series series on series.oid = flight.series_oid
    left join drone on drone.oid = flight.drone_oid
    left join flight_approval approval on approval.oid = coalesce(flight.approval_oid, ${approvalNow})`,
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`department.name`,
    taskOID: 'task_oid',
    taskName: sql<string | null>`task.name`,
    routeOID: 'route_oid',
    takeOffTo: column<FlightRecord['takeOffTo']>('take_off_to'),
    routeName: sql<string | null>`route.name`,
    dockOID: 'dock_oid',
    dockName: sql<string>`dock.name`,
    dockModel: sql<string>`dock.model`,
    droneOID: 'drone_oid',
    droneName: sql<string | null>`drone.name`,
    state: 'state',
    outcome: 'outcome',
    outcomeReason: 'outcome_reason',
    unordered: 'unordered',
    paused: 'paused',
    breakPoint: 'break_point',
    lines: 'lines',
    startsAt: column<BreakPoint | null>('starts_at'),
    continuesOID: 'continues_oid',
    series: sql<
      | (Omit<NonNullable<FlightRecord['series']>, 'turn'> & {
          turn: {
            state: SeriesTurnState;
            reason: string | null;
            values: Record<string, string | number> | null;
          } | null;
        })
      | null
    >`case when series.oid is not null then json_build_object('oid', series.oid,
      'flown', series.flown, 'place', flight.series_place, 'size', series.size, 'gapSeconds', series.gap_seconds,
      'startsItself', series.starts_by is not null,
      'turn', (select json_build_object('state', turn.state, 'reason', turn.reason, 'values', turn.reason_values)
        from flight_turn turn where turn.flight_oid = flight.oid)) end`,
    /** Another flight of its part waits, flies, or was flown to its end. */
    partTaken: sql<boolean>`flight.series_oid is not null and exists (select from flight other
      where other.series_oid = flight.series_oid and other.series_place = flight.series_place
        and other.deleted_at is null and (other.state <> 'over' or other.outcome = 'done'))`,
    heldAt: 'held_at',
    heldBy: sql<string | null>`(select holder.name from member holder where holder.oid = flight.held_by)`,
    heldReason: 'held_reason',
    continuedByOID: continuationOf(sql`flight.oid`),
    returnAltitude: 'return_altitude',
    lostAction: 'lost_action',
    clarity: column<FlightRecord['clarity']>('clarity'),
    executor: sql<string>`member.name`,
    ...choiceListColumns,
    assignment: 'assignment',
    aiRange: 'ai_range',
    controllerOID: 'controller_oid',
    gimbalOID: 'gimbal_oid',
    createdAt: 'created_at',
    startTime: 'start_time',
    endTime: 'end_time',
    distance: 'distance',
    duration: 'duration',
    percent: 'percent',
    step: 'step',
    missionState: 'mission_state',
    currentWaypoint: 'current_waypoint',
    currentWayline: 'current_wayline',
    waypointCount: 'waypoint_count',
    phase: 'phase',
    progress: 'progress',
    secondsLeft: 'seconds_left',
    progressAt: 'progress_at',
    mediaExpected: 'media_expected',
    mediaReceived,
    mediaFirst: sql<boolean>`exists (select from media_first where media_first.flight_oid = flight.oid)`,
    confirmedAt: 'confirmed_at',
    approval: sql<FlightRecord['approval']>`case when approval.oid is not null then json_build_object(
      'state', approval.state, 'reason', approval.reason,
      'by', (select name from member where member.oid = approval.decided_by),
      'at', (extract(epoch from approval.decided_at) * 1000)::float8) end`,
    gate: 'gate',
    /** A start of it was authorised once: the dock may hold it as it is. */
    ordered: sql<boolean>`flight.file_md5 is not null`,
  },
  filters: {
    state: equals('flight.state'),
    outcome: equals('flight.outcome'),
    dockOID: equals('flight.dock_oid'),
    droneOID: equals('flight.drone_oid'),
    taskOID: equals('flight.task_oid'),
    seriesOID: equals('flight.series_oid'),
    assigneeOID: (oid: string) =>
      sql<boolean>`coalesce(flight.assignee_oid, flight.executor_oid) = ${oid}::uuid`,
    from: (value: number) => sql<boolean>`flight.created_at >= ${new Date(value)}`,
    to: (value: number) => sql<boolean>`flight.created_at <= ${new Date(value)}`,
    keyword: keywordBy(
      (word, { caller: { groupRoot } }) => sql<boolean>`(${named('route', groupRoot, word)}
        or ${named('dock', groupRoot, word)} or ${named('task', groupRoot, word)})`,
    ),
  },
  sort: {
    createdAt: [ascending('flight.created_at')],
    '-createdAt': [descending('flight.created_at')],
    startTime: sql`flight.start_time nulls last`,
    '-startTime': sql`flight.start_time desc nulls last`,
  },
  order: '-createdAt',
  // To count a million takes ten times as long as to find a page of them.
  countMost: limits.list.countMost,
});
export type ShownFlight = RowOf<typeof flightList>;
export const flights = reading(flightList);
