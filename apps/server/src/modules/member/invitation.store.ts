import { sql } from 'kysely';
import type { Invitation } from '@eyrie/domain';
import { defineList, keyword } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { heldRole, type HeldRole } from './member.list.store.ts';

const stateAt = (now: Date) => sql<
  Invitation['state']
>`case when invitation.accepted_at is not null then 'accepted'
  when invitation.expires_at <= ${now}::timestamptz then 'expired' else 'open' end`;

export const invitationList = defineList({
  table: 'invitation',
  scope: 'department',
  name: 'name',
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupName: sql<string>`(select name from department where department.oid = invitation.group_oid)`,
    name: 'name',
    phone: 'phone',
    createdBy: sql<string>`(select name from member where member.oid = invitation.created_by)`,
    createdAt: 'created_at',
    expiresAt: 'expires_at',
    acceptedAt: 'accepted_at',
    roles: sql<HeldRole[]>`coalesce((select jsonb_agg(${heldRole} order by role.name)
      from role where role.oid = any(invitation.role_oids)), '[]')`,
  },
  filters: {
    keyword: keyword('invitation.name'),
    state: ({ state, now }: { state: Invitation['state']; now: Date }) =>
      sql<boolean>`${stateAt(now)} = ${state}`,
  },
  sort: { '-createdAt': sql`invitation.created_at desc` },
  order: '-createdAt',
});

export interface NewInvitation {
  oid: string;
  groupRoot: string;
  groupOID: string;
  codeHash: Buffer;
  name: string;
  phone: string;
  roleOIDs: readonly string[];
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertInvitation(trx: DbOrTrx, one: NewInvitation): Promise<void> {
  await trx
    .insertInto('invitation')
    .values({
      oid: one.oid,
      group_root: one.groupRoot,
      group_oid: one.groupOID,
      code_hash: one.codeHash,
      name: one.name,
      phone: one.phone,
      role_oids: [...one.roleOIDs],
      created_by: one.createdBy,
      created_at: one.createdAt,
      expires_at: one.expiresAt,
      accepted_at: null,
      accepted_by: null,
    })
    .execute();
}

export async function countOpen(db: DbOrTrx, groupRoot: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('invitation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_root', '=', groupRoot)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function dropInvitations(trx: DbOrTrx, groupOID: string): Promise<void> {
  await trx.deleteFrom('invitation').where('group_oid', '=', groupOID).execute();
}

export interface OpenInvitation {
  oid: string;
  groupRoot: string;
  groupOID: string;
  roleOIDs: string[];
  createdBy: string;
  tries: number;
}

/** Whether an invitation behind a code is still open. */
export async function isOpen(db: DbOrTrx, codeHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('invitation')
    .select('oid')
    .where('code_hash', '=', codeHash)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The invitation behind a code, whatever became of it. */
export const invitationBehind = (
  db: DbOrTrx,
  codeHash: Buffer,
  now: Date,
): Promise<(OpenInvitation & { state: Invitation['state'] }) | undefined> =>
  db
    .selectFrom('invitation')
    .select([
      'oid',
      'group_root as groupRoot',
      'group_oid as groupOID',
      'role_oids as roleOIDs',
      'created_by as createdBy',
      'tries',
      stateAt(now).as('state'),
    ])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();

/** The open invitation behind a code, counted as tried. */
export const tryInvitation = (
  trx: DbOrTrx,
  codeHash: Buffer,
  now: Date,
): Promise<OpenInvitation | undefined> =>
  trx
    .updateTable('invitation')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('code_hash', '=', codeHash)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .returning([
      'oid',
      'group_root as groupRoot',
      'group_oid as groupOID',
      'role_oids as roleOIDs',
      'created_by as createdBy',
      'tries',
    ])
    .executeTakeFirst();

/** @returns false when it was spent or withdrawn meanwhile. */
export async function markAccepted(
  trx: DbOrTrx,
  oid: string,
  by: { memberOID: string; at: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('invitation')
    .set({ accepted_at: by.at, accepted_by: by.memberOID })
    .where('oid', '=', oid)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Of the invited roles those that may still be given: they are there, reach the department, and grant nothing that
 * the inviter, still a member above it, lacks by now.
 * @returns null when the inviter may invite nobody there any more
 */
export async function rolesStillGiven(trx: DbOrTrx, invited: OpenInvitation): Promise<string[] | null> {
  const { rows } = await sql<{ roles: string[] }>`
    select array(
      select role.oid from role
      join department place on place.oid = ${invited.groupOID}::uuid and role.group_oid = any(place.path)
      where role.oid = any(${invited.roleOIDs}::uuid[]) and role.type <> 'group'
        and not exists (
          select 1 from role_resource wanted where wanted.role_oid = role.oid and not exists (
            select 1 from member_role held join role_resource own on own.role_oid = held.role_oid
            where held.member_oid = member.oid and own.resource = wanted.resource))
    ) as roles
    from member join department place on place.oid = ${invited.groupOID}::uuid and place.deleted_at is null
    where member.oid = ${invited.createdBy}::uuid and member.deleted_at is null and member.enabled
      and (member.valid_until is null or member.valid_until > now())
      and member.group_oid = any(place.path)
      and exists (select 1 from member_role held join role_resource own on own.role_oid = held.role_oid
        where held.member_oid = member.oid and own.resource = 'member:edit')`.execute(trx);
  return rows[0]?.roles ?? null;
}
