import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { linkProved } from '../dock/index.ts';

/** Whether the sender of a command is still signed in, sees the dock and has the rights. */
export interface SenderStatus {
  /** The session is open, and its member may be signed in. */
  signedIn: boolean;
  /** The link of the dock is proved, whoever asks. */
  proved: boolean;
  /** The dock is within the member's sight. */
  sees: boolean;
  /** Which of the given rights the member holds. */
  rights: readonly string[];
}

const signedInMember = sql`member.enabled and member.deleted_at is null
  and (member.valid_until is null or member.valid_until > clock_timestamp())`;
const facts = (dockOID: string, rights: readonly string[]) => sql`
  exists (select 1 from dock where dock.oid = ${dockOID}::uuid and ${linkProved}) as proved,
  exists (select 1 from dock join department on department.oid = dock.group_oid
    where dock.oid = ${dockOID}::uuid and dock.deleted_at is null and dock.retired_at is null
      and department.path @> array[member.group_oid]) as sees,
  array(select distinct role_resource.resource
    from member_role join role_resource on role_resource.role_oid = member_role.role_oid
    where member_role.member_oid = member.oid
      and role_resource.resource = any(${[...rights]}::text[])) as rights`;
/** One row, whether there is such a session or member or not: the proof of the dock is read all the same. */
const statusOf = async (
  trx: DbOrTrx,
  from: RawBuilder<unknown>,
  signedIn: RawBuilder<unknown>,
  dockOID: string,
  rights: readonly string[],
): Promise<SenderStatus> => {
  const { rows } = await sql<SenderStatus>`
    select coalesce(${signedIn}, false) as "signedIn", ${facts(dockOID, rights)}
    from (values (1)) as one left join ${from}`.execute(trx);
  const [status] = rows;
  if (!status) throw new Error('the database gave no row of a sender');
  return status;
};

/**
 * Reads the status of a command's sender in the transaction that authorises the command. That transaction may have
 * waited, so its own `now()` is too old.
 */
export const senderStatusOf = (
  trx: DbOrTrx,
  { sessionOID, dockOID, rights }: { sessionOID: string; dockOID: string; rights: readonly string[] },
  now: number,
): Promise<SenderStatus> =>
  statusOf(
    trx,
    sql`session on session.oid = ${sessionOID}::uuid left join member on member.oid = session.member_oid`,
    sql`session.ended_at is null and session.expires_at > ${new Date(now)}::timestamptz and ${signedInMember}`,
    dockOID,
    rights,
  );

/** The same of a member in whose name the server orders: they may be signed in, whether they are or not. */
export const absentSenderStatusOf = (
  trx: DbOrTrx,
  { memberOID, dockOID, rights }: { memberOID: string; dockOID: string; rights: readonly string[] },
): Promise<SenderStatus> =>
  statusOf(trx, sql`member on member.oid = ${memberOID}::uuid`, signedInMember, dockOID, rights);
