import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import {
  chainStart,
  textOf,
  type AuditEntry,
  type AuditFacts,
  type AuditRow,
  type ChainEnd,
} from './audit-chain.ts';

/** Rows without an organisation form one chain of their own. */
const noOrganisation = '00000000-0000-0000-0000-000000000000';
const chainOf = (groupRoot: string | null): string => groupRoot ?? noOrganisation;

/**
 * Appends one row in one round trip. The update of the chain's head is the lock: writers of one organisation
 * stand in line until the transaction of the one before ends.
 * @returns false when the organisation has no chain yet.
 */
async function append(db: DbOrTrx, facts: AuditFacts): Promise<boolean> {
  const result = await sql`
    with next as (
      update audit_head set
        previous_hash = hash,
        hash = sha256(hash || int8send(seq + 1) || convert_to(${textOf(facts)}::text, 'UTF8')),
        seq = seq + 1
      where group_root = ${chainOf(facts.groupRoot)}
      returning previous_hash, hash, seq
    )
    insert into audit_log (group_root, chain_seq, at, member_oid, session_oid, address, dock_oid, action, outcome,
      code, lease_epoch, detail, correlation_id, previous_hash, hash)
    select ${facts.groupRoot}::uuid, next.seq, ${new Date(facts.at)}::timestamptz, ${facts.memberOID}::uuid,
      ${facts.sessionOID}::uuid, ${facts.address}::text, ${facts.dockOID}::uuid, ${facts.action}::text,
      ${facts.outcome}::text, ${facts.code}::int, ${facts.leaseEpoch}::bigint, ${JSON.stringify(facts.detail)}::jsonb,
      ${facts.correlationId}::text, next.previous_hash, next.hash
    from next`.execute(db);
  return result.numAffectedRows === 1n;
}

/** The statement went through and left no row: something between the product and the table swallows them. */
export class NoRowTaken extends Error {}

/** Appends one row; the first of an organisation also starts its chain. @throws NoRowTaken */
export async function appendAudit(db: DbOrTrx, facts: AuditFacts): Promise<void> {
  if (await append(db, facts)) return;
  await db
    .insertInto('audit_head')
    .values({
      group_root: chainOf(facts.groupRoot),
      previous_hash: chainStart,
      hash: chainStart,
      seq: 0,
    })
    .onConflict((conflict) => conflict.column('group_root').doNothing())
    .execute();
  if (!(await append(db, facts))) throw new NoRowTaken('the audit log took no row');
}

/** Has the member of a row done one of these to its dock since, with the same value of an argument. Epoch ms. */
export async function hasRowSince(
  db: DbOrTrx,
  { groupRoot, memberOID, dockOID }: AuditEntry,
  {
    actions,
    argument: [name, value],
    since,
  }: { actions: readonly string[]; argument: readonly [name: string, value: string]; since: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from audit_log
    where group_root = ${groupRoot}::uuid and member_oid = ${memberOID ?? null}::uuid
      and dock_oid = ${dockOID ?? null}::uuid and at > ${new Date(since)}::timestamptz
      and action = any(${actions}::text[]) and detail -> 'arguments' ->> ${name}::text = ${value}::text
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The end of a chain as its head has it; null before the first row. */
export async function chainHead(db: DbOrTrx, groupRoot: string | null): Promise<ChainEnd | null> {
  return (await chainSpan(db, groupRoot)).head;
}

/** The head of a chain, and the first and last place that rows take, all of one moment: a row moves the head with it. */
export async function chainSpan(
  db: DbOrTrx,
  groupRoot: string | null,
): Promise<{ head: ChainEnd | null; first: number | null; last: number | null }> {
  const { rows } = await sql<{
    first: string | null;
    last: string | null;
    seq: string | null;
    hash: Buffer | null;
  }>`
    select place.first, place.last, audit_head.seq, audit_head.hash
    from (select min(chain_seq) as first, max(chain_seq) as last from audit_log
      where ${groupRoot === null ? sql`group_root is null` : sql`group_root = ${groupRoot}`}) as place
    left join audit_head on audit_head.group_root = ${chainOf(groupRoot)}`.execute(db);
  const [row] = rows;
  const place = (text: string | null | undefined): number | null =>
    text === null || text === undefined ? null : Number(text);
  const [chainSeq, hash] = [place(row?.seq), row?.hash ?? null];
  return {
    head: chainSeq === null || hash === null ? null : { chainSeq, hash },
    first: place(row?.first),
    last: place(row?.last),
  };
}

/** Rows of a chain after a place, in order. */
export async function chainRows(
  db: DbOrTrx,
  groupRoot: string | null,
  after: number,
  count: number,
): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('group_root', groupRoot === null ? 'is' : '=', groupRoot)
    .where('chain_seq', '>', String(after))
    .orderBy('chain_seq')
    .limit(count)
    .execute();
  return rows.map((row) => ({
    chainSeq: Number(row.chain_seq),
    groupRoot: row.group_root,
    at: row.at.getTime(),
    memberOID: row.member_oid,
    sessionOID: row.session_oid,
    address: row.address,
    dockOID: row.dock_oid,
    action: row.action,
    outcome: row.outcome,
    code: row.code,
    leaseEpoch: row.lease_epoch === null ? null : Number(row.lease_epoch),
    detail: row.detail,
    correlationId: row.correlation_id,
    previousHash: row.previous_hash,
    hash: row.hash,
  }));
}
