import { limits } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { accountKey, type MemberRoom } from '../member/index.ts';
import { clearFailures, forgiveTry, reserveTry } from './login.store.ts';
import { addressKey } from './login-rule.ts';

export interface ProofDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  member: MemberRoom;
}

export type PasswordProof = (
  password: string,
  hash: string,
  asked: {
    context: CallContext;
    /** Where the request carries the password. */
    field: string;
    /** A further proof; what it throws counts as a wrong password does. */
    also?: () => Promise<void>;
  },
) => Promise<void>;

/**
 * Asks somebody who is signed in for the password again. Guesses count like guesses at sign-in: a stolen session must
 * not open the account.
 * @returns a check that throws Refusal `tooManyRequests`, or `invalid` for the field
 */
export function createPasswordProof({ runtime, member: members }: ProofDeps): PasswordProof {
  const { db } = runtime;
  return async (password, hash, { context, field, also }) => {
    const key = accountKey(context.caller.account);
    const account = `account:${key}`;
    const address = `address:${addressKey(context.address)}`;
    const attempt = { account, address, accountKey: key, rawAddress: context.address, captchaSolved: true };
    const decision = await reserveTry(db, attempt, runtime.serverTime());
    if (decision.kind !== 'go') {
      const wait = decision.kind === 'wait' ? decision.wait : limits.login.failureWindow;
      throw new Refusal('tooManyRequests', { retryAfterSeconds: Math.ceil(wait / 1_000) });
    }
    const right = await members.passwords.verify(password, hash).catch(async (error: unknown) => {
      await forgiveTry(db, [account, address]);
      throw error;
    });
    if (!right) throw invalidField(field, 'passwordWrong');
    await also?.();
    await forgiveTry(db, [address]);
    await clearFailures(db, account);
  };
}
