import { signInRate, type SignedIn } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { accountKey, type MemberRoom, type MemberRow } from '../member/index.ts';
import { createAddressLimiter } from './address-limiter.ts';
import type { CaptchaService } from './captcha.service.ts';
import { createLoginDemands, type LoginDemandsDeps } from './login-demands.ts';
import type { LoginTries, LoginTry } from './login-tries.ts';
import type { Due, SessionService } from './session.service.ts';

export interface LoginRequest {
  account: string;
  password: string;
  remember?: boolean | undefined;
  captchaId?: string | undefined;
  captcha?: string | undefined;
  /** A code of the authenticator app, or a recovery code. */
  totp?: string | undefined;
}

export interface LoginDeps extends LoginDemandsDeps {
  runtime: Pick<Runtime, 'db' | 'clock' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
  member: MemberRoom;
  sessions: SessionService;
  captchas: CaptchaService;
  tries: LoginTries;
}

type Visitor = Pick<CallContext, 'address' | 'userAgent' | 'correlationId'>;

export interface LoginService {
  /**
   * @throws Refusal `captchaRequired`, `captchaWrong`, `wrongPassword`, `accountDisabled`, `totpRequired`,
   * `totpWrong`, `tooManyRequests`
   */
  login(request: LoginRequest, visitor: Visitor): Promise<SignedIn & { service: boolean }>;
  /**
   * Opens a session for a member who has proved who they are; part of the caller's transaction.
   * @param member as read before the proof was looked at
   * @returns null when the member was disabled, removed or cut off from all sessions since then
   */
  signIn(
    trx: DbOrTrx,
    member: MemberRow,
    options: { remembered: boolean; action: string; due?: Due },
    visitor: Visitor,
  ): Promise<SignedIn | null>;
  /** @throws Refusal `tooManyRequests` */
  limitAddress(visitor: Pick<Visitor, 'address' | 'correlationId'>): Promise<void>;
}

/** Every refused sign-in is written down; the account as typed, so that the log tells what was tried. */
const entry = (
  visitor: Visitor,
  account: string,
  known: MemberRow | undefined,
  rest: Pick<AuditEntry, 'outcome'> & { reason?: string },
): AuditEntry => ({
  groupRoot: known?.groupRoot ?? null,
  memberOID: known?.oid ?? null,
  address: visitor.address,
  correlationId: visitor.correlationId,
  action: 'login.password',
  outcome: rest.outcome,
  detail: { account, ...(rest.reason ? { reason: rest.reason } : {}) },
});

/** Writes the refusal down. @throws the refusal */
async function refuse(
  { audit, runtime }: LoginDeps,
  visitor: Visitor,
  account: string,
  known: MemberRow | undefined,
  refusal: Refusal,
): Promise<never> {
  await audit.write(
    runtime.db,
    entry(visitor, account, known, { outcome: 'refused', reason: refusal.reason }),
  );
  throw refusal;
}

async function signIn(
  deps: LoginDeps,
  trx: DbOrTrx,
  member: MemberRow,
  options: { remembered: boolean; action: string; due?: Due },
  visitor: Visitor,
): Promise<SignedIn | null> {
  const { audit, member: members, sessions } = deps;
  const { due } = options;
  const { enabled, signInEpoch } = (await members.lock(trx, member.oid)) ?? { enabled: false };
  if (!enabled || signInEpoch !== member.signInEpoch) return null;
  const { token, sessionOID } = await sessions.open(trx, {
    memberOID: member.oid,
    remembered: options.remembered,
    address: visitor.address,
    userAgent: visitor.userAgent,
    ...(due ? { due } : {}),
  });
  await audit.write(trx, {
    ...entry(visitor, member.account, member, { outcome: 'done' }),
    action: options.action,
    sessionOID,
  });
  const department = await deps.department.find(member.groupOID, trx);
  return {
    authToken: token,
    oid: member.oid,
    groupOID: member.groupOID,
    groupRoot: member.groupRoot,
    groupNameCN: department?.name ?? '',
    autoLogin: options.remembered,
    ...(member.mustChange || due?.mustChange ? { mustChange: true } : {}),
    ...(due?.mustSetUp ? { mustSetUp: true } : {}),
  };
}

/** Whose try it is, and leave to look at the password; refused when a captcha is due, or when it is one too many. */
async function begin(deps: LoginDeps, request: LoginRequest, visitor: Visitor) {
  const { runtime, captchas, tries, member: members } = deps;
  const { account, captchaId, captcha } = request;
  const arrived = runtime.clock.mono();
  const answered = captchaId !== undefined && captcha !== undefined;
  const { member, captchaSolved } = await tries.atDesk(async () => ({
    member: await members.byAccount(runtime.db, account),
    captchaSolved: answered && (await captchas.solve(captchaId, captcha)),
  }));
  const { address } = visitor;
  const begun = await tries.begin({ accountKey: accountKey(account), address, captchaSolved, arrived });
  if (begun.kind === 'go') return { run: begun.run, member };
  const fail = (refusal: Refusal): Promise<never> =>
    tries.atDesk(() => refuse(deps, visitor, account, member, refusal));
  if (begun.kind === 'captcha') {
    const reason = answered ? 'captchaWrong' : 'captchaRequired';
    return fail(new Refusal(reason, { data: { captchaRequired: true } }));
  }
  const retryAfterSeconds = Math.ceil(begun.wait / 1_000);
  const data = { captchaRequired: true, retryAfterSeconds };
  return fail(new Refusal('tooManyRequests', { retryAfterSeconds, data }));
}

/** So many sign-ins a minute from one address; that it were too many is written down once a minute. */
function createLoginLimit({ runtime, audit }: LoginDeps): LoginService['limitAddress'] {
  const limit = createAddressLimiter(runtime, signInRate);
  return ({ address, correlationId }) =>
    limit(address, () =>
      audit.write(runtime.db, {
        groupRoot: null,
        address,
        correlationId,
        action: 'login.refused',
        outcome: 'refused',
        detail: { reason: 'tooManyRequests' },
      }),
    );
}

export function createLoginService(deps: LoginDeps): LoginService {
  const { runtime, tries, member: members } = deps;
  const { db } = runtime;
  const { demandsOn, requireAuthenticator } = createLoginDemands(deps);
  const limitAddress = createLoginLimit(deps);

  async function tryIn(
    run: LoginTry,
    request: LoginRequest,
    member: MemberRow | undefined,
    visitor: Visitor,
  ) {
    const fail = (refusal: Refusal): Promise<never> =>
      refuse(deps, visitor, request.account, member, refusal);
    /** A refusal that says whether the next try needs a captcha. */
    const failWith = async (reason: 'wrongPassword' | 'totpRequired' | 'totpWrong'): Promise<never> => {
      // Asking for the second step costs nothing.
      if (reason !== 'totpRequired') await run.failed();
      return fail(new Refusal(reason, { data: { captchaRequired: await run.captchaDue() } }));
    };
    const { verify } = members.passwords;
    const right = await verify(request.password, member?.passwordHash ?? null, run.patience);
    if (!member || !right) return failWith('wrongPassword');
    if (!member.enabled) {
      await run.failed();
      return fail(new Refusal('accountDisabled'));
    }
    await requireAuthenticator(member, request.totp, failWith);
    // Nothing can be wrong any more: whoever waits for this need not wait for the session.
    await run.over();
    const { due, rememberAllowed } = await demandsOn(member, runtime.serverTime());
    const remembered = request.remember === true && rememberAllowed && !member.service;
    const signedIn = await db.transaction().execute(async (trx) => {
      await run.passed(trx);
      return signIn(deps, trx, member, { remembered, action: 'login.password', due }, visitor);
    });
    return signedIn ? { ...signedIn, service: member.service } : failWith('wrongPassword');
  }

  async function login(request: LoginRequest, visitor: Visitor) {
    await limitAddress(visitor);
    const { run, member } = await begin(deps, request, visitor);
    try {
      return await tries.atDesk(() => tryIn(run, request, member, visitor), run.patience);
    } finally {
      await run.over();
    }
  }

  return {
    login,
    signIn: (trx, member, options, visitor) => signIn(deps, trx, member, options, visitor),
    limitAddress,
  };
}
