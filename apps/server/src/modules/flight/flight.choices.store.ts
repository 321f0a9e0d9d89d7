import { parametersOf } from '@eyrie/dji';
import type { AiTypeFigures, Assignment, FlightRecord, Names } from '@eyrie/domain';
import { sql, type Selectable } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** What people decided about a flight, whole. */
export interface KeptChoices {
  aiTypes: string[];
  aiRange: number | null;
  workOrderType: string | null;
  assigneeOID: string;
  assignment: Assignment;
  controllerOID: string | null;
  gimbalOID: string | null;
}

/** The columns in which a flight keeps them. */
export const choiceColumns = (choices: KeptChoices) => ({
  ai_types: choices.aiTypes,
  ai_range: choices.aiRange,
  work_order_type: choices.workOrderType,
  assignee_oid: choices.assigneeOID,
  assignment: choices.assignment,
  controller_oid: choices.controllerOID,
  gimbal_oid: choices.gimbalOID,
});

export type ChoiceRow = Pick<
  Selectable<Database['flight']>,
  | 'ai_types'
  | 'ai_range'
  | 'work_order_type'
  | 'assignee_oid'
  | 'executor_oid'
  | 'assignment'
  | 'controller_oid'
  | 'gimbal_oid'
>;

export const choicesOf = (row: ChoiceRow): KeptChoices => ({
  aiTypes: row.ai_types,
  aiRange: row.ai_range,
  workOrderType: row.work_order_type,
  assigneeOID: row.assignee_oid ?? row.executor_oid,
  assignment: row.assignment,
  controllerOID: row.controller_oid,
  gimbalOID: row.gimbal_oid,
});

/** The codes of a code table of an organisation that are offered. */
export const offeredCodes = async (
  db: DbOrTrx,
  groupRoot: string,
  list: 'aiType' | 'workOrderType',
): Promise<Set<string>> => {
  const { rows } = await sql<{ code: string }>`select code from listed_code
    where group_root = ${groupRoot}::uuid and list = ${list} and enabled`.execute(db);
  return new Set(rows.map(({ code }) => code));
};

/** Members who are there, may start flights, and whose department covers that of a dock. */
const flyersOf = (dockOID: string) => sql`from member join dock on dock.oid = ${dockOID}::uuid
  join department on department.oid = dock.group_oid
  where member.group_root = dock.group_root and member.enabled and not member.service and member.deleted_at is null
    and (member.valid_until is null or member.valid_until > now())
    and department.path @> array[member.group_oid]
    and exists (select from member_role join role_resource on role_resource.role_oid = member_role.role_oid
      where member_role.member_oid = member.oid and role_resource.resource = 'flight:start')`;

/** Whether a member may be asked to fly from a dock. */
export const mayFlyFrom = async (db: DbOrTrx, dockOID: string, memberOID: string): Promise<boolean> =>
  (await sql`select 1 ${flyersOf(dockOID)} and member.oid = ${memberOID}::uuid`.execute(db)).rows.length > 0;

/** Who may be asked to fly from a dock, by name. */
export const flyers = async (
  db: DbOrTrx,
  dockOID: string,
  { keyword, most }: { keyword: string; most: number },
): Promise<{ oid: string; name: string }[]> => {
  const named = keyword === '' ? sql`true` : sql`position(lower(${keyword}) in lower(member.name)) > 0`;
  const { rows } = await sql<{
    oid: string;
    name: string;
  }>`select member.oid, member.name ${flyersOf(dockOID)}
    and ${named} order by member.name, member.oid limit ${most}`.execute(db);
  return rows;
};

export const memberName = async (db: DbOrTrx, oid: string, groupRoot: string): Promise<string> =>
  (
    await db
      .selectFrom('member')
      .select('name')
      .where('oid', '=', oid)
      .where('group_root', '=', groupRoot)
      .executeTakeFirst()
  )?.name ?? '–';

/** Handheld controllers or gimbals that a member sees and that are in use. */
export const devicesSeen = async (
  db: DbOrTrx,
  scope: Scope,
  kind: 'remoteController' | 'gimbal',
  { oid, droneOID }: { oid?: string; droneOID?: string | null },
): Promise<{ oid: string; name: string }[]> =>
  db
    .selectFrom('device')
    .select(['device.oid', 'device.name'])
    .where('device.kind', '=', kind)
    .where('device.deleted_at', 'is', null)
    .where('device.retired_at', 'is', null)
    .where(inScope('device.group_oid', scope))
    .$if(oid !== undefined, (query) => query.where('device.oid', '=', oid ?? ''))
    .$if(droneOID !== undefined, (query) =>
      query
        .innerJoin('device_report', 'device_report.device_oid', 'device.oid')
        .where('device_report.drone_oid', '=', droneOID ?? null),
    )
    .orderBy('device.name')
    .limit(100)
    .execute();

/** The aircraft of a dock; null: none is known there. */
export const droneOf = async (db: DbOrTrx, dockOID: string): Promise<{ oid: string; name: string } | null> =>
  (await db
    .selectFrom('drone')
    .select(['oid', 'name'])
    .where('dock_oid', '=', dockOID)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()) ?? null;

/** Metres above the dock that its aircraft allows, by what it reported last; null: it never did. */
export const heightLimitOf = async (db: DbOrTrx, dockOID: string): Promise<number | null> => {
  const row = await db
    .selectFrom('dock_snapshot')
    .select('drone_values')
    .where('dock_oid', '=', dockOID)
    .executeTakeFirst();
  const { heightLimit } = parametersOf({ dock: null, drone: row?.drone_values ?? null });
  return typeof heightLimit === 'number' ? heightLimit : null;
};

const named = (list: string, code: string) => sql<Named | null>`(select json_build_object('code', code,
  'names', names) from listed_code where listed_code.group_root = flight.group_root
  and listed_code.list = ${sql.lit(list)} and listed_code.code = ${sql.ref(code)})`;
export interface Named {
  code: string;
  names: Names;
}

/** What the list of flights reads of all that. */
export const choiceListColumns = {
  assignor: sql<string>`member.name`,
  assigneeOID: sql<string>`coalesce(flight.assignee_oid, flight.executor_oid)`,
  assignee: sql<string>`coalesce((select name from member assigned where assigned.oid = flight.assignee_oid), member.name)`,
  acknowledgement: sql<FlightRecord['acknowledgement']>`case
    when flight.assignee_oid is null or flight.assignee_oid = flight.executor_oid then 'none'
    when flight.acknowledged_at is null then 'waiting' else 'given' end`,
  acknowledgedAt: sql<number | null>`(extract(epoch from flight.acknowledged_at) * 1000)::float8`,
  plannedAt: sql<
    number | null
  >`(select (extract(epoch from run.due_at) * 1000)::float8 from task_occurrence run
    where run.flight_oid = flight.oid limit 1)`,
  aiCodes: sql<string[]>`flight.ai_types`,
  aiNamed: sql<
    Named[] | null
  >`case when flight.ai_types <> '{}' then (select json_agg(json_build_object('code', code,
    'names', names)) from listed_code where listed_code.group_root = flight.group_root
    and listed_code.list = 'aiType' and listed_code.code = any(flight.ai_types)) end`,
  orderCode: sql<string | null>`flight.work_order_type`,
  orderNamed: named('workOrderType', 'flight.work_order_type'),
  controllerName: sql<string | null>`(select name from device where device.oid = flight.controller_oid)`,
  gimbalName: sql<string | null>`(select name from device where device.oid = flight.gimbal_oid)`,
  dockVendor: sql<'DJI' | 'own'>`dock.vendor`,
};

/** Of AI types: how many findings people checked, as statistics count them, and confirmed ones with their pictures. */
export const aiFiguresOf = async (
  db: DbOrTrx,
  scope: Scope,
  aiTypes: readonly string[],
  samples: number,
): Promise<(Omit<AiTypeFigures, 'samples'> & { samples: (SampleRow | null)[] })[]> => {
  const { rows } = await sql<{
    code: string;
    judged: number;
    precision: number | null;
    samples: (SampleRow | null)[];
  }>`
    select wanted.code, figures.judged, figures.precision, coalesce(shown.list, '[]') as samples
    from unnest(${[...aiTypes]}::text[]) with ordinality as wanted (code, place)
    cross join lateral (select coalesce(sum(found_confirmed + found_false), 0)::int as judged,
        sum(found_confirmed)::float8 / nullif(sum(found_confirmed + found_false), 0) as precision
      from finding_group_day counted where counted.group_root = ${scope.groupRoot}::uuid
        and counted.class = wanted.code and ${inScope('counted.group_oid', scope)}) figures
    cross join lateral (select json_agg(json_build_object('mediaOID', found.media_oid, 'x', found.x, 'y', found.y,
        'width', found.width, 'height', found.height, 'pictureWidth', found.picture_width,
        'pictureHeight', found.picture_height)) as list
      from (select outcome.* from detection_outcome outcome join media on media.oid = outcome.media_oid
        where outcome.group_root = ${scope.groupRoot}::uuid and outcome.class = wanted.code
          and outcome.verdict = 'confirmed' and ${inScope('outcome.group_oid', scope)}
          and media.kind = 'photo' order by outcome.verdict_at desc nulls last limit ${samples}) found) shown
    order by wanted.place`.execute(db);
  return rows;
};
export interface SampleRow {
  mediaOID: string;
  x: number;
  y: number;
  width: number;
  height: number;
  pictureWidth: number;
  pictureHeight: number;
}

/** Marks a flight as known by its assignee. False: it was before, or the member is not its assignee. */
export const acknowledgeFlight = async (
  trx: DbOrTrx,
  oid: string,
  memberOID: string,
  at: Date,
): Promise<boolean> => {
  const result = await trx
    .updateTable('flight')
    .set({ acknowledged_at: at })
    .where('oid', '=', oid)
    .where('assignee_oid', '=', memberOID)
    .where('acknowledged_at', 'is', null)
    .where('state', '!=', 'over')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
};

export interface Assigned {
  oid: string;
  assigneeOID: string;
  task: string;
  dock: string;
  by: string;
}

/** Takes flights of whose assignees nobody was notified yet: each is taken once, whichever server does it. */
export const takeAssigned = async (trx: DbOrTrx, most: number, at: Date): Promise<Assigned[]> => {
  const { rows } = await sql<Assigned>`with taken as (
      select oid from flight where assignee_notified_at is null and assignee_oid is not null
        and assignee_oid <> executor_oid and state <> 'over' and deleted_at is null
      order by created_at limit ${most} for update skip locked)
    update flight set assignee_notified_at = ${at} from taken where taken.oid = flight.oid
    returning flight.oid, flight.assignee_oid as "assigneeOID",
      coalesce((select name from task where task.oid = flight.task_oid), '') as task,
      (select name from dock where dock.oid = flight.dock_oid) as dock,
      (select name from member where member.oid = flight.executor_oid) as by`.execute(trx);
  return rows;
};
