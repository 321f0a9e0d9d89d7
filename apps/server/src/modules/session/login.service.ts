import { limits, type SignedIn } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { accountKey, type MemberRoom, type MemberRow } from '../member/index.ts';
import { createAddressLimiter } from './address-limiter.ts';
import type { CaptchaService } from './captcha.service.ts';
import { clearFailures, failureCounts, forgiveTry, reserveTry } from './login.store.ts';
import { createLoginDemands, type LoginDemandsDeps } from './login-demands.ts';
import { addressKey, captchaDue } from './login-rule.ts';
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
}

type Visitor = Pick<CallContext, 'address' | 'userAgent' | 'correlationId'>;

export interface LoginService {
  /**
   * @throws Refusal `captchaRequired`, `captchaWrong`, `wrongPassword`, `accountDisabled`, `totpRequired`,
   * `totpWrong`, `tooManyRequests`
   */
  login(request: LoginRequest, visitor: Visitor): Promise<SignedIn & { service: boolean }>;
  /** Opens a session for a member who has proved who they are; part of the caller's transaction. */
  signIn(
    trx: DbOrTrx,
    member: MemberRow,
    options: { remembered: boolean; action: string; due?: Due },
    visitor: Visitor,
  ): Promise<SignedIn>;
  /** @throws Refusal `tooManyRequests` */
  limitAddress(address: string): Promise<void>;
}

export function createLoginService(deps: LoginDeps): LoginService {
  const { runtime, audit, captchas, member: members, sessions } = deps;
  const { db } = runtime;
  const { demandsOn, requireAuthenticator } = createLoginDemands(deps);
  const limitAddress = createAddressLimiter(runtime, 'login', limits.login.perAddressPerMinute);

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

  async function refuse(
    visitor: Visitor,
    account: string,
    known: MemberRow | undefined,
    refusal: Refusal,
  ): Promise<never> {
    await audit.write(db, entry(visitor, account, known, { outcome: 'refused', reason: refusal.reason }));
    throw refusal;
  }

  async function signIn(
    trx: DbOrTrx,
    member: MemberRow,
    options: { remembered: boolean; action: string; due?: Due },
    visitor: Visitor,
  ): Promise<SignedIn> {
    const { due } = options;
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
    const department = await deps.department.find(member.groupOID);
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

  /** Counts a try beforehand; refuses it when a captcha is due, or when it is one too many. */
  async function reserve(request: LoginRequest, visitor: Visitor) {
    const key = accountKey(request.account);
    const account = `account:${key}`;
    const address = `address:${addressKey(visitor.address)}`;
    const answered = request.captchaId !== undefined && request.captcha !== undefined;
    const captchaSolved = answered && (await captchas.solve(request.captchaId ?? '', request.captcha ?? ''));
    const now = runtime.serverTime();
    const attempt = { account, address, accountKey: key, rawAddress: visitor.address, captchaSolved };
    const decision = await reserveTry(db, attempt, now);
    const member = await members.byAccount(db, request.account);
    const fail = (refusal: Refusal): Promise<never> => refuse(visitor, request.account, member, refusal);
    if (decision.kind === 'captcha') {
      const reason = answered ? 'captchaWrong' : 'captchaRequired';
      return fail(new Refusal(reason, { data: { captchaRequired: true } }));
    }
    if (decision.kind === 'wait') {
      const retryAfterSeconds = Math.ceil(decision.wait / 1_000);
      const data = { captchaRequired: true, retryAfterSeconds };
      return fail(new Refusal('tooManyRequests', { retryAfterSeconds, data }));
    }
    /** A refusal that says whether the next try needs a captcha. */
    const failCounted = async (reason: 'wrongPassword' | 'totpRequired' | 'totpWrong'): Promise<never> => {
      const counts = await failureCounts(db, account, address);
      const data = { captchaRequired: captchaDue(counts.account, counts.address, now) };
      return fail(new Refusal(reason, { data }));
    };
    return { account, address, member, now, fail, failCounted };
  }

  async function login(request: LoginRequest, visitor: Visitor) {
    await limitAddress(visitor.address);
    const { account, address, member, now, fail, failCounted } = await reserve(request, visitor);
    const right = await members.passwords
      .verify(request.password, member?.passwordHash ?? null)
      .catch(async (error: unknown) => {
        // No turn to look at the password: that was no guess.
        await forgiveTry(db, [account, address]);
        throw error;
      });
    if (!member || !right) return failCounted('wrongPassword');
    if (!member.enabled) return fail(new Refusal('accountDisabled'));
    await requireAuthenticator(member, request.totp, async (reason) => {
      if (reason === 'totpRequired') await forgiveTry(db, [account, address]);
      return failCounted(reason);
    });
    const { due, rememberAllowed } = await demandsOn(member, now);
    const remembered = request.remember === true && rememberAllowed && !member.service;
    const signedIn = await db.transaction().execute(async (trx) => {
      await forgiveTry(trx, [address]);
      await clearFailures(trx, account);
      return signIn(trx, member, { remembered, action: 'login.password', due }, visitor);
    });
    return { ...signedIn, service: member.service };
  }

  return { login, signIn, limitAddress };
}
