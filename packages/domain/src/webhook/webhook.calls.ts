import { z } from 'zod';
import { call } from '../call.ts';
import { listCalls } from '../list-calls.ts';
import { secret } from '../secret.ts';
import {
  byOid,
  done,
  listOf,
  oid,
  optionalText,
  pageShape,
  rawText,
  recordVersion,
  sentInstant,
  text,
} from '../shape.ts';

/** What a webhook may be sent for. */
export const webhookEvents = [
  'flight.started',
  'flight.over',
  'alarm.raised',
  'alarm.cleared',
  'workOrder.added',
  'workOrder.moved',
  'media.stored',
  'report.approved',
  'report.sent',
  'detectionTask.added',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export const deliveryStates = ['waiting', 'done', 'failed'] as const;

export const webhookRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  enabled: z.boolean(),
  /** With which the receiver checks signatures, as Standard Webhooks writes it. */
  secret: secret(z.string()),
  /** Of what was sent in the last days. */
  waiting: z.number().int(),
  failed: z.number().int(),
  lastDoneAt: sentInstant.nullable(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type WebhookRecord = z.output<typeof webhookRecord>;

export const webhookDelivery = z.object({
  oid,
  webhookOID: oid,
  webhookName: z.string(),
  event: z.enum([...webhookEvents, 'test']),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  at: sentInstant,
  nextAt: sentInstant.nullable(),
  /** Of the last answer; null: none came. */
  status: z.number().int().nullable(),
  /** Why the last attempt failed, as the system says it. */
  error: z.string().nullable(),
  doneAt: sentInstant.nullable(),
  allowed: z.array(z.string()),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const path = '/nebula-five/webhook';
const writers = ['organisation:edit'] as const;
const url = rawText(500, 8).meta({ examples: ['https://hooks.example.com/eyrie'] });
const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length);

export const webhookCalls = {
  ...listCalls({
    path,
    word: 'webhook',
    many: 'Webhooks',
    one: 'one webhook',
    readers: writers,
    writers,
    refuses: ['webhooksFull'],
    record: webhookRecord,
    filters: { keyword: optionalText(64).optional(), sort: z.enum(['name', '-createdAt']).optional() },
    add: { name: text(64), url, events },
    edit: {
      name: text(64).optional(),
      url: url.optional(),
      events: events.optional(),
      enabled: z.boolean().optional(),
    },
  }),
  test: call({
    method: 'POST',
    path: `${path}/test.rest`,
    effect: 'changes',
    audit: 'webhook.test',
    summary: 'Send a test event to a webhook',
    permission: writers,
    request: byOid,
    response: done,
  }),
  deliveries: call({
    method: 'POST',
    path: `${path}/queryDelivery.rest`,
    effect: 'reads',
    summary: 'What was sent to webhooks, newest first, with what became of it',
    permission: writers,
    request: z.object({
      ...pageShape,
      webhookOID: oid.optional(),
      state: z.enum(deliveryStates).optional(),
    }),
    response: listOf(webhookDelivery),
  }),
  replay: call({
    method: 'POST',
    path: `${path}/replay.rest`,
    effect: 'changes',
    audit: 'webhook.replay',
    summary: 'Send again what was sent or failed, under its id of before',
    permission: writers,
    request: byOid,
    response: done,
  }),
};
