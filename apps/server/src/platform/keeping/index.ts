import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CallContext, Caller } from '../http/endpoint.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import type { Db, DbOrTrx } from '../runtime.ts';

const day = 86_400_000;

/**
 * Rules reach all of the organisation: who sees a part of it neither counts nor sets what goes.
 * @throws Refusal `retentionOfWhole`
 */
export const requireWhole = ({ wholeOrganisation }: Caller): void => {
  if (wholeOrganisation !== true) throw new Refusal('retentionOfWhole');
};

/** What a reader of rules may do with them. @param right by which rules are set */
export const allowedOnRules = (caller: Caller, right: string): string[] =>
  caller.wholeOrganisation === true && caller.resources.has(right)
    ? ['setRetention', 'retentionPreview']
    : [];

interface Audit {
  done(db: DbOrTrx, context: CallContext, action: string, detail: Record<string, unknown>): Promise<unknown>;
}

/** Changes all of some records or none, and writes it down. @throws Refusal `notFound` where one is not seen */
export const changeAll = async (
  { db, audit }: { db: Db; audit: Audit },
  { oids: asked, context, action }: { oids: readonly string[]; context: CallContext; action: string },
  change: (trx: DbOrTrx, oids: string[]) => Promise<{ oid: string }[]>,
  detail: Record<string, unknown> = {},
): Promise<{ ok: true }> => {
  const oids = [...new Set(asked)].toSorted();
  await db.transaction().execute(async (trx) => {
    const rows = await change(trx, oids);
    if (rows.length !== oids.length) throw notFound();
    await audit.done(trx, context, action, { rows, ...detail });
  });
  return { ok: true };
};

/** What is older than the days of its kind let it become; a kind without days stays. */
export const olderThan = <Kind extends string>(
  days: Readonly<Record<Kind, number | null>>,
  of: { kind: RawBuilder<string>; since: RawBuilder<Date> },
  now: number,
): RawBuilder<SqlBool> => {
  const cases = (Object.entries(days) as [Kind, number | null][]).flatMap(([kind, most]) =>
    most === null
      ? []
      : [sql<SqlBool>`(${of.kind} = ${kind} and ${of.since} < ${new Date(now - most * day)})`],
  );
  return cases.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(cases, sql` or `)})`;
};

/** Does some work again as long as it finds as much as it does at once. */
export const inBatches = async (atOnce: number, some: () => Promise<number>): Promise<void> => {
  while ((await some()) === atOnce);
};
