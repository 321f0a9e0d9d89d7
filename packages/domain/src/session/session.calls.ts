import { z } from 'zod';
import { call } from '../call.ts';
import { done, empty, oid, optionalText, sentInstant } from '../shape.ts';

export const captcha = z.object({ captchaId: z.string(), image: z.string(), expiresAt: sentInstant });

export const signedIn = z.object({
  authToken: z.string(),
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupNameCN: z.string(),
  autoLogin: z.boolean(),
  mustChange: z.boolean().optional(),
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
  groupNameCN: z.string(),
  autoLogin: z.boolean(),
  mustChange: z.boolean(),
  sessionOID: oid,
  serverTime: sentInstant,
});
export type UserInfo = z.output<typeof userInfo>;

const accountText = z.string().min(1).max(64);
/** Passwords are only measured here; the rule of each form is checked where one is set. */
const passwordText = z.string().min(1).max(128);

export const sessionCalls = {
  createCaptcha: call({
    method: 'GET',
    path: '/nebula-five/login/createCaptcha.rest',
    summary: 'A picture of characters to type, valid once',
    permission: 'public',
    request: empty,
    response: captcha,
  }),
  login: call({
    method: 'POST',
    path: '/nebula-five/login/loginPC.rest',
    summary: 'Sign in with account and password',
    permission: 'public',
    request: z.object({
      account: accountText,
      password: passwordText,
      remember: z.boolean().optional(),
      captchaId: z.string().max(64).optional(),
      captcha: z.string().max(16).optional(),
    }),
    response: signedIn,
  }),
  logout: call({
    method: 'GET',
    path: '/nebula-five/login/logout.rest',
    summary: 'End this session everywhere it is used',
    permission: 'session',
    changesState: true,
    whileMustChange: true,
    request: empty,
    response: done,
  }),
  codeCreate: call({
    method: 'POST',
    path: '/nebula-five/login/codeCreate.rest',
    summary: 'A one-time code that opens a page without a second sign-in',
    permission: 'session',
    request: z.object({
      purpose: z.enum(['authInfo', 'monitor', 'cockpit']),
      target: optionalText(300).optional(),
    }),
    response: z.object({ code: z.string(), expiresAt: sentInstant }),
  }),
  codeExchange: call({
    method: 'POST',
    path: '/nebula-five/login/codeExchange.rest',
    summary: 'Spend a one-time code for a session',
    permission: 'public',
    request: z.object({
      code: z.string().min(16).max(200),
      purpose: z.enum(['authInfo', 'monitor', 'cockpit']),
    }),
    response: signedIn,
  }),
  userInfo: call({
    method: 'GET',
    path: '/nebula-five/user/getUserInfo.rest',
    summary: 'Who is signed in; takes the cookie so that a reload finds its session',
    permission: 'session',
    cookieAllowed: true,
    request: empty,
    response: userInfo,
  }),
};
