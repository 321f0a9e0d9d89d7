import { z } from 'zod';
import { checklistQuestions } from '../flight/checklist.ts';
import { gateFailedSettable, gateSettable } from '../flight/gate-policy.ts';
import { limits } from '../limits.ts';
import { busyChoices, busyMinutes } from '../task/busy-dock.ts';
import { oid, sentInstant, text } from '../shape.ts';

const { idleMinutesMin, idleMinutesMax, passwordDaysMin, passwordDaysMax } = limits.organisation;

const { secondsMin, secondsMax, answerMin, answerMax } = limits.windAbort;
/** Seconds of wind above the limit after which an aircraft in flight is called home; null: none is for that. */
export const windAbortSeconds = z.number().int().min(secondsMin).max(secondsMax).nullable();
/** Seconds for which a person on duty is waited for before. */
export const windAnswerSeconds = z.number().int().min(answerMin).max(answerMax);

/** How an organisation signs in and what it demands of its members. */
const settings = {
  name: text(64),
  /** IANA name, such as `Asia/Shanghai`. */
  timeZone: text(64),
  /** The strong password form everywhere, also where members change their own. */
  strongPasswords: z.boolean(),
  /** A captcha with every sign-in. */
  captchaAlways: z.boolean(),
  /** Names of docks and aircraft are Chinese only. */
  nameChineseOnly: z.boolean(),
  /** Forms of docks and aircraft ask for their insurance. */
  insuranceRequired: z.boolean(),
  /** Flights and timed tasks of the organisation need the approval of another person than who arranged them. */
  approvalRequired: z.boolean(),
  /** Firmware upgrades need the approval of another person than who asks for them. */
  upgradeApproval: z.boolean(),
  /** The picture of every flight is started and recorded by the server. */
  recordFlights: z.boolean(),
  /** What runs of timed tasks do whose dock is busy when they are due, where their task says nothing of it. */
  busyDock: z.enum(busyChoices),
  /** Minutes that they wait for it. */
  busyMinutes,
  windAbortSeconds,
  windAnswerSeconds,
  /** Days after which a password must be changed at the next sign-in; null: never. */
  passwordDays: z.number().int().min(passwordDaysMin).max(passwordDaysMax).nullable(),
  /** Whoever signs in with a password needs an authenticator app. */
  totpRequired: z.boolean(),
  /** A session may outlast the closing of the browser. */
  rememberAllowed: z.boolean(),
  /** Minutes without a call or live connection after which a session ends that is not remembered. */
  idleMinutes: z.number().int().min(idleMinutesMin).max(idleMinutesMax),
  /** Items of the pre-flight gate that only warn while they are not checked; all others then forbid the start. */
  gateNotCheckedWarns: z.array(z.enum(gateSettable)).max(gateSettable.length),
  /** Items of the pre-flight gate that only warn when they failed. */
  gateFailedWarns: z.array(z.enum(gateFailedSettable)).max(gateFailedSettable.length),
  /** Questions that somebody answers before a flight that a person arranged begins; none: nothing is asked. */
  checklist: checklistQuestions,
};

export const organisationSettings = z.object(settings);
export type OrganisationSettings = z.output<typeof organisationSettings>;

export const organisationRecord = z.object({
  oid,
  ...settings,
  name: z.string(),
  timeZone: z.string(),
  allowed: z.array(z.string()),
});
export type OrganisationRecord = z.output<typeof organisationRecord>;

/** What another system signs `loginInfo` with. Only its public half is kept. */
export const integrationKey = z.object({
  oid,
  name: z.string(),
  createdBy: z.string(),
  createdAt: sentInstant,
  lastUsedAt: sentInstant.nullable(),
  allowed: z.array(z.string()),
});
export type IntegrationKey = z.output<typeof integrationKey>;

/** The OpenID provider of an organisation. The secret goes in and never comes out. */
export const openIdProvider = z.object({
  enabled: z.boolean(),
  /** What the button of the sign-in page says. */
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  /** Claim of the id token that carries the account. */
  accountClaim: z.string(),
  /** To be registered at the provider. */
  redirectUrl: z.string(),
  allowed: z.array(z.string()),
});
export type OpenIdProvider = z.output<typeof openIdProvider>;
