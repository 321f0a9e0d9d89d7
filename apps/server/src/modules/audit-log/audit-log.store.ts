import { auditChains, type AuditChain } from '@eyrie/domain';
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

/** Rows without an organisation form chains of their own. */
const noOrganisation = '00000000-0000-0000-0000-000000000000';
const ownerOf = (groupRoot: string | null): string => groupRoot ?? noOrganisation;

/**
 * Appends one row in one round trip. The update of the chain's head is the lock: writers of one chain stand in line
 * until the transaction of the one before ends.
 * @returns false when the organisation has no chain yet.
 */
async function append(db: DbOrTrx, chain: AuditChain, facts: AuditFacts): Promise<boolean> {
  const result = await sql`
    with next as (
      update audit_head set
        previous_hash = hash,
        hash = sha256(hash || int8send(seq + 1) || convert_to(${textOf(facts)}::text, 'UTF8')),
        seq = seq + 1
      where group_root = ${ownerOf(facts.groupRoot)} and chain = ${chain}
      returning previous_hash, hash, seq
    )
    insert into audit_log (group_root, chain, chain_seq, at, member_oid, session_oid, address, dock_oid, action, outcome,
      code, lease_epoch, detail, correlation_id, previous_hash, hash)
    select ${facts.groupRoot}::uuid, ${chain}::text, next.seq, ${new Date(facts.at)}::timestamptz, ${facts.memberOID}::uuid,
      ${facts.sessionOID}::uuid, ${facts.address}::text, ${facts.dockOID}::uuid, ${facts.action}::text,
      ${facts.outcome}::text, ${facts.code}::int, ${facts.leaseEpoch}::bigint, ${JSON.stringify(facts.detail)}::jsonb,
      ${facts.correlationId}::text, next.previous_hash, next.hash
    from next`.execute(db);
  return result.numAffectedRows === 1n;
}

/** The statement went through and left no row: something between the product and the table swallows them. */
export class NoRowTaken extends Error {}

/** Appends one row; the first of an organisation also starts its chains, both: a missing head is a fault. @throws NoRowTaken */
export async function appendAudit(db: DbOrTrx, chain: AuditChain, facts: AuditFacts): Promise<void> {
  if (await append(db, chain, facts)) return;
  await db
    .insertInto('audit_head')
    .values(
      auditChains.map((name) => ({
        group_root: ownerOf(facts.groupRoot),
        chain: name,
        previous_hash: chainStart[name],
        hash: chainStart[name],
        seq: 0,
      })),
    )
    .onConflict((conflict) => conflict.columns(['group_root', 'chain']).doNothing())
    .execute();
  if (!(await append(db, chain, facts))) throw new NoRowTaken('the audit log took no row');
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

/** Where a chain begins and ends: its head, and the first and last place that rows take; null where there is none. */
export interface ChainSpan {
  chain: AuditChain;
  head: ChainEnd | null;
  first: number | null;
  last: number | null;
}

/** The chains of an organisation, all of one moment: a row moves the head with it. */
export async function chainSpans(db: DbOrTrx, groupRoot: string | null): Promise<ChainSpan[]> {
  const { rows } = await sql<{
    chain: AuditChain;
    first: string | null;
    last: string | null;
    seq: string | null;
    hash: Buffer | null;
  }>`
    select known.chain, place.first, place.last, audit_head.seq, audit_head.hash
    from unnest(${auditChains}::text[]) with ordinality as known (chain, at)
    cross join lateral (select min(chain_seq) as first, max(chain_seq) as last from audit_log
      where ${groupRoot === null ? sql`group_root is null` : sql`group_root = ${groupRoot}`}
        and chain = known.chain) as place
    left join audit_head on audit_head.group_root = ${ownerOf(groupRoot)} and audit_head.chain = known.chain
    order by known.at`.execute(db);
  const place = (text: string | null): number | null => (text === null ? null : Number(text));
  return rows.map(({ chain, first, last, seq, hash }) => ({
    chain,
    head: seq === null || hash === null ? null : { chainSeq: Number(seq), hash },
    first: place(first),
    last: place(last),
  }));
}

/** Rows of a chain after a place, in order. */
export async function chainRows(
  db: DbOrTrx,
  groupRoot: string | null,
  chain: AuditChain,
  after: number,
  count: number,
): Promise<AuditRow[]> {
  const rows = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('group_root', groupRoot === null ? 'is' : '=', groupRoot)
    .where('chain', '=', chain)
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
