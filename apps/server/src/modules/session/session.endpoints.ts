import { limits, memberCalls, sessionCalls, type ResponseOf, type SignedIn } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { MemberRoom } from '../member/index.ts';
import type { OrganisationRoom } from '../organisation/index.ts';
import { authenticatorEndpoints } from './authenticator.endpoints.ts';
import type { AuthenticatorService } from './authenticator.service.ts';
import type { CaptchaService } from './captcha.service.ts';
import type { CodeService } from './code.service.ts';
import type { LoginInfoService } from './login-info.service.ts';
import type { LoginService } from './login.service.ts';
import { onlineEndpoints } from './online.endpoints.ts';
import type { OnlineService } from './online.service.ts';
import { openIdCookie } from './openid-cookie.ts';
import type { OpenIdService } from './openid.service.ts';
import type { ChangeRequest } from './password.service.ts';
import type { SessionService } from './session.service.ts';
import { sessionByOid } from './session.store.ts';

export interface SessionEndpointDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  audit: AuditLog;
  department: DepartmentRoom;
  member: Pick<MemberRoom, 'displayOf'>;
  organisation: Pick<
    OrganisationRoom,
    'find' | 'first' | 'openIdProviders' | 'passwordForm' | 'demoLanguage'
  >;
  sessions: SessionService;
  captchas: CaptchaService;
  logins: LoginService;
  codes: CodeService;
  loginInfos: LoginInfoService;
  openIds: Pick<OpenIdService, 'start'>;
  online: OnlineService;
  authenticators: AuthenticatorService;
  passwords: { change(request: ChangeRequest, context: CallContext): Promise<void> };
}

/** Thirty days when remembered, else until the browser closes. */
const ageOf = (remembered: boolean): number | null =>
  remembered ? limits.session.rememberedLife / 1_000 : null;

const setCookies = (context: CallContext, signedIn: SignedIn): void => {
  const age = ageOf(signedIn.autoLogin);
  context.setCookie('__Host-authToken', signedIn.authToken, age);
  context.setCookie('groupOID', signedIn.groupOID, age);
  context.setCookie('groupRoot', signedIn.groupRoot, age);
  // By which a page that opens without a connection knows whose session this browser has.
  context.setCookie('memberOID', signedIn.oid, age);
};

/** Who signed in before there was this cookie gets it too; another session than the browser's says nothing of it. */
const nameMember = (context: CallContext, remembered: boolean): void => {
  const { memberOID } = context.caller;
  if (context.cookie('__Host-authToken') !== context.token) return;
  if (context.cookie('memberOID') === memberOID) return;
  context.setCookie('memberOID', memberOID, ageOf(remembered));
};

/** Who the caller is, for the pages that show it. @throws Refusal `notSignedIn` when the session ended meanwhile */
async function userInfoOf(
  { runtime, department, organisation: organisations, member }: SessionEndpointDeps,
  context: CallContext,
): Promise<ResponseOf<typeof sessionCalls.userInfo>> {
  const { caller } = context;
  const { db } = runtime;
  const session = await sessionByOid(db, caller.sessionOID);
  const [group, organisation, display, passwordForm] = await Promise.all([
    department.find(caller.groupOID),
    organisations.find(caller.groupRoot),
    member.displayOf(db, caller.memberOID),
    organisations.passwordForm(caller.groupRoot),
  ]);
  if (!session || context.token === null) throw new Refusal('notSignedIn');
  nameMember(context, session.remembered);
  return {
    oid: caller.memberOID,
    OID: caller.memberOID,
    account: caller.account,
    name: caller.name,
    authToken: context.token,
    groupOID: caller.groupOID,
    groupRoot: caller.groupRoot,
    groupNameCN: group?.name ?? '',
    groupType: group?.type ?? 'department',
    organisationName: organisation?.name ?? '',
    autoLogin: session.remembered,
    mustChange: caller.mustChange,
    passwordForm,
    sessionOID: caller.sessionOID,
    serverTime: Math.round(runtime.serverTime()),
    timeZone: organisation?.timeZone ?? 'UTC',
    display,
  };
}

/** Ends the session that a call carries, if it carries one. */
const endOwn = async (
  { runtime, sessions, audit }: SessionEndpointDeps,
  context: CallContext,
): Promise<void> => {
  // Public calls have a caller where somebody is signed in.
  const caller = context.caller as Caller | null;
  if (!caller) return;
  await runtime.db.transaction().execute(async (trx) => {
    await sessions.end(trx, caller.sessionOID);
    await audit.done(trx, context, 'login.logout');
  });
};

export function sessionEndpoints(deps: SessionEndpointDeps): Endpoint[] {
  const { logins, codes } = deps;
  /** The answer names the password rules to a member who must change the password next. */
  const withForm = async <S extends SignedIn>(signedIn: S): Promise<S> =>
    signedIn.mustChange
      ? { ...signedIn, passwordForm: await deps.organisation.passwordForm(signedIn.groupRoot) }
      : signedIn;
  /** The session of a link takes the place of the one that the call carries. */
  const replace = async (signedIn: SignedIn, context: CallContext): Promise<void> => {
    await endOwn(deps, context);
    setCookies(context, signedIn);
  };
  return [
    serve(sessionCalls.createCaptcha, (_, context) => deps.captchas.create(context.address)),
    serve(sessionCalls.login, async (request, context) => {
      const { service, ...signedIn } = await logins.login(request, context);
      // A browser must not end up with a program's session.
      if (!service) {
        setCookies(context, signedIn);
        await deps.organisation.demoLanguage.heard(context.language);
      }
      return withForm(signedIn);
    }),
    serve(sessionCalls.logout, async (_, context) => {
      await endOwn(deps, context);
      context.clearCookies();
      return { ok: true as const };
    }),
    serve(sessionCalls.userInfo, (_, context) => userInfoOf(deps, context)),
    serve(memberCalls.changePassword, async (request, context) => {
      await deps.passwords.change(request, context);
      return { ok: true as const };
    }),
    serve(sessionCalls.codeCreate, (request, context) => codes.create(request, context)),
    serve(sessionCalls.codeExchange, async (request, context) => {
      const signedIn = await codes.exchange(request, context);
      if (request.purpose === 'openId') context.setCookie(openIdCookie, '', 0);
      await replace(signedIn, context);
      return withForm(signedIn);
    }),
    serve(sessionCalls.loginInfoExchange, async (request, context) => {
      // Whoever is signed in here stays so until a payload is taken: a bad link must not sign anybody out.
      const somebodyIsHere = request.memberOID !== undefined || (context.caller as Caller | null) !== null;
      // What else the browser kept goes, also when the payload is refused.
      if (!somebodyIsHere) context.clearCookies();
      const signedIn = await deps.loginInfos.exchange(request, context);
      await replace(signedIn, context);
      return withForm(signedIn);
    }),
    serve(sessionCalls.openIdDoors, async ({ organisation }) => {
      const groupRoot = organisation ?? (await deps.organisation.first())?.oid;
      return groupRoot === undefined ? [] : deps.organisation.openIdProviders.shownOf(groupRoot);
    }),
    serve(sessionCalls.openIdStart, (request, context) => deps.openIds.start(request, context)),
    ...onlineEndpoints(deps.online),
    ...authenticatorEndpoints(deps.authenticators),
  ];
}
