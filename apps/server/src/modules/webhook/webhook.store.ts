import { limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import './webhook.schema.ts';

/** Webhooks of one organisation are made one after the other, so that their number holds. @returns how many there are */
export async function countWebhooks(trx: DbOrTrx, groupRoot: string): Promise<number> {
  await trx.selectFrom('organisation').select('oid').where('oid', '=', groupRoot).forNoKeyUpdate().execute();
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhook
    where group_root = ${groupRoot}::uuid`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function insertTest(
  trx: DbOrTrx,
  test: { oid: string; groupRoot: string; webhookOID: string; at: Date; name: string },
): Promise<void> {
  await trx
    .insertInto('webhook_delivery')
    .values({
      oid: test.oid,
      group_root: test.groupRoot,
      webhook_oid: test.webhookOID,
      event: 'test',
      data: JSON.stringify({ name: test.name }),
      at: test.at,
      next_at: test.at,
    })
    .execute();
}

/** Makes a delivery due again, with all its attempts. One that is under way stays as it is. */
export async function replayDelivery(trx: DbOrTrx, oid: string, at: Date): Promise<void> {
  await trx
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', attempts: 0, next_at: at, claimed_until: null, error: null, status: null })
    .where('oid', '=', oid)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', at)]))
    .execute();
}

export interface DueDelivery {
  oid: string;
  event: string;
  data: unknown;
  at: Date;
  attempts: number;
  url: string;
  secret: Buffer;
}

/** Takes what is due for this server alone, until the claim runs out: a server that dies loses nothing. */
export async function claimDue(db: DbOrTrx, now: Date): Promise<DueDelivery[]> {
  const until = new Date(now.getTime() + limits.webhook.claim);
  const { rows } =
    await sql<DueDelivery>`update webhook_delivery set claimed_until = ${until}, attempts = attempts + 1
    from webhook where webhook.oid = webhook_delivery.webhook_oid and webhook_delivery.oid in (
      select delivery.oid from webhook_delivery delivery join webhook hook on hook.oid = delivery.webhook_oid
      where delivery.state = 'waiting' and delivery.next_at <= ${now} and hook.enabled
        and (delivery.claimed_until is null or delivery.claimed_until <= ${now})
      order by delivery.next_at limit ${limits.webhook.atOnce} for update of delivery skip locked)
    returning webhook_delivery.oid, webhook_delivery.event, webhook_delivery.data, webhook_delivery.at,
      webhook_delivery.attempts, webhook.url, webhook.secret`.execute(db);
  return rows;
}

/** What became of an attempt. It counts only while its claim is the last one. */
export async function settleDelivery(
  db: DbOrTrx,
  delivery: { oid: string; attempts: number },
  outcome: { status: number | null; error: string | null; nextAt: Date | null; now: Date },
): Promise<void> {
  const { status, error, nextAt, now } = outcome;
  const state = error === null ? 'done' : nextAt === null ? 'failed' : 'waiting';
  await db
    .updateTable('webhook_delivery')
    .set({
      state,
      status,
      error,
      claimed_until: null,
      ...(nextAt ? { next_at: nextAt } : {}),
      done_at: state === 'waiting' ? null : now,
    })
    .where('oid', '=', delivery.oid)
    .where('attempts', '=', delivery.attempts)
    .execute();
}

export const dropOldDeliveries = (db: DbOrTrx, before: Date) =>
  db.deleteFrom('webhook_delivery').where('at', '<', before).execute();
