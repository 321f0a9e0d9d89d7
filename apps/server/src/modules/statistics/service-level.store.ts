import { limits, serviceLevels, type ServiceLevelName, type ServiceLevelSums } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Asked } from './measures.store.ts';

const { levelsDays, levelsSettled, firstFrameMost } = limits.statistics;
const columns = sql.raw(`dock_oid, day, level, group_oid, group_root, count, within, timed, sum`);
const seconds = (ms: number): RawBuilder<unknown> => sql`make_interval(secs => ${ms / 1_000})`;
const targetOf = (level: ServiceLevelName): number => serviceLevels[level].target ?? 0;

/** Docks in service that were heard at least once, with the day of their organisation. */
const looked = sql`dock inner join organisation on organisation.oid = dock.group_root
  inner join dock_snapshot on dock_snapshot.dock_oid = dock.oid
  where dock.kind = 'dock' and dock.deleted_at is null and dock.retired_at is null
    and dock_snapshot.last_seen_at is not null`;
const today = sql`(now() at time zone organisation.time_zone)::date`;

const none = sql`0::float8`;
const addLooks = (level: ServiceLevelName, within: RawBuilder<unknown>, age: RawBuilder<unknown>) =>
  sql`insert into service_level_day as kept (${columns})
    select dock.oid, ${today}, ${level}, dock.group_oid, dock.group_root, 1, (${within})::int,
      ${age === none ? 0 : 1}::int, ${age}
    from ${looked} ${level === 'available' ? sql`` : sql`and dock_snapshot.online`}
    on conflict (dock_oid, day, level) do update set count = kept.count + 1, within = kept.within + excluded.within,
      timed = kept.timed + excluded.timed, sum = kept.sum + excluded.sum`;

/** Looks once at every dock in service: whether it is online, and how old its newest stored value is. */
export const lookAtDocks = async (db: DbOrTrx): Promise<void> => {
  const age = sql`greatest(0, extract(epoch from clock_timestamp() - dock_snapshot.last_seen_at) * 1000)::float8`;
  // What stands there as online is old while no gateway is there to say otherwise.
  const fresh = sql`dock_snapshot.last_seen_at > now() - ${seconds(limits.dock.offlineAfter)}`;
  await addLooks('available', sql`dock_snapshot.online and ${fresh}`, none).execute(db);
  await addLooks('telemetryAge', sql`${age} <= ${targetOf('telemetryAge')}`, age).execute(db);
};

/** From here on days are counted anew, whatever the zone. */
const since = sql`(now() at time zone 'UTC')::date - ${levelsDays}::int`;
/** Records of those days lie after it in every zone. */
const recordsSince = sql`now() - make_interval(days => ${levelsDays + 2}::int)`;
/** A command that nothing more is expected of. */
const settled = sql`command.created_at >= ${recordsSince} and command.sent_at is not null
  and command.sent_at < now() - ${seconds(levelsSettled)}`;

/** Orders that left, and the ms until the first answer of the device. */
const answers = sql`select command.dock_oid, command.group_root, command.sent_at as at, (
    select min(greatest(0, (step->>'at')::float8 - extract(epoch from command.sent_at) * 1000))
    from jsonb_array_elements(command.history) step
    where step->>'state' in ('accepted', 'in_progress', 'succeeded', 'failed', 'rejected', 'accepted_late')
      and command.ack_code is not null) as ms
  from organisation inner join command on command.group_root = organisation.oid where ${settled}`;

/** Live pictures that were ordered, and the ms until their stream was there. One that ran before only has another viewer. */
const pictures = sql`select command.dock_oid, command.group_root, command.sent_at as at,
    extract(epoch from began.at - command.sent_at) * 1000 as ms
  from organisation inner join command on command.group_root = organisation.oid
  cross join lateral (select array(select command.dock_oid::text || owner || split_part(command.arguments->>'videoId', '/', 2)
    || '_' || split_part(command.arguments->>'videoId', '/', 3) from unnest(array['_dock_', '_drone_']) owner) as names) stream
  left join lateral (select min(began_at) as at from video_stream_start start
    where start.stream = any(stream.names) and start.began_at >= command.sent_at
      and start.began_at <= command.sent_at + ${seconds(firstFrameMost)}) began on true
  where command.method = 'startLive' and command.state in ('accepted', 'in_progress', 'succeeded') and ${settled}
    and (began.at is not null or not exists (select from video_stream_start before
      where before.stream = any(stream.names) and before.began_at < command.sent_at
        and before.began_at > command.sent_at - interval '1 hour'))`;

/** Runs of timed tasks that wait for nothing but their time, and the ms until they were launched. */
const launches = sql`select coalesce(flight.dock_oid, (task.arrangement->>'dockOID')::uuid) as dock_oid, task.group_root,
    run.due_at as at, case when run.state = 'launched' then greatest(0, extract(epoch from run.decided_at - run.due_at) * 1000) end as ms
  from task_occurrence run inner join task on task.oid = run.task_oid
  left join flight on flight.oid = run.flight_oid
  where run.due_at >= ${recordsSince} and run.due_at < now() and run.state in ('launched', 'missed')
    and coalesce(task.arrangement->>'condition', '') = ''`;

const counted = {
  commandAnswer: answers,
  firstFrame: pictures,
  launch: launches,
} as const satisfies Partial<Record<ServiceLevelName, RawBuilder<unknown>>>;

/** Counts orders, pictures and launches of the last days anew from their records. */
export const countServiceLevels = async (trx: DbOrTrx): Promise<void> => {
  for (const level of ['commandAnswer', 'firstFrame', 'launch'] as const) {
    await sql`delete from service_level_day where level = ${level} and day >= ${since}`.execute(trx);
    await sql`insert into service_level_day (${columns})
      select dock.oid, (one.at at time zone organisation.time_zone)::date, ${level}, dock.group_oid, dock.group_root,
        count(*)::int, (count(*) filter (where one.ms <= ${targetOf(level)}))::int, count(one.ms)::int,
        coalesce(sum(one.ms), 0)::float8
      from (${counted[level]}) one inner join dock on dock.oid = one.dock_oid and dock.group_root = one.group_root
        inner join organisation on organisation.oid = dock.group_root
      where (one.at at time zone organisation.time_zone)::date >= ${since}
      group by 1, 2, 3, 4, 5`.execute(trx);
  }
};

const rowsOf = ({ scope, groupOID, from, to }: Asked) => sql`service_level_day kept
  where kept.group_root = ${scope.groupRoot}::uuid and kept.day between ${from}::date and ${to}::date
    and ${inScope('kept.group_oid', scope, groupOID)}`;
const sums = sql.raw(`sum(kept.count)::float8 as count, sum(kept.within)::float8 as within,
  sum(kept.timed)::float8 as timed, sum(kept.sum)::float8 as sum`);

export type LevelSums = ServiceLevelSums & { level: ServiceLevelName };

/** Every level of a period that has a record. */
export const levelTotals = async (db: DbOrTrx, asked: Asked): Promise<LevelSums[]> => {
  const { rows } = await sql<LevelSums>`select kept.level, ${sums} from ${rowsOf(asked)} group by 1`.execute(
    db,
  );
  return rows;
};

export interface DockMonthSums {
  dockOID: string;
  dockName: string;
  month: string;
  levels: LevelSums[];
}

/** Every dock and month that has a record, by name and month, at most so many. */
export const levelsByDock = async (db: DbOrTrx, asked: Asked, most: number): Promise<DockMonthSums[]> => {
  const { rows } = await sql<DockMonthSums>`
    with part as (select kept.dock_oid, date_trunc('month', kept.day::timestamp)::date as month, kept.level, ${sums}
      from ${rowsOf(asked)} group by 1, 2, 3)
    select part.dock_oid as "dockOID", coalesce(dock.name, '') as "dockName", part.month::text as month,
      jsonb_agg(jsonb_build_object('level', part.level, 'count', part.count, 'within', part.within,
        'timed', part.timed, 'sum', part.sum)) as levels
    from part left join dock on dock.oid = part.dock_oid
    group by 1, 2, 3 order by 2, 1, 3 limit ${most}`.execute(db);
  return rows;
};
