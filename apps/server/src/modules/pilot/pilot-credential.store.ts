import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export type PilotPurpose = 'calls' | 'socket' | 'file';

export interface PilotCredentialRow {
  tokenHash: Buffer;
  purpose: PilotPurpose;
  sessionOID: string;
  controllerOID: string;
  routeOID: string | null;
  expiresAt: Date;
}

/** Keeps a credential, and drops those that have run out. */
export async function insertPilotCredential(db: DbOrTrx, row: PilotCredentialRow, now: Date): Promise<void> {
  await db.deleteFrom('pilot_credential').where('expires_at', '<=', now).execute();
  await db
    .insertInto('pilot_credential')
    .values({
      token_hash: row.tokenHash,
      purpose: row.purpose,
      session_oid: row.sessionOID,
      dock_oid: row.controllerOID,
      route_oid: row.routeOID,
      expires_at: row.expiresAt,
    })
    .execute();
}

export const pilotCredential = (
  db: DbOrTrx,
  tokenHash: Buffer,
  purpose: PilotPurpose,
): Promise<PilotCredentialRow | undefined> =>
  db
    .selectFrom('pilot_credential')
    .select([
      'token_hash as tokenHash',
      'purpose',
      'session_oid as sessionOID',
      'dock_oid as controllerOID',
      'route_oid as routeOID',
      'expires_at as expiresAt',
    ])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

/** Another one for the same controller and session takes the place of the former. */
export async function endCallTokens(db: DbOrTrx, sessionOID: string, controllerOID: string): Promise<void> {
  await db
    .deleteFrom('pilot_credential')
    .where('session_oid', '=', sessionOID)
    .where('dock_oid', '=', controllerOID)
    .where('purpose', '=', 'calls')
    .execute();
}

/** When a session ends at the latest; undefined: it has ended. */
export const sessionEnd = async (db: DbOrTrx, sessionOID: string): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('session')
      .select('expires_at')
      .where('oid', '=', sessionOID)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
  )?.expires_at;

/** Whose files a controller stores. */
export interface PilotController {
  oid: string;
  groupRoot: string;
  groupOID: string;
}

/** A controller that the caller sees and that may sign in; a dock is none. */
export const controllerInScope = (
  db: DbOrTrx,
  scope: { groupRoot: string; groupOID: string },
  oid: string,
): Promise<PilotController | undefined> =>
  db
    .selectFrom('dock')
    .select(['dock.oid', 'dock.group_root as groupRoot', 'dock.group_oid as groupOID'])
    .where('dock.oid', '=', oid)
    .where('dock.kind', '=', 'remoteController')
    .where('dock.deleted_at', 'is', null)
    .where(inScope('dock.group_oid', scope))
    .executeTakeFirst();

export interface GatewayRow {
  sn: string;
  name: string;
  model: string;
  online: boolean;
  droneSn: string | null;
  droneName: string | null;
  droneModel: string | null;
  droneOnline: boolean;
}

/** Docks and controllers with their aircraft, at most `most`. */
export async function visibleGateways(
  db: DbOrTrx,
  scope: { groupRoot: string; groupOID: string },
  most: number,
): Promise<GatewayRow[]> {
  const { rows } = await sql<GatewayRow>`
    select dock.sn, dock.name, dock.model, coalesce(dock_snapshot.online, false) as online,
      drone.sn as "droneSn", drone.name as "droneName", drone.model as "droneModel",
      coalesce(dock_snapshot.online and dock_snapshot.drone_online, false) as "droneOnline"
    from dock
    left join drone on drone.dock_oid = dock.oid and drone.deleted_at is null
    left join dock_snapshot on dock_snapshot.dock_oid = dock.oid
    where dock.deleted_at is null and dock.kind in ('dock', 'remoteController')
      and ${inScope('dock.group_oid', scope)}
    order by dock.name, dock.oid limit ${most}`.execute(db);
  return rows;
}
