import { sql } from 'kysely';
import { limits } from '@eyrie/domain';
import type { Db } from '../../platform/runtime.ts';

export interface Claim {
  dockOID: string;
  fence: number;
  /** Its last owner gave it back by itself, after its last order: nothing of it can still be on its way. */
  handedOver?: boolean;
}

/** Writes the heartbeat of this instance, and counts the gateways that are alive. */
export const beat = async (
  db: Db,
  instance: { instanceId: string; startedAt: number; processes: readonly string[] },
  now: number,
): Promise<number> => {
  const at = new Date(now);
  await db
    .insertInto('instance')
    .values({
      instance_id: instance.instanceId,
      started_at: new Date(instance.startedAt),
      seen_at: at,
      processes: [...instance.processes],
    })
    .onConflict((conflict) =>
      conflict.column('instance_id').doUpdateSet({ seen_at: at, started_at: new Date(instance.startedAt) }),
    )
    .execute();
  const row = await db
    .selectFrom('instance')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seen_at', '>', new Date(now - limits.gateway.claimTtl))
    .where(sql<boolean>`'gateway' = any(processes)`)
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(row.count));
};

/** Docks whose claims are renewed in one statement: an order waits for the row of its dock as long as one takes. */
const renewedAtOnce = limits.gateway.claimsAtOnce;

/** Docks that this instance owns and may go on to hear. */
const ownDocks = async (db: Db, instanceId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('gateway_claim')
    .innerJoin('dock', 'dock.oid', 'gateway_claim.dock_oid')
    .select('dock_oid')
    .where('instance_id', '=', instanceId)
    .where('dock.deleted_at', 'is', null)
    .where('dock.retired_at', 'is', null)
    // A serial number that passed to another record is heard under that one alone.
    .where('dock.waiting', '=', false)
    .orderBy('dock_oid')
    .execute();
  return rows.map((row) => row.dock_oid);
};

/** Keeps the docks this instance owns; those it lost meanwhile are missing from the answer. */
export const renewClaims = async (db: Db, instanceId: string, now: number): Promise<Claim[]> => {
  const docks = await ownDocks(db, instanceId);
  const renewed: Claim[] = [];
  for (let from = 0; from < docks.length; from += renewedAtOnce) {
    const { rows } = await sql<Claim>`
      update gateway_claim set expires_at = ${new Date(now + limits.gateway.claimTtl)}
      where instance_id = ${instanceId} and dock_oid = any(${docks.slice(from, from + renewedAtOnce)}::uuid[])
      returning dock_oid as "dockOID", fence::int`.execute(db);
    renewed.push(...rows);
  }
  return renewed;
};

/** Takes up to `most` docks that nobody owns or whose owner fell silent. The fence rises, so the former owner cannot send. */
export const takeClaims = async (db: Db, instanceId: string, now: number, most: number): Promise<Claim[]> => {
  if (most <= 0) return [];
  const result = await sql<{ dock_oid: string; fence: number; handed_over: boolean }>`
    insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
    select dock.oid, ${instanceId}, 1, ${new Date(now + limits.gateway.claimTtl)}
    from dock left join gateway_claim c on c.dock_oid = dock.oid
    where dock.deleted_at is null and dock.retired_at is null and not dock.waiting and (c.dock_oid is null or c.expires_at < ${new Date(now)} or c.expires_at > ${new Date(now + 10 * limits.gateway.claimTtl)})
    order by dock.oid limit ${most}
    on conflict (dock_oid) do update
      set instance_id = excluded.instance_id, fence = gateway_claim.fence + 1, expires_at = excluded.expires_at
      where gateway_claim.expires_at < ${new Date(now)} or gateway_claim.expires_at > ${new Date(now + 10 * limits.gateway.claimTtl)}
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
    .set({ seen_at: new Date(0) })
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
export const isGatewayAlive = async (db: Db, now: number): Promise<boolean> => {
  const row = await db
    .selectFrom('instance')
    .select('instance_id')
    .where('seen_at', '>', new Date(now - limits.gateway.claimTtl))
    .where(sql<boolean>`'gateway' = any(processes)`)
    .executeTakeFirst();
  return row !== undefined;
};
