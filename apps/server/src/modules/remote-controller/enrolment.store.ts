import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { visibleDepartments } from '../department/index.ts';

export interface EnrolledController {
  oid: string;
  name: string;
  retired: boolean;
  /** The caller may see it. */
  visible: boolean;
}

/** The controller of this serial number in the organisation of the caller, locked until the transaction ends. */
export async function lockController(
  trx: DbOrTrx,
  caller: Caller,
  sn: string,
): Promise<EnrolledController | null> {
  const { rows } = await sql<EnrolledController>`
    select oid, name, retired_at is not null as retired, group_oid in ${visibleDepartments(caller)} as visible
    from device where group_root = ${caller.groupRoot}::uuid and kind = 'remoteController' and sn = ${sn}
      and deleted_at is null
    for no key update`.execute(trx);
  return rows[0] ?? null;
}

/** Whether a serial number already speaks for something else of the organisation at the broker. */
export async function snInUse(
  trx: DbOrTrx,
  { groupRoot }: Pick<Caller, 'groupRoot'>,
  sn: string,
  oid: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select 1 from dock where sn = ${sn} and deleted_at is null
        and group_root = ${groupRoot}::uuid and oid is distinct from ${oid}::uuid)
      or exists (select 1 from drone where sn = ${sn} and deleted_at is null
        and group_root = ${groupRoot}::uuid and (heard or dock_oid is not null)) as taken`.execute(trx);
  return rows[0]?.taken ?? false;
}

/** An aircraft of the book that is behind nothing yet, if the caller may see it. */
export async function freeDrone(
  trx: DbOrTrx,
  caller: Caller,
  sn: string,
): Promise<{ oid: string; sn: string; model: string; name: string } | null> {
  const { rows } = await sql<{ oid: string; sn: string; model: string; name: string }>`
    select oid, sn, model, name from drone
    where group_root = ${caller.groupRoot}::uuid and sn = ${sn} and deleted_at is null and dock_oid is null
      and retired_at is null and group_oid in ${visibleDepartments(caller)}`.execute(trx);
  return rows[0] ?? null;
}
