import { Secret } from 'otpauth';
import type { AuthenticatorSecret, AuthenticatorState } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { MemberRoom, MemberRow } from '../member/index.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import { requireOutranked } from '../permission/index.ts';
import { createAuthenticatorCodes, totpOf } from './authenticator-codes.ts';
import {
  authenticatorOf,
  beginAuthenticator,
  confirmAuthenticator,
  countRecoveryCodes,
  deleteAuthenticator,
} from './authenticator.store.ts';
import { memberInScope } from './online.store.ts';
import type { LoginTries } from './login-tries.ts';
import { createPasswordProof } from './password-proof.ts';
import type { SessionService } from './session.service.ts';
import { settleSessions } from './session.store.ts';

export interface AuthenticatorDeps {
  tries: LoginTries;
  runtime: Pick<Runtime, 'db' | 'clock' | 'serverTime'>;
  audit: AuditLog;
  member: MemberRoom;
  organisation: Pick<OrganisationRoom, 'find' | 'policyOf'>;
  sessions: SessionService;
  seal: Seal;
}

export interface AuthenticatorService {
  /** True when the password alone does not sign this member in. */
  isInForce(db: DbOrTrx, memberOID: string): Promise<boolean>;
  /** Takes a code of the app or a recovery code, each once. */
  take(db: DbOrTrx, memberOID: string, code: string): Promise<boolean>;
  state(context: CallContext): Promise<AuthenticatorState>;
  begin(password: string, context: CallContext): Promise<AuthenticatorSecret>;
  confirm(code: string, context: CallContext): Promise<{ recoveryCodes: string[] }>;
  renew(
    proof: { password: string; totp: string },
    context: CallContext,
  ): Promise<{ recoveryCodes: string[] }>;
  remove(proof: { password: string; totp: string }, context: CallContext): Promise<void>;
  reset(memberOID: string, context: CallContext): Promise<void>;
}

/** Accounts of machines have no second step. @throws Refusal `notFound`, `notAllowed` */
async function requirePerson(
  { runtime, member: members }: AuthenticatorDeps,
  context: CallContext,
): Promise<MemberRow> {
  const member = await members.byOid(runtime.db, context.caller.memberOID);
  if (!member) throw notFound();
  if (member.service) throw new Refusal('notAllowed');
  return member;
}

async function stateOf(
  { runtime, organisation }: AuthenticatorDeps,
  { caller }: CallContext,
): Promise<AuthenticatorState> {
  const { db } = runtime;
  const row = await authenticatorOf(db, caller.memberOID);
  return {
    enabled: row?.confirmedAt != null,
    since: row?.confirmedAt?.getTime() ?? null,
    recoveryLeft: await countRecoveryCodes(db, caller.memberOID),
    required: (await organisation.policyOf(caller.groupRoot)).totpRequired,
  };
}

/** A new secret for the member's app; nothing asks for it before it was confirmed. @throws Refusal `conflict` for a second one */
async function offerSecret(
  { runtime, audit, organisation, seal }: AuthenticatorDeps,
  member: MemberRow,
  context: CallContext,
): Promise<AuthenticatorSecret> {
  const secret = new Secret({ size: 20 }).base32;
  const issuer = (await organisation.find(member.groupRoot))?.name ?? 'Eyrie';
  const sealed = await seal.close(secret);
  const at = new Date(runtime.serverTime());
  await runtime.db.transaction().execute(async (trx) => {
    if (!(await beginAuthenticator(trx, { memberOID: member.oid, secret: sealed, at })))
      throw new Refusal('authenticatorInForce');
    await audit.done(trx, context, 'authenticator.begin');
  });
  return { secret, uri: totpOf(secret, { label: member.account, issuer }).toString() };
}

/** Takes the second step from a member who lost it, and ends all sessions of that member. */
async function resetAuthenticator(
  { runtime, audit, sessions }: AuthenticatorDeps,
  memberOID: string,
  context: CallContext,
): Promise<void> {
  const { db } = runtime;
  if (!(await memberInScope(db, context.caller, memberOID))) throw notFound();
  await requireOutranked(db, context.caller, [memberOID]);
  await db.transaction().execute(async (trx) => {
    if (!(await deleteAuthenticator(trx, memberOID))) throw new Refusal('authenticatorMissing');
    await sessions.endAllOf(trx, memberOID, null);
    await audit.done(trx, context, 'authenticator.reset', { memberOID });
  });
}

export function createAuthenticators(deps: AuthenticatorDeps): AuthenticatorService {
  const { runtime, audit, sessions } = deps;
  const { db } = runtime;
  const prove = createPasswordProof(deps);
  const { takeAppCode, take, freshCodes } = createAuthenticatorCodes(deps);
  const now = (): Date => new Date(runtime.serverTime());

  async function proveBoth(
    proof: { password: string; totp: string },
    member: MemberRow,
    context: CallContext,
  ): Promise<void> {
    const also = async (): Promise<void> => {
      if (!(await take(db, member.oid, proof.totp))) throw new Refusal('totpWrong');
    };
    await prove(proof.password, member.passwordHash, { context, field: 'password', also });
  }

  return {
    isInForce: async (trx, memberOID) => (await authenticatorOf(trx, memberOID))?.confirmedAt != null,
    take,
    state: (context) => stateOf(deps, context),
    async begin(password, context) {
      const member = await requirePerson(deps, context);
      await prove(password, member.passwordHash, { context, field: 'password' });
      return offerSecret(deps, member, context);
    },
    async confirm(code, context) {
      const member = await requirePerson(deps, context);
      return db.transaction().execute(async (trx) => {
        if (!(await takeAppCode(trx, member.oid, code))) throw new Refusal('totpWrong');
        if (!(await confirmAuthenticator(trx, member.oid, now()))) throw new Refusal('authenticatorNotBegun');
        const codes = await freshCodes(trx, member.oid);
        await settleSessions(trx, member.oid, 'must_set_up');
        await sessions.notifyMemberChanged(trx, member.oid);
        await audit.done(trx, context, 'authenticator.add');
        return { recoveryCodes: codes };
      });
    },
    async renew(proof, context) {
      const member = await requirePerson(deps, context);
      await proveBoth(proof, member, context);
      return db.transaction().execute(async (trx) => {
        const codes = await freshCodes(trx, member.oid);
        await audit.done(trx, context, 'authenticator.renew');
        return { recoveryCodes: codes };
      });
    },
    async remove(proof, context) {
      const member = await requirePerson(deps, context);
      await proveBoth(proof, member, context);
      await db.transaction().execute(async (trx) => {
        await deleteAuthenticator(trx, member.oid);
        await audit.done(trx, context, 'authenticator.delete');
      });
    },
    reset: (memberOID, context) => resetAuthenticator(deps, memberOID, context),
  };
}
