import { z } from 'zod';
import { leaseControls } from '../lease/lease.ts';
import { commandStates } from '../command/command.ts';
import { flightPhases } from '../flight/phase.ts';
import { dockPresence, dockStatus } from './dock-status.ts';
import { droneTelemetry } from './drone-telemetry.ts';

/** Code 9901 on a dock's topic: a lease or a command changed; readers fetch or merge by oid. */
export const controlChange = z.object({
  kind: z.enum(['lease', 'leaseAsk', 'leaseRefused', 'command', 'flight', 'video']),
  lease: z
    .object({
      control: z.enum(leaseControls),
      epoch: z.number().int(),
      holder: z.object({ oid: z.string(), name: z.string(), tabId: z.string() }).nullable(),
      expiresAt: z.number().nullable(),
      asker: z.object({ oid: z.string(), name: z.string(), tabId: z.string(), until: z.number() }).nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  command: z
    .object({
      commandOID: z.string(),
      method: z.string(),
      state: z.enum(commandStates),
      code: z.number().nullable(),
      message: z.string(),
      at: z.number(),
      by: z.string(),
    })
    .nullable(),
  flightOID: z.string().nullable(),
});
export type ControlChange = z.output<typeof controlChange>;

/** SEQ topics: a task or job moved. */
export const businessChange = z.object({
  taskOID: z.string().nullable(),
  flightOID: z.string().nullable(),
  state: z.string(),
  /** Where it stands; null where the change is about no flight. */
  phase: z.enum(flightPhases).nullable(),
  /** Share of the route flown by distance. */
  percent: z.number().nullable(),
  waypoint: z.number().int().nullable(),
  reason: z.string().nullable(),
});
export type BusinessChange = z.output<typeof businessChange>;

export const notificationMessage = z.object({
  oid: z.string(),
  kind: z.string(),
  level: z.enum(['info', 'attention', 'alarm']),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  at: z.number(),
  /** told: something new. seen: the member has read or deleted some, in another window perhaps. */
  change: z.enum(['told', 'seen']),
  /** Whether it stands over the page and is heard, as the member wants it now. */
  popup: z.boolean(),
  sound: z.boolean(),
  /** What was seen; null: all. */
  oids: z.array(z.string()).nullable(),
});
export type NotificationMessage = z.output<typeof notificationMessage>;

/** Something that consoles of an organisation show changed: they ask what it is now. */
export const noticeChange = z.object({ at: z.number() });

/** What of an organisation changed: name, colours and map, time zone and rules, or which docks there are and how they are called. */
export const organisationParts = ['appearance', 'settings', 'docks'] as const;
export type OrganisationPart = (typeof organisationParts)[number];
export const organisationChange = z.object({ part: z.enum(organisationParts) });

/** The typed map of live topics: code to data. Topic numbers stop here; inside, names are used. */
export const liveTopics = {
  dockStatus: {
    code: 9005,
    data: dockStatus,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9005`,
  },
  dockPresence: {
    code: 9001,
    data: dockPresence,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9001`,
  },
  droneTelemetry: {
    code: 9003,
    data: droneTelemetry,
    topic: (root: string, id: string) => `INFO/${root}/DRONE/${id}/9003`,
  },
  controlChange: {
    code: 9901,
    data: controlChange,
    topic: (root: string, id: string) => `INFO/${root}/DOCK/${id}/9901`,
  },
  routeBusiness: { code: 10003, data: businessChange, topic: (root: string) => `SEQ/${root}/BUSINESS/ROUTE` },
  notification: { code: 9902, data: notificationMessage, topic: (userOID: string) => `USER/${userOID}/9902` },
  noticeChange: {
    code: 9903,
    data: noticeChange,
    topic: (root: string) => `INFO/${root}/ORGANISATION/${root}/9903`,
  },
  // About no device: everybody of the organisation reads it.
  organisationChange: {
    code: 9904,
    data: organisationChange,
    topic: (root: string) => `INFO/${root}/9904`,
  },
} as const;
export type LiveTopicName = keyof typeof liveTopics;
export type LiveDataOf<N extends LiveTopicName> = z.output<(typeof liveTopics)[N]['data']>;

/** What a console subscribes to after connecting. */
export const consoleSubscriptions = (groupRoot: string, userOID: string): string[] => [
  `INFO/${groupRoot}/DOCK/+/9005`,
  `INFO/${groupRoot}/DOCK/+/9001`,
  `INFO/${groupRoot}/DOCK/+/9901`,
  `INFO/${groupRoot}/DRONE/+/9003`,
  `SEQ/${groupRoot}/BUSINESS/ROUTE`,
  `USER/${userOID}/9902`,
  `INFO/${groupRoot}/9904`,
  `INFO/${groupRoot}/ORGANISATION/+/9903`,
];

export interface LiveMessage<N extends LiveTopicName = LiveTopicName> {
  name: N;
  objectID: string;
  data: LiveDataOf<N>;
  /** Server wall clock at receipt of the device message, epoch ms. */
  time: number;
}

const byCode: ReadonlyMap<number, LiveTopicName> = new Map(
  (Object.keys(liveTopics) as LiveTopicName[]).map((name) => [liveTopics[name].code, name]),
);

const body = z.object({ objectID: z.string(), code: z.number().int(), data: z.unknown(), time: z.number() });

/** Body text of a live message. `data` travels as JSON text inside the JSON, as consumers of the original expect. */
export const encodeLive = <N extends LiveTopicName>(
  name: N,
  objectID: string,
  data: LiveDataOf<N>,
  time: number,
): string => JSON.stringify({ objectID, code: liveTopics[name].code, data: JSON.stringify(data), time });

/** Decodes a live body; `data` may be an object or the same as JSON text. Null for anything that does not fit. */
export const decodeLive = (payload: string): LiveMessage | null => {
  try {
    const outer = body.safeParse(JSON.parse(payload));
    if (!outer.success) return null;
    const name = byCode.get(outer.data.code);
    if (!name) return null;
    const inner: unknown =
      typeof outer.data.data === 'string' ? JSON.parse(outer.data.data) : outer.data.data;
    const data = liveTopics[name].data.safeParse(inner);
    if (!data.success) return null;
    return { name, objectID: outer.data.objectID, data: data.data as never, time: outer.data.time };
  } catch {
    return null;
  }
};
