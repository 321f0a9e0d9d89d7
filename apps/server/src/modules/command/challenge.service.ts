import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { createChallengeMemory } from './challenge.memory.ts';
import { insertChallenge, spendChallenge } from './challenge.store.ts';

/** Only the hash of a nonce is kept. */
export const nonceHashOf = (nonce: string): Buffer => createHash('sha256').update(nonce).digest();

/** Nonces that make a confirmation good once: for one member, one dock and one method. */
export const createChallenges = (
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  databaseUp: () => boolean = () => true,
) => {
  const memory = createChallengeMemory();

  const spend = async (
    trx: DbOrTrx,
    caller: Caller,
    dockOID: string,
    method: string,
    nonce: string | undefined,
  ): Promise<void> => {
    if (!nonce) throw new Refusal('confirmationMissing');
    const nonceHash = nonceHashOf(nonce);
    const { memberOID } = caller;
    const now = runtime.serverTime();
    const spent = await spendChallenge(trx, { nonceHash, memberOID, dockOID, method, now });
    memory.forget(nonceHash);
    if (!spent) throw new Refusal('confirmationSpent');
  };

  return {
    /**
     * A database that is away keeps no nonce: such a one is good for an emergency order through this server alone.
     * @returns the nonce and the server time, epoch ms, until which it can be spent
     */
    async issue(
      caller: Caller,
      dockOID: string,
      method: string,
    ): Promise<{ nonce: string; expiresAt: number }> {
      const nonce = randomBytes(24).toString('base64url');
      const now = runtime.serverTime();
      const row = {
        memberOID: caller.memberOID,
        dockOID,
        method,
        expiresAt: now + limits.command.challengeLife,
      };
      const nonceHash = nonceHashOf(nonce);
      if (databaseUp())
        await insertChallenge(runtime.db, { nonceHash, ...row }).catch((error: unknown) => {
          if (!isDatabaseDown(error)) throw error;
        });
      memory.keep(nonceHash, row, now);
      return { nonce, expiresAt: row.expiresAt };
    },
    /** Spends a nonce inside a transaction, for confirmations that are no device command. */
    spend,
    /** An order carries it now, and the database decides about it. */
    handedOver: (nonce: string | undefined): void => {
      if (nonce) memory.forget(nonceHashOf(nonce));
    },
    /** Spends a nonce for an order that leaves past the database, which is asked all the same where it answers. */
    async spendInEmergency(
      caller: Caller,
      dockOID: string,
      method: string,
      nonce: string | undefined,
    ): Promise<void> {
      if (!nonce) throw new Refusal('confirmationMissing');
      if (databaseUp())
        try {
          return await spend(runtime.db, caller, dockOID, method, nonce);
        } catch (error) {
          if (!isDatabaseDown(error)) throw error;
        }
      if (!memory.spend(nonceHashOf(nonce), caller, dockOID, method, runtime.serverTime()))
        throw new Refusal('confirmationSpent');
    },
  };
};
