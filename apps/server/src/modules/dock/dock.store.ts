import { sql } from 'kysely';
import { isAirborne } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { visibleDepartments } from '../department/index.ts';
import { wireOf } from './dock.wire.ts';
import { releaseDrones } from '../drone/index.ts';

/** What stands behind a row of `dock`: whatever signs in to the broker under a serial number of its own. */
export type LinkKind = 'dock' | 'remoteController' | 'robot';

/** A dock as the gateway and the command room know it. */
export interface DockIdentity {
  oid: string;
  sn: string;
  model: string;
  name: string;
  vendor: 'DJI' | 'own';
  kind: LinkKind;
  groupRoot: string;
  groupOID: string;
  windLimit: number;
  maintenance: 'none' | 'awaiting' | 'under';
  insuranceUntil: number | null;
  /** It has come in by a binding code, or needs none. */
  bound: boolean;
  /** A device has spoken under this very record: what is ordered by it goes to that device. */
  proved: boolean;
  droneOID: string | null;
  droneSn: string | null;
  droneModel: string | null;
}

const identityColumns = [
  'dock.oid',
  'dock.sn',
  'dock.model',
  'dock.name',
  'dock.vendor',
  'dock.kind',
  'dock.group_root',
  'dock.group_oid',
  'dock.wind_limit',
  'dock.maintenance',
  'dock.insurance_until',
  'dock.bound_at',
  'dock.proved_at',
  'dock.waiting',
  'drone.oid as drone_oid',
  'drone.sn as drone_sn',
  'drone.model as drone_model',
] as const;

const identities = (db: DbOrTrx) =>
  db
    .selectFrom('dock')
    .leftJoin('drone', (join) =>
      join.onRef('drone.dock_oid', '=', 'dock.oid').on('drone.deleted_at', 'is', null),
    )
    .where('dock.deleted_at', 'is', null)
    .select(identityColumns);

const identityOf = (
  row: Awaited<ReturnType<ReturnType<typeof identities>['executeTakeFirstOrThrow']>>,
): DockIdentity => ({
  oid: row.oid,
  sn: row.sn,
  model: row.model,
  name: row.name,
  vendor: row.vendor,
  kind: row.kind,
  groupRoot: row.group_root,
  groupOID: row.group_oid,
  windLimit: row.wind_limit,
  maintenance: row.maintenance,
  insuranceUntil: row.insurance_until?.getTime() ?? null,
  bound: row.bound_at !== null,
  proved: row.proved_at !== null && !row.waiting,
  droneOID: row.drone_oid,
  droneSn: row.drone_sn,
  droneModel: row.drone_model,
});

/** Docks that gateways speak for: those that are retired are heard of no more. */
export const dockIdentities = async (db: DbOrTrx, oids?: readonly string[]): Promise<DockIdentity[]> => {
  if (oids && oids.length === 0) return [];
  const query = identities(db).where('dock.retired_at', 'is', null).where('dock.waiting', '=', false);
  const rows = await (oids ? query.where('dock.oid', 'in', [...oids]) : query).execute();
  return rows.map(identityOf);
};

/** A dock inside the caller's scope, or null: outside it does not exist for the caller. */
export const dockForCaller = async (
  db: DbOrTrx,
  caller: Caller,
  oid: string,
): Promise<DockIdentity | null> => {
  const row = await identities(db)
    .where('dock.oid', '=', oid)
    .where(sql<boolean>`dock.group_oid in ${visibleDepartments(caller)}`)
    .executeTakeFirst();
  return row ? identityOf(row) : null;
};

/** Where a dock stands as far as it told; metres above the ellipsoid. */
export interface DockPlace {
  groupOID: string;
  lng: number | null;
  lat: number | null;
  height: number | null;
}

/** Department and place of a dock inside the caller's scope, or null: outside it does not exist for the caller. */
export const dockPlaceFor = async (
  db: DbOrTrx,
  caller: Pick<Caller, 'groupRoot' | 'groupOID'>,
  oid: string,
): Promise<DockPlace | null> =>
  (await db
    .selectFrom('dock')
    .leftJoin('dock_snapshot', 'dock_snapshot.dock_oid', 'dock.oid')
    .select(['dock.group_oid as groupOID', 'dock_snapshot.lng', 'dock_snapshot.lat', 'dock_snapshot.height'])
    .where('dock.oid', '=', oid)
    .where('dock.deleted_at', 'is', null)
    .where(sql<boolean>`dock.group_oid in ${visibleDepartments(caller)}`)
    .executeTakeFirst()) ?? null;

/** The department of a dock of the organisation, whoever sees it: by it follows which rules hold there. */
export const dockDepartment = async (db: DbOrTrx, groupRoot: string, oid: string): Promise<string | null> =>
  (
    await db
      .selectFrom('dock')
      .select('group_oid')
      .where('oid', '=', oid)
      .where('group_root', '=', groupRoot)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.group_oid ?? null;

export const departmentVisible = async (db: DbOrTrx, caller: Caller, groupOID: string): Promise<boolean> => {
  const row = await db
    .selectFrom('department')
    .select('oid')
    .where('oid', '=', groupOID)
    .where(sql<boolean>`oid in ${visibleDepartments(caller)}`)
    .executeTakeFirst();
  return row !== undefined;
};

export const insertDock = async (
  trx: DbOrTrx,
  row: {
    oid: string;
    groupRoot: string;
    groupOID: string;
    name: string;
    sn: string;
    model: string;
    vendor: 'DJI' | 'own';
    secretHash: Buffer;
    windLimit: number | undefined;
    firmware: string | null;
    insuranceCompany: string | null;
    policyNumber: string | null;
    insuranceUntil: number | null;
    /** Null: by a binding code, later. */
    boundAt: Date | null;
    waiting: boolean;
  },
): Promise<void> => {
  await trx
    .insertInto('dock')
    .values({
      oid: row.oid,
      group_root: row.groupRoot,
      group_oid: row.groupOID,
      name: row.name,
      sn: row.sn,
      model: row.model,
      vendor: row.vendor,
      secret_hash: row.secretHash,
      ...(row.windLimit === undefined ? {} : { wind_limit: row.windLimit }),
      firmware: row.firmware,
      insurance_company: row.insuranceCompany,
      policy_number: row.policyNumber,
      insurance_until: row.insuranceUntil === null ? null : new Date(row.insuranceUntil),
      bound_at: row.boundAt,
      waiting: row.waiting,
    })
    .execute();
};

/** It came in by its binding code. */
export const bindDock = async (trx: DbOrTrx, oid: string, at: Date): Promise<void> => {
  await trx.updateTable('dock').set({ bound_at: at }).where('oid', '=', oid).execute();
};

/** The model that a controller names itself. */
export const setLinkModel = async (db: DbOrTrx, oid: string, model: string): Promise<void> => {
  await db.updateTable('dock').set({ model }).where('oid', '=', oid).execute();
};

/** Another secret for its sign-in at the broker; the former one ends. */
export const setDockSecret = async (trx: DbOrTrx, oid: string, secretHash: Buffer): Promise<void> => {
  await trx.updateTable('dock').set({ secret_hash: secretHash }).where('oid', '=', oid).execute();
};

export const softDeleteDocks = async (trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> => {
  await releaseDrones(trx, oids);
  await trx
    .updateTable('dock')
    .set({ deleted_at: at })
    .where('oid', 'in', [...oids])
    .execute();
};

export const snapshotAirborne = async (db: DbOrTrx, dockOID: string): Promise<boolean> => {
  const row = await db
    .selectFrom('dock_snapshot')
    .select(['drone_online', 'drone_airborne'])
    .where('dock_oid', '=', dockOID)
    .executeTakeFirst();
  return row !== undefined && isAirborne(row.drone_online, row.drone_airborne ? 'unknown' : 'standby');
};

/** Tells gateways and brokers in every process that docks appeared, changed or went. */
export const notifyDockChanged = async (db: DbOrTrx, ...oids: readonly string[]): Promise<void> => {
  await sql`select pg_notify('dock_changed', oid) from unnest(${oids}::text[]) oid`.execute(db);
};

export const organisationName = async (db: DbOrTrx, groupRoot: string): Promise<string> =>
  (await db.selectFrom('organisation').select('name').where('oid', '=', groupRoot).executeTakeFirst())
    ?.name ?? '';

export interface DirectoryRow {
  oid: string;
  sn: string;
  model: string;
  kind: LinkKind;
  groupRoot: string;
  /** Departments from the organisation's root down to the dock's own. */
  path: readonly string[];
  droneOID: string | null;
  /** It speaks the open contract. */
  open: boolean;
  /** As in `DockIdentity`, and it is in service. */
  proved: boolean;
}

/** Docks that are read in one statement where all are: a long one keeps a core from the orders of the moment. */
const readAtOnce = 500;

/** Docks with the departments that may see them. @param oids of these; every one without */
export const directoryRows = async (db: DbOrTrx, oids?: readonly string[]): Promise<DirectoryRow[]> => {
  if (oids) return oids.length === 0 ? [] : someDirectoryRows(db, { oids });
  const all: DirectoryRow[] = [];
  for (;;) {
    const some = await someDirectoryRows(db, { after: all.at(-1)?.oid ?? null });
    all.push(...some);
    if (some.length < readAtOnce) return all;
  }
};

const someDirectoryRows = async (
  db: DbOrTrx,
  which: { oids: readonly string[] } | { after: string | null },
): Promise<DirectoryRow[]> => {
  const query = db
    .selectFrom('dock')
    .innerJoin('department', 'department.oid', 'dock.group_oid')
    .leftJoin('drone', (join) =>
      join.onRef('drone.dock_oid', '=', 'dock.oid').on('drone.deleted_at', 'is', null),
    )
    .select([
      'dock.oid',
      'dock.sn',
      'dock.model',
      'dock.vendor',
      'dock.kind',
      'dock.group_root',
      'dock.proved_at',
      'dock.waiting',
      'dock.retired_at',
      'department.path',
      'drone.oid as drone_oid',
    ])
    .where('dock.deleted_at', 'is', null);
  const next = query.orderBy('dock.oid').limit(readAtOnce);
  const rows = await (
    'oids' in which
      ? query.where('dock.oid', 'in', [...which.oids])
      : which.after === null
        ? next
        : next.where('dock.oid', '>', which.after)
  ).execute();
  return rows.map((row) => ({
    oid: row.oid,
    sn: row.sn,
    model: row.model,
    kind: row.kind,
    groupRoot: row.group_root,
    path: row.path,
    droneOID: row.drone_oid,
    open: wireOf(row) === 'open',
    proved: row.proved_at !== null && !row.waiting && row.retired_at === null,
  }));
};

/** A gateway hears these docks from now on. */
export const notifyDocksHeard = async (db: DbOrTrx, oids: readonly string[]): Promise<void> => {
  await sql`select pg_notify('dock_heard', oid) from unnest(${oids}::text[]) oid`.execute(db);
};
