import { limits } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { accountKey as keyOf, type MemberRoom } from '../member/index.ts';
import type { LoginTries } from './login-tries.ts';

export interface ProofDeps {
  runtime: Pick<Runtime, 'db' | 'clock'>;
  member: MemberRoom;
  tries: LoginTries;
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
export function createPasswordProof({ runtime, member: members, tries }: ProofDeps): PasswordProof {
  return async (password, hash, { context, field, also }) => {
    const accountKey = keyOf(context.caller.account);
    const begun = await tries.begin({
      accountKey,
      address: context.address,
      captchaSolved: true,
      arrived: runtime.clock.mono(),
    });
    if (begun.kind !== 'go') {
      const wait = begun.kind === 'wait' ? begun.wait : limits.login.failureWindow;
      throw new Refusal('tooManyRequests', { retryAfterSeconds: Math.ceil(wait / 1_000) });
    }
    const { run } = begun;
    try {
      if (!(await members.passwords.verify(password, hash, run.patience))) {
        await run.failed();
        throw invalidField(field, 'passwordWrong');
      }
      await also?.().catch(async (error: unknown) => {
        await run.failed();
        throw error;
      });
      await run.passed(runtime.db);
    } finally {
      await run.over();
    }
  };
}
