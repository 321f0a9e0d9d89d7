import type { UnusableReason, UnusableRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface UnusableCount {
  dockOID: string;
  reason: UnusableReason;
  what: string;
  rule: string | null;
  count: number;
  /** Server epoch ms. */
  firstAt: number;
  lastAt: number;
  sample: string | null;
}

/** A dock has no more lines: names that it makes up fill no table. */
const linesMost = 200;

/** Adds to what is counted of docks, all in one statement. */
export async function addUnusable(db: DbOrTrx, counts: readonly UnusableCount[]): Promise<void> {
  if (counts.length === 0) return;
  const rows = counts.map((one) => ({
    ...one,
    firstAt: new Date(one.firstAt),
    lastAt: new Date(one.lastAt),
  }));
  await sql`
    insert into unusable_message as known (dock_oid, reason, what, rule, count, first_at, last_at, sample)
    select r."dockOID", r.reason, r.what, r.rule, r.count, r."firstAt", r."lastAt", r.sample
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("dockOID" uuid, reason text, what text, rule text, count bigint,
      "firstAt" timestamptz, "lastAt" timestamptz, sample text)
    where (select count(*) from unusable_message other where other.dock_oid = r."dockOID") < ${linesMost}
      or exists (select 1 from unusable_message other
        where other.dock_oid = r."dockOID" and other.reason = r.reason and other.what = r.what)
    order by r."dockOID", r.reason, r.what
    on conflict (dock_oid, reason, what) do update
      set rule = excluded.rule, count = known.count + excluded.count, last_at = greatest(known.last_at, excluded.last_at),
        sample = coalesce(excluded.sample, known.sample)`.execute(db);
}

/** What of a dock could not be used, the newest first. */
export async function unusableOf(db: DbOrTrx, dockOID: string): Promise<UnusableRecord[]> {
  const rows = await db
    .selectFrom('unusable_message')
    .selectAll()
    .where('dock_oid', '=', dockOID)
    .orderBy('last_at', 'desc')
    .orderBy('what')
    .limit(linesMost)
    .execute();
  return rows.map(({ reason, what, rule, count, first_at, last_at, sample }) => ({
    reason,
    what,
    rule,
    count: Number(count),
    firstAt: first_at.getTime(),
    lastAt: last_at.getTime(),
    sample,
  }));
}

/** How often something of a dock could not be used, and the newest of it. */
export async function unusableInShort(
  db: DbOrTrx,
  dockOID: string,
): Promise<{ count: number; newest: UnusableRecord | null }> {
  const lines = await unusableOf(db, dockOID);
  return { count: lines.reduce((sum, { count }) => sum + count, 0), newest: lines[0] ?? null };
}
