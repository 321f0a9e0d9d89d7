import type { Runtime } from '../../platform/runtime.ts';
import type { MemberRow } from '../member/index.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import type { AuthenticatorService } from './authenticator.service.ts';
import { signInFacts } from './login.store.ts';
import type { Due } from './session.service.ts';

export interface LoginDemandsDeps {
  runtime: Pick<Runtime, 'db'>;
  organisation: Pick<OrganisationRoom, 'policyOf'>;
  authenticators: Pick<AuthenticatorService, 'isInForce' | 'take'>;
}

const DAY = 86_400_000;

/** What is asked of somebody who signs in by password, beside the password. */
export function createLoginDemands({ runtime, organisation, authenticators }: LoginDemandsDeps) {
  const { db } = runtime;

  /** What the rules of the organisation ask of somebody who signs in by password. */
  async function demandsOn(member: MemberRow, now: number): Promise<{ due: Due; rememberAllowed: boolean }> {
    const { passwordChangedAt, hasAuthenticator } = await signInFacts(db, member.oid);
    const policy = await organisation.policyOf(member.groupRoot);
    const { passwordDays, totpRequired, rememberAllowed } = policy;
    const aged = passwordDays !== null && now - passwordChangedAt.getTime() >= passwordDays * DAY;
    return {
      due: {
        mustChange: aged && !member.service,
        mustSetUp: totpRequired && !hasAuthenticator && !member.service,
      },
      rememberAllowed,
    };
  }

  /**
   * The second step, after the right password. Asking for it costs nothing; a wrong code counts as a wrong password
   * does, and so do codes that were taken before.
   */
  async function requireAuthenticator(
    member: MemberRow,
    code: string | undefined,
    refuseBecause: (reason: 'totpRequired' | 'totpWrong') => Promise<never>,
  ): Promise<void> {
    if (!(await authenticators.isInForce(db, member.oid))) return;
    if (code === undefined) await refuseBecause('totpRequired');
    else if (!(await authenticators.take(db, member.oid, code))) await refuseBecause('totpWrong');
  }

  return { demandsOn, requireAuthenticator };
}
