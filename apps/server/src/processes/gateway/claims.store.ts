import { sql } from 'kysely';
import { limits } from '@eyrie/domain';
import { claimLives } from '../../modules/command/index.ts';
import type { Db } from '../../platform/runtime.ts';

export interface Claim {
  dockOID: string;
  fence: number;
  /** Its last owner gave it back by itself, after its last order: nothing of it can still be on its way. */
  handedOver?: boolean;
}

/** The gateways that live, by name; one of the release before says so less often. */
const living = (db: Db, now: number) =>
  db
    .selectFrom('instance')
    .select('instance_id')
    .where(
      sql<boolean>`'gateway' = any(processes) and coalesce(claims_until > ${new Date(now)},
        seen_at > ${new Date(now - limits.gateway.claimRowTtl)})`,
    );

/** Says that this instance lives, which keeps all of its claims. @returns the gateways that live, by name */
export const beat = async (
  db: Db,
  instance: { instanceId: string; startedAt: number; processes: readonly string[] },
  now: number,
): Promise<string[]> => {
  const said = {
    started_at: new Date(instance.startedAt),
    seen_at: new Date(now),
    claims_until: new Date(now + limits.gateway.claimTtl),
  };
  await db
    .insertInto('instance')
    .values({ instance_id: instance.instanceId, ...said, processes: [...instance.processes] })
    .onConflict((conflict) => conflict.column('instance_id').doUpdateSet(said))
    .execute();
  const rows = await living(db, now).orderBy('instance_id').execute();
  return rows.map((row) => row.instance_id);
};

/** Whether a gateway of the release before is here, or was within a day: it looks at the row of each dock. */
export const besideFormer = async (db: Db, now: number): Promise<boolean> => {
  const row = await db
    .selectFrom('instance')
    .select('instance_id')
    .where(
      sql<boolean>`'gateway' = any(processes) and claims_until is null
        and greatest(seen_at, started_at) > ${new Date(now - limits.gateway.formerWithin)}`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Docks whose claims are renewed in one statement: an order waits for the row of its dock as long as one takes. */
const renewedAtOnce = limits.gateway.claimsAtOnce;

/** Renews the claim of each dock by itself, for gateways of the release before. */
const renewRows = async (
  db: Db,
  instanceId: string,
  docks: readonly string[],
  now: number,
): Promise<void> => {
  for (let from = 0; from < docks.length; from += renewedAtOnce)
    await sql`
      update gateway_claim set expires_at = ${new Date(now + limits.gateway.claimRowTtl)}
      where instance_id = ${instanceId} and dock_oid = any(${docks.slice(from, from + renewedAtOnce)}::uuid[])
        and expires_at > to_timestamp(0)`.execute(db);
};

/**
 * Docks that this instance owns and may go on to hear; those it lost meanwhile are missing.
 * @param byRow each claim is renewed by itself, too
 */
export const keepClaims = async (
  db: Db,
  instanceId: string,
  now: number,
  byRow: boolean,
): Promise<Claim[]> => {
  const rows = await db
    .selectFrom('gateway_claim')
    .innerJoin('dock', 'dock.oid', 'gateway_claim.dock_oid')
    .select(['dock_oid', 'fence'])
    .where('instance_id', '=', instanceId)
    .where('expires_at', '>', new Date(0))
    .where('dock.deleted_at', 'is', null)
    .where('dock.retired_at', 'is', null)
    // A serial number that passed to another record is heard under that one alone.
    .where('dock.waiting', '=', false)
    .orderBy('dock_oid')
    .execute();
  const docks = rows.map((row) => row.dock_oid);
  if (byRow) await renewRows(db, instanceId, docks, now);
  return rows.map((row) => ({ dockOID: row.dock_oid, fence: Number(row.fence) }));
};

/** A claim that nobody keeps, or that ends in a future which no clock can mean. */
const isFree = (now: number) => sql<boolean>`(not ${claimLives(now)}
  or coalesce(instance.claims_until, gateway_claim.expires_at) > ${new Date(now + 10 * limits.gateway.claimRowTtl)})`;

/** Takes up to `most` docks that nobody owns or whose owner fell silent. The fence rises, so the former owner cannot send. */
export const takeClaims = async (db: Db, instanceId: string, now: number, most: number): Promise<Claim[]> => {
  if (most <= 0) return [];
  const result = await sql<{ dock_oid: string; fence: number; handed_over: boolean }>`
    insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
    select dock.oid, ${instanceId}, 1, ${new Date(now + limits.gateway.claimRowTtl)}
    from dock left join gateway_claim on gateway_claim.dock_oid = dock.oid
      left join instance on instance.instance_id = gateway_claim.instance_id
    where dock.deleted_at is null and dock.retired_at is null and not dock.waiting
      and (gateway_claim.dock_oid is null or ${isFree(now)})
    order by dock.oid limit ${most}
    on conflict (dock_oid) do update
      set instance_id = excluded.instance_id, fence = gateway_claim.fence + 1, expires_at = excluded.expires_at
      where exists (select from (values (1)) as one
        left join instance on instance.instance_id = gateway_claim.instance_id where ${isFree(now)})
    returning dock_oid, fence, handed_over_fence is not distinct from fence - 1 as handed_over`.execute(db);
  return result.rows.map((row) => ({
    dockOID: row.dock_oid,
    fence: Number(row.fence),
    ...(row.handed_over ? { handedOver: true } : {}),
  }));
};

/**
 * Own claims of an earlier run of this very instance: free at once, and under a higher fence, because the earlier
 * process may only hang.
 */
export const dropOwnClaims = async (db: Db, instanceId: string): Promise<void> => {
  await db
    .updateTable('gateway_claim')
    .set((eb) => ({ expires_at: new Date(0), fence: eb('fence', '+', '1') }))
    .where('instance_id', '=', instanceId)
    .execute();
};

/** @param settled nothing to them is under way any more: the next owner need not wait for what may still arrive */
export const releaseClaims = async (
  db: Db,
  instanceId: string,
  dockOIDs: readonly string[],
  settled = false,
): Promise<void> => {
  if (dockOIDs.length === 0) return;
  await db
    .updateTable('gateway_claim')
    .set((eb) => ({ expires_at: new Date(0), ...(settled ? { handed_over_fence: eb.ref('fence') } : {}) }))
    .where('instance_id', '=', instanceId)
    .where('dock_oid', 'in', [...dockOIDs])
    .execute();
};

/** Says that this instance has gone, so that the others take its share at once. */
export const leave = async (db: Db, instanceId: string): Promise<void> => {
  await db
    .updateTable('instance')
    .set({ seen_at: new Date(0), claims_until: new Date(0) })
    .where('instance_id', '=', instanceId)
    .execute();
  await sql`select pg_notify('gateway_left', ${instanceId})`.execute(db);
};

export const countDocks = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('dock')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('deleted_at', 'is', null)
        .where('retired_at', 'is', null)
        .where('waiting', '=', false)
        .executeTakeFirstOrThrow()
    ).count,
  );

/** True while any gateway is alive. */
export const isGatewayAlive = async (db: Db, now: number): Promise<boolean> =>
  (await living(db, now).limit(1).executeTakeFirst()) !== undefined;
