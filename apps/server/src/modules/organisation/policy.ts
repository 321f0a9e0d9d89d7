import {
  busyChoices,
  busyMinutes,
  checklistQuestions,
  gateDefaults,
  gateFailedSettable,
  gateSettable,
  limits,
  windAbortSeconds,
  windAnswerSeconds,
  type GatePolicy,
} from '@eyrie/domain';
import { z } from 'zod';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { organisationByOid } from './organisation.store.ts';

const { idleMinutesMin, idleMinutesMax, passwordDaysMin, passwordDaysMax } = limits.organisation;

/** What an organisation has decided for itself. A missing or broken value counts as not decided. */
export const organisationPolicy = z.object({
  /** The strong password form everywhere, also where members change their own. */
  strongPasswords: z.boolean().catch(false),
  /** A captcha with every sign-in. */
  captchaAlways: z.boolean().catch(false),
  /** Names of docks and aircraft are Chinese only. */
  nameChineseOnly: z.boolean().catch(true),
  /** Forms of docks and aircraft ask for their insurance. */
  insuranceRequired: z.boolean().catch(true),
  /** Flights need the approval of another person. */
  approvalRequired: z.boolean().catch(false),
  /** Firmware upgrades need the approval of another person. */
  upgradeApproval: z.boolean().catch(false),
  /** The server starts and records the picture of every flight. */
  recordFlights: z.boolean().catch(false),
  /** What runs do whose dock is busy, and for how many minutes they wait. */
  busyDock: z.enum(busyChoices).catch('skip'),
  busyMinutes: busyMinutes.catch(limits.task.queue.minutesUsual),
  /** Seconds of wind above the limit after which aircraft in flight are called home; null: never. */
  windAbortSeconds: windAbortSeconds.catch(null),
  windAnswerSeconds: windAnswerSeconds.catch(limits.windAbort.answerUsual),
  /** Days after which a password must be changed; null: never. */
  passwordDays: z.number().int().min(passwordDaysMin).max(passwordDaysMax).nullable().catch(null),
  /** Whoever signs in with a password needs an authenticator app. */
  totpRequired: z.boolean().catch(false),
  /** Sessions may outlast the closing of the browser. */
  rememberAllowed: z.boolean().catch(true),
  /** Minutes a session may rest that is not remembered. */
  idleMinutes: z.number().int().min(idleMinutesMin).max(idleMinutesMax).catch(idleMinutesMax),
  /** Items of the pre-flight gate that only warn while they are not checked. */
  gateNotCheckedWarns: z.array(z.enum(gateSettable)).catch([...gateDefaults.notCheckedWarns]),
  /** Items of the pre-flight gate that only warn when they failed. */
  gateFailedWarns: z.array(z.enum(gateFailedSettable)).catch([...gateDefaults.failedWarns]),
  /** Questions before a flight that a person arranged. */
  checklist: checklistQuestions.catch([]),
});
export type OrganisationPolicy = z.output<typeof organisationPolicy>;

/** Whether an organisation asks for the insurance of its docks and aircraft. */
export const insuranceRequiredOf = async (db: DbOrTrx, groupRoot: string): Promise<boolean> =>
  organisationPolicy.parse((await organisationByOid(db, groupRoot))?.policy ?? {}).insuranceRequired;

/** How an organisation counts what the pre-flight gate could not check, and what failed. */
export const gatePolicyOf = async (db: DbOrTrx, groupRoot: string): Promise<GatePolicy> => {
  const policy = organisationPolicy.parse((await organisationByOid(db, groupRoot))?.policy ?? {});
  return { notCheckedWarns: policy.gateNotCheckedWarns, failedWarns: policy.gateFailedWarns };
};

/** Whether flights of an organisation need the approval of another person than who arranged them. */
export const approvalRequiredOf = async (db: DbOrTrx, groupRoot: string): Promise<boolean> =>
  organisationPolicy.parse((await organisationByOid(db, groupRoot))?.policy ?? {}).approvalRequired;

/** Whether firmware upgrades of an organisation need the approval of another person than who asks for them. */
export const upgradeApprovalOf = async (db: DbOrTrx, groupRoot: string): Promise<boolean> =>
  organisationPolicy.parse((await organisationByOid(db, groupRoot))?.policy ?? {}).upgradeApproval;

/** What an organisation asks before a flight that a person arranged begins. */
export const checklistQuestionsOf = async (db: DbOrTrx, groupRoot: string): Promise<readonly string[]> =>
  organisationPolicy.parse((await organisationByOid(db, groupRoot))?.policy ?? {}).checklist;
