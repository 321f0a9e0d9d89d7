import { limits, type SignedIn } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal, type RefusalDetails } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditEntry, AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { accountKey, type MemberRoom, type MemberRow } from '../member/index.ts';
import { createAddressLimiter } from './address-limiter.ts';
import type { CaptchaService } from './captcha.service.ts';
import { clearFailures, failureCounts, forgiveTry, reserveTry } from './login.store.ts';
import { addressKey, captchaDue } from './login-rule.ts';
import type { SessionService } from './session.service.ts';

export interface LoginRequest {
  account: string;
  password: string;
  remember?: boolean | undefined;
  captchaId?: string | undefined;
  captcha?: string | undefined;
}

export interface LoginDeps {
  runtime: Pick<Runtime, 'db' | 'clock' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
  member: MemberRoom;
  sessions: SessionService;
  captchas: CaptchaService;
}

type Visitor = Pick<CallContext, 'address' | 'userAgent' | 'correlationId'>;

export interface LoginService {
  /** @throws Refusal `captchaRequired`, `captchaWrong`, `wrongPassword`, `accountDisabled`, `tooManyRequests` */
  login(request: LoginRequest, visitor: Visitor): Promise<SignedIn & { service: boolean }>;
  /** Opens a session for a member who has proved who they are; part of the caller's transaction. */
  signIn(
    trx: DbOrTrx,
    member: MemberRow,
    options: { remembered: boolean; action: string },
    visitor: Visitor,
  ): Promise<SignedIn>;
  /** @throws Refusal `tooManyRequests` */
  limitAddress(address: string): void;
}

export function createLoginService(deps: LoginDeps): LoginService {
  const { runtime, audit, captchas, member: members, sessions } = deps;
  const { db } = runtime;
  const perMinute = createAddressLimiter(runtime.clock, limits.login.perAddressPerMinute);

  const limitAddress = (address: string): void => perMinute(addressKey(address));

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
    options: { remembered: boolean; action: string },
    visitor: Visitor,
  ): Promise<SignedIn> {
    const { token, sessionOID } = await sessions.open(trx, {
      memberOID: member.oid,
      remembered: options.remembered,
      address: visitor.address,
      userAgent: visitor.userAgent,
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
      ...(member.mustChange ? { mustChange: true } : {}),
    };
  }

  async function login(request: LoginRequest, visitor: Visitor) {
    limitAddress(visitor.address);
    const key = accountKey(request.account);
    const account = `account:${key}`;
    const address = `address:${addressKey(visitor.address)}`;
    const answered = request.captchaId !== undefined && request.captcha !== undefined;
    const captchaSolved = answered && (await captchas.solve(request.captchaId ?? '', request.captcha ?? ''));
    const now = runtime.serverTime();
    const attempt = { account, address, accountKey: key, rawAddress: visitor.address, captchaSolved };
    const decision = await reserveTry(db, attempt, now);
    const member = await members.byAccount(db, request.account);
    if (decision.kind === 'captcha') {
      const reason = answered ? 'captchaWrong' : 'captchaRequired';
      return refuse(
        visitor,
        request.account,
        member,
        new Refusal(reason, { data: { captchaRequired: true } }),
      );
    }
    if (decision.kind === 'wait') {
      const retryAfterSeconds = Math.ceil(decision.wait / 1_000);
      const details: RefusalDetails = { retryAfterSeconds, data: { captchaRequired: true } };
      return refuse(visitor, request.account, member, new Refusal('tooManyRequests', details));
    }
    const right = await members.passwords
      .verify(request.password, member?.passwordHash ?? null)
      .catch(async (error: unknown) => {
        // No turn to look at the password: that was no guess.
        await forgiveTry(db, [account, address]);
        throw error;
      });
    if (!member || !right) {
      const counts = await failureCounts(db, account, address);
      const data = { captchaRequired: captchaDue(counts.account, counts.address, now) };
      return refuse(visitor, request.account, member, new Refusal('wrongPassword', { data }));
    }
    if (!member.enabled) return refuse(visitor, request.account, member, new Refusal('accountDisabled'));
    const remembered = request.remember === true && !member.service;
    const signedIn = await db.transaction().execute(async (trx) => {
      await forgiveTry(trx, [address]);
      await clearFailures(trx, account);
      return signIn(trx, member, { remembered, action: 'login.password' }, visitor);
    });
    return { ...signedIn, service: member.service };
  }

  return { login, signIn, limitAddress };
}
