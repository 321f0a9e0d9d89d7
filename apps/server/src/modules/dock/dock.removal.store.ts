import { openCommandStates } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { visibleDepartments } from '../department/index.ts';

/** Whether a flight still names its dock, and whether it still needs it. */
export const flightKept = sql<boolean>`deleted_at is null`;
export const flightOpen = sql<boolean>`state <> 'over' and deleted_at is null`;

/** A dock that is locked for its deletion. */
export interface LockedDock {
  oid: string;
  name: string;
  sn: string;
  /** Who controls it; null: nobody. */
  holder: string | null;
}

/**
 * Locks leases and rows of docks that the caller may see. The leases come first, as they do where a start is authorised:
 * the other order would let the two wait for each other.
 */
export const lockDocks = async (
  trx: DbOrTrx,
  caller: { groupRoot: string; groupOID: string },
  oids: readonly string[],
  now: number,
): Promise<LockedDock[]> => {
  await trx
    .selectFrom('control_lease')
    .select('dock_oid')
    .where('dock_oid', 'in', [...oids])
    .orderBy('dock_oid')
    .orderBy('control')
    .forUpdate()
    .execute();
  const docks = await trx
    .selectFrom('dock')
    .select(['oid', 'name', 'sn'])
    .where('oid', 'in', [...oids])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`group_oid in ${visibleDepartments(caller)}`)
    .orderBy('oid')
    .forUpdate()
    .execute();
  // Read after the rows are locked: control may have been taken while this waited for them.
  const holders = await trx
    .selectFrom('control_lease')
    .innerJoin('member', 'member.oid', 'control_lease.holder_oid')
    .select(['control_lease.dock_oid', 'member.name'])
    .where('control_lease.dock_oid', 'in', [...oids])
    .where('control_lease.expires_at', '>', new Date(now))
    .execute();
  return docks.map((dock) => ({
    ...dock,
    holder: holders.find((one) => one.dock_oid === dock.oid)?.name ?? null,
  }));
};

/** Docks of these whose aircraft was out when it was last heard of, since epoch ms `since`. */
export const docksOut = async (trx: DbOrTrx, oids: readonly string[], since: number): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`
    select snapshot.dock_oid as oid from dock_snapshot snapshot
    where snapshot.dock_oid = any(${[...oids]}::uuid[])
      and ((snapshot.drone_airborne and snapshot.drone_last_seen_at > ${new Date(since)}::timestamptz)
        or (snapshot.dock_values ->> 'drone_in_dock' = '0' and snapshot.last_seen_at > ${new Date(since)}::timestamptz
          and exists (select 1 from drone where drone.dock_oid = snapshot.dock_oid and drone.deleted_at is null)))
  `.execute(trx);
  return rows.map(({ oid }) => oid);
};

/** Docks of these with an order that is on its way, or was sent since epoch ms `since` and has no outcome yet. */
export const openOrders = async (trx: DbOrTrx, oids: readonly string[], since: number): Promise<string[]> => {
  const rows = await trx
    .selectFrom('command')
    .select('dock_oid')
    .distinct()
    .where('dock_oid', 'in', [...oids])
    .where('state', 'in', openCommandStates)
    .where((eb) => eb.or([eb('sent_at', '>', new Date(since)), eb('expires_at', '>', new Date(since))]))
    .execute();
  return rows.map((row) => row.dock_oid);
};
