import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Whether the sender of a command is still signed in, sees the dock and has the rights. */
export interface SenderStatus {
  /** The session is open, and its member may be signed in. */
  signedIn: boolean;
  /** The dock is within the member's sight. */
  sees: boolean;
  /** Which of the given rights the member holds. */
  rights: readonly string[];
}

const signedInMember = sql`member.enabled and member.deleted_at is null
  and (member.valid_until is null or member.valid_until > clock_timestamp())`;
const facts = (dockOID: string, rights: readonly string[]) => sql`
  exists (select 1 from dock join department on department.oid = dock.group_oid
    where dock.oid = ${dockOID}::uuid and dock.deleted_at is null and dock.retired_at is null
      and department.path @> array[member.group_oid]) as sees,
  array(select distinct role_resource.resource
    from member_role join role_resource on role_resource.role_oid = member_role.role_oid
    where member_role.member_oid = member.oid
      and role_resource.resource = any(${[...rights]}::text[])) as rights`;
const nobody: SenderStatus = { signedIn: false, sees: false, rights: [] };

/**
 * Reads the status of a command's sender in the transaction that authorises the command. That transaction may have
 * waited, so its own `now()` is too old.
 */
export const senderStatusOf = async (
  trx: DbOrTrx,
  { sessionOID, dockOID, rights }: { sessionOID: string; dockOID: string; rights: readonly string[] },
  now: number,
): Promise<SenderStatus> => {
  const { rows } = await sql<SenderStatus>`
    select session.ended_at is null and session.expires_at > ${new Date(now)}::timestamptz
        and ${signedInMember} as "signedIn",
      ${facts(dockOID, rights)}
    from session join member on member.oid = session.member_oid
    where session.oid = ${sessionOID}::uuid`.execute(trx);
  return rows[0] ?? nobody;
};

/** The same of a member in whose name the server orders: they may be signed in, whether they are or not. */
export const absentSenderStatusOf = async (
  trx: DbOrTrx,
  { memberOID, dockOID, rights }: { memberOID: string; dockOID: string; rights: readonly string[] },
): Promise<SenderStatus> => {
  const { rows } = await sql<SenderStatus>`select ${signedInMember} as "signedIn", ${facts(dockOID, rights)}
    from member where member.oid = ${memberOID}::uuid`.execute(trx);
  return rows[0] ?? nobody;
};
