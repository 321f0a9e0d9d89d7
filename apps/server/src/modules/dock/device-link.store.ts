import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { releaseDrones, sendHome } from '../drone/index.ts';
import { notifyDockChanged, type LinkKind } from './dock.store.ts';

/** What a device signs in with, beside what stands in its record. */
export interface DeviceSignIn {
  /** Null: as it was, or not known. */
  model: string | null;
  /** What stands for a model that is not known. */
  unnamed: string;
  vendor: 'DJI' | 'own';
  secretHash: Buffer;
  at: Date;
}

/**
 * The row under which a device signs in, made or made anew; it has the oid, name and department of the device.
 * @returns whether it waits, because another organisation has this serial number: its account is not to be touched
 */
export async function standLink(
  trx: DbOrTrx,
  device: { oid: string; kind: Exclude<LinkKind, 'dock'> },
  { model, unnamed, vendor, secretHash, at }: DeviceSignIn,
): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    insert into dock (oid, group_root, group_oid, name, sn, model, vendor, kind, secret_hash, bound_at, waiting)
    select oid, group_root, group_oid, name, sn, coalesce(${model}::text, ${unnamed}), ${vendor}, kind,
      ${secretHash}, ${at},
      exists (select 1 from dock other where other.sn = device.sn and other.deleted_at is null and not other.waiting
          and other.group_root <> device.group_root)
        or exists (select 1 from drone where drone.sn = device.sn and drone.deleted_at is null
          and drone.dock_oid is not null and drone.group_root <> device.group_root)
    from device where oid = ${device.oid}::uuid and kind = ${device.kind}
    on conflict (oid) do update set deleted_at = null,
      -- What ended and begins anew may find its serial number in other hands.
      waiting = case when dock.deleted_at is null then dock.waiting else excluded.waiting end,
      proved_at = case when dock.deleted_at is null then dock.proved_at end,
      secret_hash = excluded.secret_hash, name = excluded.name,
      group_oid = excluded.group_oid, bound_at = excluded.bound_at, vendor = excluded.vendor,
      model = coalesce(${model}::text, dock.model)
    returning waiting`.execute(trx);
  return rows[0]?.waiting ?? false;
}

/** The sign-in of a device that was renamed or moved to another department is renamed and moved with it. */
export async function followDevices(trx: DbOrTrx, oids: readonly string[]): Promise<void> {
  await sql`
    with moved as (
      update dock set name = device.name, group_oid = device.group_oid from device
      where dock.oid = device.oid and dock.kind <> 'dock' and dock.deleted_at is null
        and dock.oid = any(${[...oids]}::uuid[])
        and (dock.name, dock.group_oid) is distinct from (device.name, device.group_oid)
      returning dock.oid)
    select pg_notify('dock_changed', oid::text) from moved`.execute(trx);
}

/** Serial numbers of those of these devices that can sign in. */
export async function serialsOf(db: DbOrTrx, oids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('dock')
    .select('sn')
    .where('oid', 'in', [...oids])
    .where('kind', '<>', 'dock')
    .where('waiting', '=', false)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ sn }) => sn);
}

/** Devices that are used no more sign in no more, and nothing is behind them. */
export async function endLinks(trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> {
  const { rows } = await sql<{ oid: string }>`
    with ended as (
      update dock set deleted_at = ${at} where oid = any(${[...oids]}::uuid[]) and kind <> 'dock'
        and deleted_at is null
      returning oid, sn)
    select oid, pg_notify('eyrie_dock_binding', sn) from ended`.execute(trx);
  if (rows.length === 0) return;
  const ended = rows.map(({ oid }) => oid);
  const changed = await sendHome(trx, ended);
  await releaseDrones(trx, ended);
  await notifyDockChanged(trx, ...new Set([...ended, ...changed]));
}
