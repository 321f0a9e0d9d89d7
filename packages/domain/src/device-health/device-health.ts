import { z } from 'zod';
import { oid, sentInstant } from '../shape.ts';

/** Which table of codes a code is of: alarms, results of commands and jobs, reasons for leaving a route, our own. */
export const codeFamilies = ['health', 'error', 'break', 'outcome'] as const;
export type CodeFamily = (typeof codeFamilies)[number];

/** Parts of an aircraft that its alarms name by their codes. */
export const healthComponents = ['payload', 'battery'] as const;
export type HealthComponent = (typeof healthComponents)[number];

export const healthDevices = ['dock', 'drone'] as const;
export const errorFamilies = ['error', 'break', 'outcome'] as const;
export const errorSources = ['command', 'flight', 'job', 'video', 'driver'] as const;
export const messageDirections = ['up', 'down'] as const;
export const messageKinds = [
  'events',
  'events_reply',
  'requests',
  'requests_reply',
  'services',
  'services_reply',
  'status',
  'status_reply',
  'state',
  'state_reply',
  'property_set',
  'property_set_reply',
  /** Messages of a chatty device that were counted instead of stored. */
  'summary',
] as const;
export type MessageKind = (typeof messageKinds)[number];

const place = {
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  dockOID: oid,
  dockName: z.string(),
  droneOID: oid.nullable(),
  droneName: z.string().nullable(),
  flightOID: oid.nullable(),
};
const handling = {
  note: z.string().nullable(),
  notedBy: z.string().nullable(),
  notedAt: sentInstant.nullable(),
  allowed: z.array(z.string()),
};
const coded = {
  /** As the device sent it. */
  code: z.string(),
  /** 0 notice, 1 caution, 2 warning. */
  level: z.number().int(),
  module: z.number().int().nullable(),
  inTheSky: z.boolean(),
  /** Names the words for the code; null for a code nobody wrote down. */
  explanation: z.string().nullable(),
};

/** An alarm: raised, and cleared by the device itself. */
export const healthRecord = z.object({
  ...place,
  ...coded,
  device: z.string(),
  args: z.record(z.string(), z.union([z.number(), z.string()])),
  firstAt: sentInstant,
  lastAt: sentInstant,
  /** Null while it stands. */
  clearedAt: sentInstant.nullable(),
  ...handling,
});
export type HealthRecord = z.output<typeof healthRecord>;

/** The worst open alarm of a dock or of the aircraft behind it; of equals the newest. */
export const standingAlarm = healthRecord
  .pick({ dockOID: true, code: true, level: true, module: true, inTheSky: true, args: true, firstAt: true })
  .extend({
    device: z.enum(healthDevices),
    /** Open cautions and warnings of the device. */
    count: z.number().int(),
  });
export type StandingAlarm = z.output<typeof standingAlarm>;

/** Something that did not work. */
export const errorRecord = z.object({
  ...place,
  ...coded,
  family: z.enum(errorFamilies),
  source: z.enum(errorSources),
  method: z.string().nullable(),
  commandOID: oid.nullable(),
  detail: z.record(z.string(), z.unknown()),
  at: sentInstant,
  ...handling,
});
export type ErrorRecord = z.output<typeof errorRecord>;

/** A message between a device and the server, without what it carries. */
export const messageRecord = z.object({
  ...place,
  device: z.enum(healthDevices),
  direction: z.enum(messageDirections),
  kind: z.enum(messageKinds),
  method: z.string().nullable(),
  tid: z.string().nullable(),
  bid: z.string().nullable(),
  needReply: z.boolean(),
  result: z.number().int().nullable(),
  /** Bytes of the first. */
  size: z.number().int(),
  /** How often the same was said from `at` to `lastAt`. */
  repeats: z.number().int(),
  at: sentInstant,
  lastAt: sentInstant,
});
export type MessageRecord = z.output<typeof messageRecord>;

export const messageDetail = messageRecord.extend({
  /** JSON text of the data, secrets masked; null when there was none. */
  payload: z.string().nullable(),
  /** The text is not whole. */
  cut: z.boolean(),
});
export type MessageDetail = z.output<typeof messageDetail>;

/**
 * Why something that a device sent could not be used. The first five are about the envelope, `noData` about a message
 * that reports nothing, `wrongType` and `outOfRange` about one property by its rule, `value` about one that cannot be
 * believed, `wrongSerial` about who the topic says that it is from, `beforeHello` and `contract` about a device of the open
 * contract that has not been welcomed, or breaks a rule of it, the last three about topics that the broker refused.
 */
export const unusableReasons = [
  'size',
  'encoding',
  'depth',
  'json',
  'shape',
  'noData',
  'wrongType',
  'outOfRange',
  'value',
  'wrongSerial',
  'notBound',
  'beforeHello',
  'contract',
  'unknownTopic',
  'deniedTopic',
  'retained',
] as const;
export type UnusableReason = (typeof unusableReasons)[number];
/** Of which kind a value has to be. */
export const valueKinds = ['number', 'wholeNumber', 'text', 'flag', 'list', 'struct'] as const;
export type ValueKind = (typeof valueKinds)[number];
/** What of a dock and its aircraft could not be used, counted. */
export const unusableRecord = z.object({
  reason: z.enum(unusableReasons),
  /** The property, else the kind of message. */
  what: z.string(),
  /** What it has to be, where that can be said: one of `valueKinds`, or bounds as `-90..90`. */
  rule: z.string().nullable(),
  count: z.number().int(),
  firstAt: sentInstant,
  lastAt: sentInstant,
  /** A recent one, secrets masked and cut. */
  sample: z.string().nullable(),
});
export type UnusableRecord = z.output<typeof unusableRecord>;
