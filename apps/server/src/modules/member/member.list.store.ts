import { sql } from 'kysely';
import {
  defineList,
  keyword,
  reading,
  versionOfRow,
  writing,
  type RowOf,
} from '../../platform/list/index.ts';

/** A role as it is stored: first ones are named in the reader's language. */
export interface HeldRole {
  oid: string;
  name: string;
  firstKey: string | null;
  renamed: boolean;
}
export const heldRole = sql`jsonb_build_object('oid', role.oid, 'name', role.name, 'firstKey', role.first_key,
  'renamed', role.renamed)`;

export const memberList = defineList({
  table: 'member',
  scope: 'department',
  deletedAt: 'deleted_at',
  // Programs show nowhere.
  only: sql<boolean>`not member.service`,
  // Sessions name their member while somebody changes it.
  lock: 'no key update',
  unrecorded: ['phone'],
  name: 'name',
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select department.name from department where department.oid = member.group_oid)`,
    account: 'account',
    name: 'name',
    phone: 'phone',
    enabled: 'enabled',
    mustChange: 'must_change',
    authenticator: sql<boolean>`exists (select 1 from authenticator where authenticator.member_oid = member.oid
      and authenticator.confirmed_at is not null)`,
    validUntil: 'valid_until',
    expired: sql<boolean>`coalesce(member.valid_until <= now(), false)`,
    createdAt: 'created_at',
    version: versionOfRow('member'),
    roles: sql<HeldRole[]>`coalesce((select jsonb_agg(${heldRole} order by role.name)
      from member_role join role on role.oid = member_role.role_oid
      where member_role.member_oid = member.oid), '[]')`,
  },
  // Written with a new member, and shown to nobody.
  detail: { passwordHash: 'password_hash' },
  filters: {
    keyword: keyword('member.name', 'member.account', 'member.phone'),
    below: (value: boolean, { filter: { groupOID } }) =>
      value || typeof groupOID !== 'string' ? null : sql<boolean>`member.group_oid = ${groupOID}::uuid`,
    // Past its end an account is as good as disabled.
    enabled: (value: boolean) =>
      sql<boolean>`(member.enabled and (member.valid_until is null or member.valid_until > now())) = ${value}`,
    roleOID: (value: string) => sql<boolean>`exists (select 1 from member_role
      where member_role.member_oid = member.oid and member_role.role_oid = ${value}::uuid)`,
  },
  sort: { account: sql`lower(member.account)` },
  order: 'account',
});
export type StoredMember = RowOf<typeof memberList>;
export const members = reading(memberList);
export const { insert: insertMembers, update: updateMembers } = writing(memberList);
