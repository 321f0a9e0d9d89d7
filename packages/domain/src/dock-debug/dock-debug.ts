import { z } from 'zod';
import type { OrderFacts, ToolFacts } from '../command/order.ts';
import type { RefusalReason } from '../envelope.ts';
import { limits } from '../limits.ts';

/** What a tool asks of the dock beside remote debugging, and how its end is seen. */
interface ToolRule {
  /** Its end: what the dock reports of itself, or the dock's word on this very order. An answer alone is the end of none. */
  end: 'state' | 'progress';
  /** The dock works at it for a while, and at one thing at a time. */
  job: boolean;
  /** The dock looks at its emergency stop first. */
  halts: boolean;
  /** What the dock says nothing of stands against it. Missing: it is left to the dock. */
  sure?: true;
  /** Why the dock would refuse it as it stands. Missing: nothing more is asked. */
  needs?: (tools: ToolFacts) => RefusalReason | null;
}

const lamp = { end: 'state', job: false, halts: false } as const;
const mechanics = { end: 'state', job: true, halts: true } as const;
const work = { end: 'progress', job: true, halts: false } as const;

// What the dock says nothing of is left to the dock: none of these moves anything.
const inside = ({ droneInDock }: ToolFacts): RefusalReason | null =>
  droneInDock === false ? 'droneNotInDock' : null;
const empty = ({ droneInDock }: ToolFacts): RefusalReason | null =>
  droneInDock === null ? 'notReported' : droneInDock ? 'droneInDock' : null;
const powered = ({ dronePowered }: ToolFacts): RefusalReason | null =>
  dronePowered === false ? 'droneOff' : null;
const conditioned = ({ airConditionerWait }: ToolFacts): RefusalReason | null =>
  airConditionerWait > 0 ? 'airConditionerWaits' : null;
const dongled = ({ dongles }: ToolFacts): RefusalReason | null => (dongles === 0 ? 'lteMissing' : null);

/** Orders of remote debugging, in the order in which a person works through them. */
export const debugTools = {
  debugModeOpen: lamp,
  debugModeClose: lamp,
  coverOpen: mechanics,
  coverClose: mechanics,
  // It asks neither where the propellers stand nor whether anything does.
  coverForceClose: { ...mechanics, sure: true, needs: empty },
  putterOpen: mechanics,
  putterClose: mechanics,
  droneOpen: { ...mechanics, needs: inside },
  droneClose: mechanics,
  chargeOpen: { ...mechanics, needs: inside },
  chargeClose: { ...mechanics, halts: false },
  supplementLightOpen: lamp,
  supplementLightClose: lamp,
  alarmOpen: lamp,
  alarmClose: lamp,
  airConditionerStop: { ...lamp, needs: conditioned },
  airConditionerCool: { ...lamp, needs: conditioned },
  airConditionerHeat: { ...lamp, needs: conditioned },
  airConditionerDry: { ...lamp, needs: conditioned },
  batteryMaintenanceOpen: { ...lamp, needs: inside },
  batteryMaintenanceClose: lamp,
  lteOpen: { ...lamp, needs: dongled },
  lteClose: lamp,
  simSlotSwitch: { ...lamp, needs: dongled },
  esimActivate: { ...mechanics, halts: false, needs: dongled },
  esimOperatorSwitch: { ...mechanics, halts: false, needs: dongled },
  rtkCalibration: work,
  droneFormat: { ...work, needs: powered },
  deviceFormat: work,
  deviceReboot: work,
} as const satisfies Record<string, ToolRule>;
export type DebugMethod = keyof typeof debugTools;
export const debugMethods = Object.keys(debugTools) as [DebugMethod, ...DebugMethod[]];
/** Tools whose end the dock shows of itself. */
export type ShownMethod = {
  [Method in DebugMethod]: (typeof debugTools)[Method]['end'] extends 'state' ? Method : never;
}[DebugMethod];

const ruleOf = (method: DebugMethod): ToolRule => debugTools[method];
/** The dock reports progress of it. */
export const isToolJob = (method: DebugMethod): boolean => ruleOf(method).job;

/** Nothing is moved at a dock that has a flight under way, or whose aircraft is in the air. */
const busy = ({ airborne, job }: OrderFacts): RefusalReason | null =>
  airborne ? 'aircraftFlies' : job ? 'dockBusy' : null;

/** Remote debugging begins at an idle dock. */
export const offerDebugOpen = (facts: OrderFacts): RefusalReason | null => {
  if (facts.workState === 'remoteDebug') return 'debugOn';
  return busy(facts) ?? (facts.workState === 'idle' ? null : 'dockBusy');
};

/** A dock is worked at only in remote debugging, which nothing else may interrupt. */
const offerInDebug = (facts: OrderFacts): RefusalReason | null =>
  busy(facts) ?? (facts.workState === 'remoteDebug' ? null : 'debugMissing');

const offerTool = ({ job, halts, sure, needs }: ToolRule, facts: OrderFacts): RefusalReason | null => {
  const refused = offerInDebug(facts);
  const { tools } = facts;
  if (refused) return refused;
  if (tools === null) return sure ? 'notReported' : null;
  if (halts && tools.emergencyStop === true) return 'emergencyStopPressed';
  if (job && tools.working) return 'toolBusy';
  return needs?.(tools) ?? null;
};

/** Why a tool cannot be used now; null: it can. Page and server ask the same. */
export const offerOf =
  (method: DebugMethod) =>
  (facts: OrderFacts): RefusalReason | null => {
    if (method === 'debugModeOpen') return offerDebugOpen(facts);
    // Only the first generation has rods that hold the aircraft.
    if ((method === 'putterOpen' || method === 'putterClose') && !facts.rods) return 'methodMissing';
    return offerTool(ruleOf(method), facts);
  };

/** Progress that a dock tells of one of these orders, as it names it. */
export const debugJobStates = [
  'sent',
  'in_progress',
  'ok',
  'paused',
  'rejected',
  'failed',
  'canceled',
  'timeout',
] as const;
export type DebugJobState = (typeof debugJobStates)[number];

/** Whether a dock works at one of its tools, by its newest word on one. Times on the same clock, ms. */
export const isWorking = (said: { state: DebugJobState | null; at: number } | null, now: number): boolean =>
  said !== null &&
  (said.state === 'in_progress' || said.state === 'sent') &&
  now <= said.at + limits.dockDebug.worksFor;

/** Seconds until the air conditioner takes another order, by the dock's own word and the time since. */
export const waitLeft = (waitSeconds: number | null, sinceMs: number): number =>
  waitSeconds === null ? 0 : Math.max(0, Math.ceil(waitSeconds - Math.max(0, sinceMs) / 1000));

const known = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words).nullable();
const ageMs = z.number().nullable();

export const cardDevices = ['dock', 'drone'] as const;
export const simSlots = ['sim', 'esim'] as const;
/** Numbers of the telecom operators of an eSIM; which one each is, no document says the same of. */
export const esimOperators = { first: 1, last: 3 } as const;

/** A module for mobile data, in the dock or its aircraft. */
export const mobileCard = z.object({
  device: z.enum(cardDevices),
  imei: z.string(),
  /** It has an eSIM beside its slot. */
  esim: z.boolean(),
  activated: z.boolean().nullable(),
  slot: known(simSlots),
  simInserted: z.boolean().nullable(),
  /** Which operator of its eSIM is on, as the device numbers it; null: none, or it does not say. */
  operator: z.number().int().nullable(),
});
export type MobileCard = z.output<typeof mobileCard>;

/** Why a module cannot use its eSIM; null: it can, or does not say, and answers for itself. */
export const esimRefusal = ({ activated }: MobileCard): RefusalReason | null =>
  activated === false ? 'esimNotActivated' : null;

/** What a dock reports of its tools, beside what every page shows. */
export const toolState = z.object({
  /** Siren and warning light. */
  alarm: z.boolean().nullable(),
  /** How dock and aircraft speak to each other: by radio alone, or over the mobile network as well. */
  linkMode: known(['sdr', 'both']),
  dongles: z.number().int().nullable(),
  batteryCare: z.object({ state: known(['none', 'due', 'running']), hoursLeft: z.number().nullable() }),
  calibrated: z.boolean().nullable(),
  cards: z.array(mobileCard),
  /** Age in ms of each message that this is read from, when it was published; null: none came. */
  heard: z.object({
    body: ageMs,
    machine: ageMs,
    link: ageMs,
    settings: ageMs,
    dockCards: ageMs,
    droneCards: ageMs,
  }),
});
export type ToolState = z.output<typeof toolState>;
