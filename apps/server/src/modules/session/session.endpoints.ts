import { limits, memberCalls, sessionCalls, type SignedIn } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { auditedCaller, type AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { MemberRoom } from '../member/index.ts';
import type { CaptchaService } from './captcha.service.ts';
import type { LoginService } from './login.service.ts';
import type { ChangeRequest } from './password.service.ts';
import type { SessionService } from './session.service.ts';
import { insertCode, sessionByOid, spendCode } from './session.store.ts';
import { hashToken, newToken } from './token.ts';

export interface SessionEndpointDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
  member: MemberRoom;
  sessions: SessionService;
  captchas: CaptchaService;
  logins: LoginService;
  passwords: { change(request: ChangeRequest, context: CallContext): Promise<void> };
}

/** Thirty days when remembered, else until the browser closes. */
const setCookies = (context: CallContext, signedIn: SignedIn): void => {
  const age = signedIn.autoLogin ? limits.session.rememberedLife / 1_000 : null;
  context.setCookie('__Host-authToken', signedIn.authToken, age);
  context.setCookie('groupOID', signedIn.groupOID, age);
  context.setCookie('groupRoot', signedIn.groupRoot, age);
};

export function sessionEndpoints(deps: SessionEndpointDeps): Endpoint[] {
  const { runtime, audit, member: members, sessions, logins } = deps;
  const { db } = runtime;
  return [
    serve(sessionCalls.createCaptcha, (_, context) => deps.captchas.create(context.address)),
    serve(sessionCalls.login, async (request, context) => {
      const { service, ...signedIn } = await logins.login(request, context);
      // A browser must not end up with a program's session.
      if (!service) setCookies(context, signedIn);
      return signedIn;
    }),
    serve(sessionCalls.logout, async (_, context) => {
      await db.transaction().execute(async (trx) => {
        await sessions.end(trx, context.caller.sessionOID);
        await audit.write(trx, { ...auditedCaller(context), action: 'login.logout', outcome: 'done' });
      });
      context.clearCookies();
      return { ok: true as const };
    }),
    serve(sessionCalls.userInfo, async (_, context) => {
      const { caller } = context;
      const session = await sessionByOid(db, caller.sessionOID);
      const department = await deps.department.find(caller.groupOID);
      if (!session || context.token === null) throw new Refusal('notSignedIn');
      return {
        oid: caller.memberOID,
        OID: caller.memberOID,
        account: caller.account,
        name: caller.name,
        authToken: context.token,
        groupOID: caller.groupOID,
        groupRoot: caller.groupRoot,
        groupNameCN: department?.name ?? '',
        autoLogin: session.remembered,
        mustChange: caller.mustChange,
        sessionOID: caller.sessionOID,
        serverTime: Math.round(runtime.serverTime()),
      };
    }),
    serve(memberCalls.changePassword, async (request, context) => {
      await deps.passwords.change(request, context);
      return { ok: true as const };
    }),
    serve(sessionCalls.codeCreate, async ({ purpose, target }, context) => {
      const member = await members.byOid(db, context.caller.memberOID);
      if (!member || member.service) throw new Refusal('notAllowed');
      const code = newToken();
      const expiresAt = Math.round(runtime.serverTime()) + limits.session.codeLife;
      await db.transaction().execute(async (trx) => {
        await insertCode(trx, {
          codeHash: hashToken(code),
          purpose,
          memberOID: member.oid,
          expiresAt: new Date(expiresAt),
        });
        const detail = { purpose, target };
        await audit.write(trx, {
          ...auditedCaller(context),
          action: 'login.codeCreate',
          outcome: 'done',
          detail,
        });
      });
      return { code, expiresAt };
    }),
    serve(sessionCalls.codeExchange, async ({ code, purpose }, context) => {
      logins.limitAddress(context.address);
      const now = runtime.serverTime();
      const spent = await spendCode(db, hashToken(code), new Date(now));
      const member = spent && (await members.byOid(db, spent.memberOID));
      const good = spent?.purpose === purpose && spent.expiresAt.getTime() > now && member?.enabled;
      if (!good || !member) {
        await audit.write(db, {
          groupRoot: member?.groupRoot ?? null,
          memberOID: member?.oid ?? null,
          address: context.address,
          correlationId: context.correlationId,
          action: 'login.code',
          outcome: 'refused',
          detail: { purpose },
        });
        throw new Refusal('codeSpent');
      }
      const signedIn = await db
        .transaction()
        .execute((trx) => logins.signIn(trx, member, { remembered: false, action: 'login.code' }, context));
      setCookies(context, signedIn);
      return signedIn;
    }),
  ];
}
