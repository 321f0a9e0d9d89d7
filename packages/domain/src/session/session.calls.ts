import { z } from 'zod';
import { call, refusedBeforehand } from '../call.ts';
import { secret } from '../secret.ts';
import { done, empty, listOf, oid, optionalText, rawText, sentInstant, textPage } from '../shape.ts';
import { cockpitPages, cockpitTypes } from '../cockpit/cockpit.ts';
import { departmentTypes } from '../department/department.ts';
import { displayChoices } from '../member/display.shape.ts';
import { authenticator } from './authenticator.calls.ts';
import { captchaRate, signInRate } from './rates.ts';
import { oneTimePassword, passwordText, sessionRecord } from './session.ts';

export const captcha = z.object({ captchaId: z.string(), image: z.string(), expiresAt: sentInstant });

/** The form that an organisation asks of its members' new passwords. */
const passwordForm = z.enum(['simple', 'strong']);
export type PasswordForm = z.output<typeof passwordForm>;

export const signedIn = z.object({
  authToken: z.string(),
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupNameCN: z.string(),
  autoLogin: z.boolean(),
  /** Only the change of password is open. */
  mustChange: z.boolean().optional(),
  /** Only setting up an authenticator app is open. */
  mustSetUp: z.boolean().optional(),
  /** With `mustChange`: the form that the new password must have. */
  passwordForm: passwordForm.optional(),
});
export type SignedIn = z.output<typeof signedIn>;

export const userInfo = z.object({
  oid,
  OID: oid,
  account: z.string(),
  name: z.string(),
  authToken: z.string(),
  groupOID: oid,
  groupRoot: oid,
  /** Name of the member's department. */
  groupNameCN: z.string(),
  /** Of that department: those of a cockpit land on the large screen. */
  groupType: z.enum(departmentTypes),
  organisationName: z.string(),
  autoLogin: z.boolean(),
  mustChange: z.boolean(),
  passwordForm,
  sessionOID: oid,
  serverTime: sentInstant,
  /** IANA name of the organisation's time zone. */
  timeZone: z.string(),
  display: displayChoices,
});
export type UserInfo = z.output<typeof userInfo>;

const codePurposes = ['authInfo', 'monitor', 'cockpit'] as const;

/** What a one-time code was made for, beside its purpose. */
const codeFacts = z.object({
  /** The page to open. */
  target: z.string().nullable(),
  /** A cockpit of the screen application. */
  cockpit: z
    .object({
      route: z.enum(cockpitPages),
      groupOID: oid,
      type: z.enum(cockpitTypes),
      loginKey: z.boolean(),
    })
    .nullable(),
});
export type CodeFacts = z.output<typeof codeFacts>;

/** Who a link signs in, as the refusal `otherAccount` names them to whoever is signed in as somebody else. */
export const linkOwner = z.object({ account: z.string(), name: z.string(), organisationName: z.string() });
export type LinkOwner = z.output<typeof linkOwner>;

/** Set by a browser in which somebody is signed in: the link of anybody else is then refused, and stays unspent. */
const onlyFor = { memberOID: oid.optional() };

const accountText = rawText(64, 1);

export const sessionCalls = {
  createCaptcha: call({
    method: 'GET',
    path: '/nebula-five/login/createCaptcha.rest',
    effect: 'reads',
    summary: 'A picture of characters to type, valid once',
    rate: captchaRate,
    permission: 'public',
    request: empty,
    response: captcha,
  }),
  login: call({
    method: 'POST',
    path: '/nebula-five/login/loginPC.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: ['login.password', 'login.refused'],
    refusalsWritten: refusedBeforehand,
    refuses: [
      'accountDisabled',
      'accountExpired',
      'captchaRequired',
      'captchaWrong',
      'totpRequired',
      'totpWrong',
      'wrongPassword',
    ],
    summary: 'Sign in with account and password',
    rate: signInRate,
    permission: 'public',
    request: z.object({
      account: accountText,
      password: passwordText,
      remember: z.boolean().optional(),
      captchaId: rawText(64).optional(),
      captcha: secret(rawText(16)).optional(),
      totp: oneTimePassword.optional(),
    }),
    response: signedIn,
  }),
  logout: call({
    method: 'GET',
    path: '/nebula-five/login/logout.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'login.logout',
    summary: 'End this session everywhere it is used',
    permission: 'session',
    whileMustChange: true,
    request: empty,
    response: done,
  }),
  codeCreate: call({
    method: 'POST',
    path: '/nebula-five/login/codeCreate.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'login.codeCreate',
    refuses: ['noCockpit'],
    summary: 'A one-time code that opens a page without a second sign-in',
    permission: 'session',
    request: z.object({ purpose: z.enum(codePurposes), target: optionalText(300).optional() }),
    response: z.object({ code: z.string(), expiresAt: sentInstant }),
  }),
  codeExchange: call({
    method: 'POST',
    path: '/nebula-five/login/codeExchange.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: ['login.code', 'login.openId', 'login.logout'],
    refusalsWritten: refusedBeforehand,
    refuses: ['accountDisabled', 'codeSpent', 'otherAccount'],
    summary: 'Spend a one-time code for a session; the session that makes the call ends with it',
    rate: signInRate,
    permission: 'public',
    request: z.object({
      code: secret(rawText(200, 16)),
      purpose: z.enum([...codePurposes, 'openId']),
      ...onlyFor,
    }),
    response: signedIn.extend(codeFacts.shape),
  }),
  loginInfoExchange: call({
    method: 'POST',
    path: '/nebula-five/login/loginInfoExchange.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: ['login.loginInfo', 'login.logout'],
    refusalsWritten: refusedBeforehand,
    refuses: ['accountDisabled', 'codeSpent', 'otherAccount'],
    summary:
      'Spend a payload that another system signed with an integration key of the organisation; the session that ' +
      'makes the call ends with it',
    rate: signInRate,
    permission: 'public',
    request: z.object({ loginInfo: secret(rawText(4_096, 1)), ...onlyFor }),
    response: signedIn.extend({ page: z.string().nullable() }),
  }),
  openIdDoors: call({
    method: 'POST',
    path: '/nebula-five/login/openIdDoors.rest',
    effect: 'reads',
    summary: 'Sign-in by OpenID Connect: of the first organisation, or of the one that is named',
    permission: 'public',
    request: z.object({ organisation: oid.optional() }),
    response: z.array(z.object({ oid, name: z.string() })),
  }),
  openIdStart: call({
    method: 'POST',
    path: '/nebula-five/login/openIdStart.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: { none: 'nobody is known yet' },
    refuses: ['openIdFailed'],
    summary: 'The address of the OpenID provider where a sign-in goes on',
    rate: signInRate,
    permission: 'public',
    request: z.object({ oid, page: optionalText(300).optional() }),
    response: z.object({ url: z.string(), expiresAt: sentInstant }),
  }),
  userInfo: call({
    method: 'GET',
    path: '/nebula-five/user/getUserInfo.rest',
    effect: 'reads',
    summary: 'Who is signed in; takes the cookie so that a reload finds its session',
    permission: 'session',
    cookieAllowed: true,
    request: empty,
    response: userInfo,
  }),
  online: call({
    method: 'GET',
    path: '/nebula-five/user/getOnlineUser.rest',
    effect: 'reads',
    summary: 'Open sessions of members of the own department and below',
    permission: ['/operation', 'session:end'],
    request: z.object({ ...textPage, keyword: optionalText(64).optional() }),
    response: listOf(sessionRecord),
  }),
  end: call({
    method: 'POST',
    path: '/nebula-five/user/destroyUserToken.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'session.end',
    refuses: ['superior'],
    summary: 'End sessions, all or none; those of others need the right to end sessions',
    permission: 'session',
    request: z.object({ oids: z.array(oid).min(1).max(200) }),
    response: done,
  }),
  own: call({
    method: 'GET',
    path: '/nebula-five/user/sessions.rest',
    effect: 'reads',
    summary: 'The own open sessions, the one that asks first',
    permission: 'session',
    request: empty,
    response: z.array(sessionRecord),
  }),
  endOthers: call({
    method: 'POST',
    path: '/nebula-five/user/endOtherSessions.rest',
    effect: 'changes',
    maintenance: 'passes',
    audit: 'session.endOthers',
    summary: 'End every own session but the one that asks',
    permission: 'session',
    request: empty,
    response: z.object({ count: z.number().int() }),
  }),
  ...authenticator,
};
