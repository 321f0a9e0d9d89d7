import { randomInt } from 'node:crypto';
import type { ConnectionFault } from '@eyrie/domain';
import { limits } from '@eyrie/domain';
import { requestCodes } from '@eyrie/dji';
import { hashSecret } from '../../platform/device-secret.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { bindDock, notifyDockChanged, type DockIdentity } from '../dock/index.ts';
import { codeOf, putCode, useCode } from './connection.store.ts';

/** Without letters and digits that look alike: it is typed on the screen of a controller. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 8;

const hashOf = (code: string): Buffer => hashSecret(code.trim().toUpperCase());

/** Gives a dock a binding code: used once, for a day. The former one ends. */
export const giveCode = async (
  trx: DbOrTrx,
  { serverTime }: Pick<Runtime, 'serverTime'>,
  dockOID: string,
): Promise<{ code: string; expiresAt: number }> => {
  const code = Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('');
  const expiresAt = serverTime() + limits.connection.codeLife;
  await putCode(trx, { dockOID, hash: hashOf(code), expiresAt: new Date(expiresAt) });
  return { code, expiresAt };
};

/** What a dock names when it asks to be bound. */
export interface Claim {
  organizationId: string | null;
  bindingCode: string | null;
}

/** The number that a dock is answered for a fault. */
export const codeOfFault: Readonly<Partial<Record<ConnectionFault, number>>> = {
  organisationWrong: requestCodes.organizationMissing,
  codeWrong: requestCodes.codeMismatch,
  codeExpired: requestCodes.organizationUnknown,
  codeSpent: requestCodes.organizationUnknown,
  boundElsewhere: requestCodes.boundElsewhere,
  otherOrganisation: requestCodes.boundElsewhere,
};

/** Checks and uses the binding codes of docks. */
export const createBinding = ({ db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>) => {
  /**
   * Why a dock cannot be bound by what it names; null: it can. A dock that is bound needs no code, and belongs to no
   * other organisation, whether there is such a one or not.
   */
  const check = async (
    dock: DockIdentity,
    { organizationId, bindingCode }: Claim,
  ): Promise<ConnectionFault | null> => {
    if (dock.bound)
      return organizationId === null || organizationId === dock.groupRoot ? null : 'otherOrganisation';
    if (organizationId !== dock.groupRoot) return 'organisationWrong';
    const known = await codeOf(db, dock.oid);
    if (!known || bindingCode === null || !known.hash.equals(hashOf(bindingCode))) return 'codeWrong';
    if (known.used) return 'codeSpent';
    return known.expiresAt > serverTime() ? null : 'codeExpired';
  };
  return {
    check,
    /** Binds a dock by the code that it names, which is used up. @returns why not; null: it is bound */
    async bind(dock: DockIdentity, claim: Claim): Promise<ConnectionFault | null> {
      const fault = await check(dock, claim);
      if (fault || dock.bound) return fault;
      const at = new Date(serverTime());
      const used = await db.transaction().execute(async (trx) => {
        if (!(await useCode(trx, dock.oid, hashOf(claim.bindingCode ?? ''), at))) return false;
        await bindDock(trx, dock.oid, at);
        await notifyDockChanged(trx, dock.oid);
        return true;
      });
      return used ? null : 'codeSpent';
    },
  };
};
export type Binding = ReturnType<typeof createBinding>;
