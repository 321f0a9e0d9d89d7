import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { insertChallenge, spendChallenge } from './challenge.store.ts';

/** Only the hash of a nonce is kept. */
export const nonceHashOf = (nonce: string): Buffer => createHash('sha256').update(nonce).digest();

/** Nonces that make a confirmation good once: for one member, one dock and one method. */
export const createChallenges = (runtime: Pick<Runtime, 'db' | 'serverTime'>) => ({
  /** @returns the nonce and the server time, epoch ms, until which it can be spent */
  async issue(
    caller: Caller,
    dockOID: string,
    method: string,
  ): Promise<{ nonce: string; expiresAt: number }> {
    const nonce = randomBytes(24).toString('base64url');
    const expiresAt = runtime.serverTime() + limits.command.challengeLife;
    await insertChallenge(runtime.db, {
      nonceHash: nonceHashOf(nonce),
      memberOID: caller.memberOID,
      dockOID,
      method,
      expiresAt,
    });
    return { nonce, expiresAt };
  },
  /** Spends a nonce inside a transaction, for confirmations that are no device command. */
  async spend(
    trx: DbOrTrx,
    caller: Caller,
    dockOID: string,
    method: string,
    nonce: string | undefined,
  ): Promise<void> {
    if (!nonce) throw new Refusal('confirmationMissing');
    const spent = await spendChallenge(trx, {
      nonceHash: nonceHashOf(nonce),
      memberOID: caller.memberOID,
      dockOID,
      method,
      now: runtime.serverTime(),
    });
    if (!spent) throw new Refusal('confirmationSpent');
  },
});
