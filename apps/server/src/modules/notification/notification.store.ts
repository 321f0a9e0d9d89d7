import { sql } from 'kysely';
import type { NotificationLevel, NotificationValues, Resource } from '@eyrie/domain';
import { defineList, equals, reading } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

const present = sql<boolean>`member.enabled and not member.service and member.deleted_at is null
  and (member.valid_until is null or member.valid_until > now())`;

/** Members who are there, hold a right and may see a department. */
export const membersAbove = async (db: DbOrTrx, groupOID: string, resource: Resource): Promise<string[]> => {
  const rows = await db
    .selectFrom('member')
    .innerJoin('member_role', 'member_role.member_oid', 'member.oid')
    .innerJoin('role_resource', 'role_resource.role_oid', 'member_role.role_oid')
    .innerJoin('department', 'department.group_root', 'member.group_root')
    .select('member.oid')
    .distinct()
    .where('department.oid', '=', groupOID)
    .where('role_resource.resource', '=', resource)
    .where(present)
    .where(sql<boolean>`department.path @> array[member.group_oid]`)
    .execute();
  return rows.map((row) => row.oid);
};

/** Members who are there, hold a right and whose department covers a dock. */
export const membersWith = async (db: DbOrTrx, dockOID: string, resource: Resource): Promise<string[]> => {
  const dock = await db.selectFrom('dock').select('group_oid').where('oid', '=', dockOID).executeTakeFirst();
  return dock ? membersAbove(db, dock.group_oid, resource) : [];
};

/** Members who hold a role. */
export const holdersOf = async (db: DbOrTrx, roleOID: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('member_role')
    .select('member_oid')
    .where('role_oid', '=', roleOID)
    .execute();
  return rows.map((row) => row.member_oid);
};

export const dockName = async (db: DbOrTrx, dockOID: string): Promise<string> =>
  (await db.selectFrom('dock').select('name').where('oid', '=', dockOID).executeTakeFirst())?.name ?? '–';

/** Whether a notification of this kind was stored about a dock since then. */
export const notifiedSince = async (
  db: DbOrTrx,
  dockOID: string,
  kind: string,
  since: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('notification')
    .select('oid')
    .where(sql<boolean>`values ? 'dockOID' and values ->> 'dockOID' = ${dockOID}`)
    .where('kind', '=', kind)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export interface Recipient {
  memberOID: string;
  groupRoot: string;
  timeZone: string;
  preferences: unknown;
}

const recipients = (db: DbOrTrx) =>
  db
    .selectFrom('member')
    .innerJoin('organisation', 'organisation.oid', 'member.group_root')
    .leftJoin('notification_preference', 'notification_preference.member_oid', 'member.oid')
    .select([
      'member.oid as memberOID',
      'member.group_root as groupRoot',
      'organisation.time_zone as timeZone',
      'notification_preference.preferences',
    ]);

/** The members who still exist, with their preferences. */
export const recipientsOf = (db: DbOrTrx, memberOIDs: readonly string[]): Promise<Recipient[]> =>
  recipients(db)
    .where(sql<boolean>`member.oid = any(${memberOIDs}::uuid[])`)
    .where(present)
    .execute();

export const recipientOf = (db: DbOrTrx, memberOID: string): Promise<Recipient> =>
  recipients(db).where('member.oid', '=', memberOID).executeTakeFirstOrThrow();

export interface NewNotification {
  oid: string;
  memberOID: string;
  groupRoot: string;
  read: boolean;
  popup: boolean;
}

/** One statement for any number of recipients. */
export async function insertNotifications(
  db: DbOrTrx,
  rows: readonly NewNotification[],
  message: { kind: string; level: NotificationLevel; values: NotificationValues; at: Date },
): Promise<void> {
  const { kind, level, values, at } = message;
  await sql`insert into notification (oid, group_root, member_oid, kind, level, values, at, read_at, popup)
    select row.oid, row.group_root, row.member_oid, ${kind}, ${level}, ${JSON.stringify(values)}::jsonb,
      ${at}::timestamptz, case when row.read then ${at}::timestamptz end, row.popup
    from unnest(${rows.map((row) => row.oid)}::uuid[], ${rows.map((row) => row.groupRoot)}::uuid[],
      ${rows.map((row) => row.memberOID)}::uuid[], ${rows.map((row) => row.read)}::boolean[], ${rows.map((row) => row.popup)}::boolean[])
      as row (oid, group_root, member_oid, read, popup)`.execute(db);
}

/** The notifications of whoever reads them. */
export const notificationList = defineList({
  table: 'notification',
  scope: 'member',
  name: 'kind',
  columns: {
    oid: 'oid',
    kind: 'kind',
    level: 'level',
    values: 'values',
    at: 'at',
    readAt: 'read_at',
    popup: 'popup',
  },
  filters: {
    unread: (value: boolean) => sql<boolean>`notification.read_at is ${value ? sql`null` : sql`not null`}`,
    level: equals('notification.level'),
  },
  sort: { '-at': sql`notification.at desc, notification.oid desc` },
  order: '-at',
});
export const notifications = reading(notificationList);

/** @param oids null: all. @returns how many were unread before */
export async function markRead(
  db: DbOrTrx,
  memberOID: string,
  oids: readonly string[] | null,
  at: Date,
): Promise<number> {
  const result = await db
    .updateTable('notification')
    .set({ read_at: at })
    .where('member_oid', '=', memberOID)
    .where('read_at', 'is', null)
    .$if(oids !== null, (query) => query.where('oid', 'in', oids ?? []))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export async function savePreferences(db: DbOrTrx, memberOID: string, preferences: object): Promise<void> {
  const row = { member_oid: memberOID, preferences: JSON.stringify(preferences) };
  await db
    .insertInto('notification_preference')
    .values(row)
    .onConflict((on) => on.column('member_oid').doUpdateSet({ preferences: row.preferences }))
    .execute();
}

/** Old rows go, read or not: a member who was away that long reads the log. */
export async function dropOldNotifications(db: DbOrTrx, before: Date): Promise<void> {
  await db.deleteFrom('notification').where('at', '<', before).execute();
}
