import { z } from 'zod';
import { healthDevices } from '../device-health/device-health.ts';
import { flightOutcomes, flightStates } from '../flight/flight.ts';
import { oid } from '../shape.ts';
import { orderStates } from '../work-order/work-order.ts';
import type { WebhookEvent } from './webhook.calls.ts';

/** As the database writes a moment: ISO 8601 with its offset. */
const moment = z.iso.datetime({ offset: true });
const degrees = z.number().nullable();
const month = z.string().regex(/^\d{4}-\d{2}$/);

const flight = z.object({
  oid,
  taskOID: oid.nullable(),
  routeOID: oid.nullable(),
  dockOID: oid,
  state: z.enum(flightStates),
  outcome: z.enum(flightOutcomes).nullable(),
  startTime: moment.nullable(),
  endTime: moment.nullable(),
});
const alarm = z.object({
  oid,
  dockOID: oid,
  device: z.enum(healthDevices),
  /** As its manufacturer names it. */
  code: z.string(),
  /** 0 notice, 1 caution, 2 warning. */
  level: z.number().int(),
  firstAt: moment,
  clearedAt: moment.nullable(),
});
const order = z.object({
  oid,
  name: z.string(),
  class: z.string(),
  state: z.enum(orderStates),
  flightOID: oid.nullable(),
  lng: degrees,
  lat: degrees,
});

/** What each event sends as `data`. Further fields may come; those that are here stay. */
export const webhookData = {
  'flight.started': flight,
  'flight.over': flight,
  'alarm.raised': alarm,
  'alarm.cleared': alarm,
  'workOrder.added': order,
  'workOrder.moved': order,
  'media.stored': z.object({
    oid,
    name: z.string(),
    kind: z.enum(['photo', 'video', 'other']),
    /** Bytes. */
    size: z.number().int(),
    flightOID: oid.nullable(),
    dockOID: oid.nullable(),
    shotAt: moment.nullable(),
    lng: degrees,
    lat: degrees,
  }),
  'report.approved': z.object({ oid, name: z.string(), month, approvedAt: moment }),
  'report.sent': z.object({
    /** Of the report; null: there was none for the month. */
    oid: oid.nullable(),
    fileOID: oid.nullable(),
    month,
    dueAt: moment,
    sentAt: moment,
    /** The month had nothing to report. */
    empty: z.boolean().nullable(),
    /** Names of those that it was sent to, and of those that it could not be sent to. */
    recipients: z.array(z.string()),
    missed: z.array(z.string()),
  }),
  'detectionTask.added': z.object({ oid, flightOID: oid, createdAt: moment }),
} as const satisfies Readonly<Record<WebhookEvent, z.ZodObject>>;

const one = '0199c0de-0000-7000-8000-000000000001';
const two = '0199c0de-0000-7000-8000-000000000002';
const at = '2026-11-28T09:00:00.25+00:00';
const later = '2026-11-28T09:18:30+00:00';
const started = {
  oid: one,
  taskOID: two,
  routeOID: two,
  dockOID: two,
  state: 'inFlight',
  outcome: null,
  startTime: at,
  endTime: null,
} as const;
const raised = {
  oid: one,
  dockOID: two,
  device: 'dock',
  code: '0x19110014',
  level: 2,
  firstAt: at,
  clearedAt: null,
} as const;
const added = {
  oid: one,
  name: 'Crack in tower 12',
  class: 'crack',
  state: 'unassigned',
  flightOID: two,
  lng: 113.95,
  lat: 22.54,
} as const;

/** One message of each event. */
export const webhookExamples: { readonly [E in WebhookEvent]: z.output<(typeof webhookData)[E]> } = {
  'flight.started': started,
  'flight.over': { ...started, state: 'over', outcome: 'done', endTime: later },
  'alarm.raised': raised,
  'alarm.cleared': { ...raised, clearedAt: later },
  'workOrder.added': added,
  'workOrder.moved': { ...added, state: 'inProcess' },
  'media.stored': {
    oid: one,
    name: 'DJI_0001.jpg',
    kind: 'photo',
    size: 8_412_331,
    flightOID: two,
    dockOID: two,
    shotAt: at,
    lng: 113.95,
    lat: 22.54,
  },
  'report.approved': { oid: one, name: 'November', month: '2026-11', approvedAt: at },
  'report.sent': {
    oid: one,
    fileOID: two,
    month: '2026-11',
    dueAt: at,
    sentAt: later,
    empty: false,
    recipients: ['Wang Fang'],
    missed: [],
  },
  'detectionTask.added': { oid: one, flightOID: two, createdAt: at },
};

/** What each event is, in one line. */
export const webhookSummaries: Readonly<Record<WebhookEvent, string>> = {
  'flight.started': 'A flight began',
  'flight.over': 'A flight is over, however it ended',
  'alarm.raised': 'A dock or its aircraft raised an alarm',
  'alarm.cleared': 'An alarm is over',
  'workOrder.added': 'A work order was made',
  'workOrder.moved': 'A work order came into another state',
  'media.stored': 'A file of a flight was stored',
  'report.approved': 'A monthly report was approved',
  'report.sent': 'A scheduled report was sent',
  'detectionTask.added': 'The files of a flight wait for a detector',
};

/** The body of a message: its event, when that happened, and what is known of it. */
export const webhookMessage = (event: WebhookEvent) =>
  z.object({ type: z.literal(event), timestamp: z.iso.datetime(), data: webhookData[event] });
