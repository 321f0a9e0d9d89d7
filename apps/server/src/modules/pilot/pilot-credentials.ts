import { limits, pilotRights } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { hashToken, newToken, type SessionRoom } from '../session/index.ts';
import {
  controllerInScope,
  endCallTokens,
  insertPilotCredential,
  pilotCredential,
  sessionEnd,
  type PilotController,
  type PilotPurpose,
} from './pilot-credential.store.ts';

/** A member who works through a controller: with no more rights than the app needs. */
export interface Pilot {
  caller: Caller;
  controller: PilotController;
  /** Of a token for one route file. */
  routeOID: string | null;
}

const LONGEST_TOKEN = 200;

/**
 * Tokens for DJI Pilot 2. Each belongs to one session and one controller, opens only what it was made for, and is worth
 * nothing once the session has ended, the member lost the right, or the controller is gone or out of sight.
 */
export function createPilotCredentials(
  { db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>,
  { session }: { session: Pick<SessionRoom, 'callerOf'> },
) {
  const mint = async (
    trx: DbOrTrx,
    given: { purpose: PilotPurpose; sessionOID: string; controllerOID: string; routeOID?: string },
    life: number,
  ): Promise<{ token: string; expiresAt: number }> => {
    const end = await sessionEnd(trx, given.sessionOID);
    if (!end) throw new Refusal('notSignedIn');
    const now = Math.round(serverTime());
    const expiresAt = Math.min(now + life, end.getTime());
    const token = newToken();
    const row = { routeOID: null, ...given, tokenHash: hashToken(token), expiresAt: new Date(expiresAt) };
    await insertPilotCredential(trx, row, new Date(now));
    return { token, expiresAt };
  };

  /** The controller, as long as a member may work on it; null: not any more. */
  const workerOn = async (caller: Caller, controllerOID: string): Promise<PilotController | null> => {
    if (!caller.resources.has('controller:connect') || caller.mustChange || caller.mustSetUp) return null;
    return (await controllerInScope(db, caller, controllerOID)) ?? null;
  };

  return {
    workerOn,
    /** Who works on a controller in a session; null: nobody any more. */
    async storesFor(sessionOID: string, controllerOID: string): Promise<Caller | null> {
      const caller = await session.callerOf(sessionOID);
      return caller && (await workerOn(caller, controllerOID)) ? caller : null;
    },
    /** @throws Refusal `notFound` */
    async requireController(caller: Caller, oid: string): Promise<PilotController> {
      const controller = await controllerInScope(db, caller, oid);
      if (!controller) throw notFound();
      return controller;
    },
    /** For all calls, as long as the session; the former one of the same page ends. */
    async forCalls(trx: DbOrTrx, sessionOID: string, controllerOID: string): Promise<{ token: string }> {
      await endCallTokens(trx, sessionOID, controllerOID);
      return mint(trx, { purpose: 'calls', sessionOID, controllerOID }, Infinity);
    },
    forSocket: (sessionOID: string, controllerOID: string) =>
      mint(db, { purpose: 'socket', sessionOID, controllerOID }, limits.pilot.socketTokenLife),
    forFile: ({ caller, controller }: Pilot, routeOID: string) =>
      mint(
        db,
        { purpose: 'file', sessionOID: caller.sessionOID, controllerOID: controller.oid, routeOID },
        limits.pilot.fileLife,
      ),
    /** Whose token this is, for this purpose; null: nobody's, or nobody's any more. */
    async authenticate(token: string, purpose: PilotPurpose): Promise<Pilot | null> {
      if (token.length === 0 || token.length > LONGEST_TOKEN) return null;
      const found = await pilotCredential(db, hashToken(token), purpose);
      if (!found || found.expiresAt.getTime() <= serverTime()) return null;
      const caller = await session.callerOf(found.sessionOID);
      const controller = caller && (await workerOn(caller, found.controllerOID));
      if (!caller || !controller) return null;
      const resources = new Set([...caller.resources].filter((one) => pilotRights.has(one)));
      return { caller: { ...caller, resources }, controller, routeOID: found.routeOID };
    },
  };
}
export type PilotCredentials = ReturnType<typeof createPilotCredentials>;
