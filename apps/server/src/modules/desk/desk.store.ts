import { limits, openOrderStates, type deskCalls, type LeaseControl, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { ordersSeen } from '../work-order/index.ts';
import './desk.schema.ts';

type Now = ResponseOf<typeof deskCalls.now>;
const { postsMost, namedMost, notesOpenMost, notesPast, watchLapses } = limits.desk;

export interface PostRow {
  oid: string;
  name: string;
  dockOID: string;
  dockName: string;
  control: LeaseControl | null;
  since: Date | null;
}

/**
 * Who controls and watches docks of a scope, by name; controls first, as they count more.
 * @returns one more than an answer holds, where there are more
 */
export const postsNow = async (db: DbOrTrx, scope: Scope, now: Date): Promise<PostRow[]> => {
  const seen = sql`dock.deleted_at is null and dock.group_root = ${scope.groupRoot}::uuid
    and ${inScope('dock.group_oid', scope)}`;
  const { rows } = await sql<PostRow>`select * from (
      select member.oid, member.name, dock.oid as "dockOID", dock.name as "dockName", control_lease.control,
        null::timestamptz as since
      from control_lease inner join dock on dock.oid = control_lease.dock_oid
        inner join member on member.oid = control_lease.holder_oid
      where control_lease.expires_at > ${now} and ${seen}
      union all
      select member.oid, member.name, dock.oid, dock.name, null, min(desk_watch.since)
      from desk_watch inner join dock on dock.oid = desk_watch.dock_oid
        inner join session on session.oid = desk_watch.session_oid and session.ended_at is null
        inner join member on member.oid = session.member_oid
      where desk_watch.seen_at > ${new Date(now.getTime() - watchLapses)} and ${seen}
      group by member.oid, member.name, dock.oid, dock.name
    ) post order by control nulls last, name, "dockName", oid, "dockOID" limit ${postsMost + 1}`.execute(db);
  return rows;
};

/** Notes that a monitor is open. @param dock of the scope of whoever watches; another changes nothing */
export const recordWatch = async (
  db: DbOrTrx,
  scope: Scope,
  watch: { sessionOID: string; tabId: string; dockOID: string; at: Date },
): Promise<boolean> => {
  const { numAffectedRows = 0n } =
    await sql`insert into desk_watch (session_oid, tab_id, dock_oid, since, seen_at)
    select ${watch.sessionOID}::uuid, ${watch.tabId}, dock.oid, ${watch.at}::timestamptz, ${watch.at}::timestamptz
    from dock where dock.oid = ${watch.dockOID}::uuid and dock.deleted_at is null
      and dock.group_root = ${scope.groupRoot}::uuid and ${inScope('dock.group_oid', scope)}
    on conflict (session_oid, tab_id, dock_oid) do update set seen_at = excluded.seen_at,
      since = case when desk_watch.seen_at > excluded.seen_at - ${watchLapses / 1000}::float8 * interval '1 second'
        then desk_watch.since else excluded.since end`.execute(db);
  return numAffectedRows > 0n;
};

export const endWatch = async (
  db: DbOrTrx,
  { sessionOID, tabId, dockOID }: { sessionOID: string; tabId: string; dockOID: string },
): Promise<void> => {
  await db
    .deleteFrom('desk_watch')
    .where('session_oid', '=', sessionOID)
    .where('tab_id', '=', tabId)
    .where('dock_oid', '=', dockOID)
    .execute();
};

/** Monitors that closed without a word: a browser that was ended says nothing. */
export const dropWatches = async (db: DbOrTrx, before: Date): Promise<void> => {
  await db.deleteFrom('desk_watch').where('seen_at', '<', before).execute();
};

export const openAlarms = async (db: DbOrTrx, scope: Scope): Promise<NonNullable<Now['alarms']>> => {
  type Alarm = NonNullable<Now['alarms']>['list'][number];
  const open = sql`from device_health health
    inner join dock on dock.oid = health.dock_oid and dock.deleted_at is null
    where health.cleared_at is null and health.hidden_at is null and health.level > 0
      and health.group_root = ${scope.groupRoot}::uuid and ${inScope('health.group_oid', scope)}`;
  const counted = await sql<{ warnings: number; cautions: number }>`select
      (count(*) filter (where health.level > 1))::int as warnings,
      (count(*) filter (where health.level = 1))::int as cautions ${open}`.execute(db);
  const named = await sql<
    Omit<Alarm, 'firstAt'> & { firstAt: Date }
  >`select health.oid, health.dock_oid as "dockOID",
      dock.name as "dockName", health.device, health.code, health.level, health.module,
      health.in_the_sky as "inTheSky", health.args, health.first_at as "firstAt" ${open}
    order by health.level desc, health.first_at, health.oid limit ${namedMost}`.execute(db);
  return {
    warnings: counted.rows[0]?.warnings ?? 0,
    cautions: counted.rows[0]?.cautions ?? 0,
    list: named.rows.map((row) => ({ ...row, firstAt: row.firstAt.getTime() })),
  };
};

export const openOrders = async (
  db: DbOrTrx,
  caller: Scope & { memberOID: string },
): Promise<NonNullable<Now['orders']>> => {
  type Order = NonNullable<Now['orders']>['list'][number];
  const open = sql`from work_order where work_order.state = any(${[...openOrderStates]}::text[])
    and ${ordersSeen(caller, undefined)}`;
  const counted = await sql<{
    state: Order['state'];
    count: number;
  }>`select state, count(*)::int as count ${open}
    group by state`.execute(db);
  const counts = new Map(counted.rows.map(({ state, count }) => [state, count]));
  const named = await sql<Omit<Order, 'createdAt'> & { createdAt: Date }>`select oid, name, state,
      created_at as "createdAt" ${open} order by created_at, oid limit ${namedMost}`.execute(db);
  return {
    counts: openOrderStates.map((state) => ({ state, count: counts.get(state) ?? 0 })),
    list: named.rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() })),
  };
};

export interface NoteRow {
  oid: string;
  text: string;
  groupName: string;
  byOID: string;
  by: string;
  at: Date;
  acknowledgedBy: string | null;
  acknowledgedAt: Date | null;
}

const noteRows = (
  scope: Scope,
) => sql`select desk_note.oid, desk_note.note as text, department.name as "groupName",
    desk_note.created_by as "byOID", writer.name as by, desk_note.created_at as at,
    reader.name as "acknowledgedBy", desk_note.acknowledged_at as "acknowledgedAt"
  from desk_note inner join department on department.oid = desk_note.group_oid
    inner join member writer on writer.oid = desk_note.created_by
    left join member reader on reader.oid = desk_note.acknowledged_by
  where desk_note.group_root = ${scope.groupRoot}::uuid and ${inScope('desk_note.group_oid', scope)}`;

/** One more than an answer holds, where there are more. */
export const openNotes = async (db: DbOrTrx, scope: Scope): Promise<NoteRow[]> => {
  const { rows } = await sql<NoteRow>`${noteRows(scope)} and desk_note.acknowledged_at is null
    order by desk_note.created_at, desk_note.oid limit ${notesOpenMost + 1}`.execute(db);
  return rows;
};
export const pastNotes = async (db: DbOrTrx, scope: Scope): Promise<NoteRow[]> => {
  const { rows } = await sql<NoteRow>`${noteRows(scope)} and desk_note.acknowledged_at is not null
    order by desk_note.acknowledged_at desc, desk_note.oid limit ${notesPast}`.execute(db);
  return rows;
};
/** @param lock until the transaction ends, so that two members cannot take a note over at once */
export const noteOf = async (
  db: DbOrTrx,
  scope: Scope,
  oid: string,
  lock = false,
): Promise<NoteRow | undefined> => {
  const { rows } = await sql<NoteRow>`${noteRows(scope)} and desk_note.oid = ${oid}::uuid
    ${lock ? sql`for update of desk_note` : sql``}`.execute(db);
  return rows[0];
};

export const insertNote = async (
  db: DbOrTrx,
  note: { oid: string; groupRoot: string; groupOID: string; text: string; memberOID: string; at: Date },
): Promise<void> => {
  await db
    .insertInto('desk_note')
    .values({
      oid: note.oid,
      group_root: note.groupRoot,
      group_oid: note.groupOID,
      note: note.text,
      created_by: note.memberOID,
      created_at: note.at,
    })
    .execute();
};
export const acknowledgeNote = async (
  db: DbOrTrx,
  { oid, memberOID, at }: { oid: string; memberOID: string; at: Date },
): Promise<void> => {
  await db
    .updateTable('desk_note')
    .set({ acknowledged_by: memberOID, acknowledged_at: at })
    .where('oid', '=', oid)
    .where('acknowledged_at', 'is', null)
    .execute();
};
