import { z } from 'zod';
import { call } from '../call.ts';
import { listCalls } from '../list-calls.ts';
import { outcomeRecord, reviewPicture } from '../detection/detection.shape.ts';
import {
  byOid,
  instant,
  latitude,
  longitude,
  oid,
  optionalText,
  recordVersion,
  sentInstant,
  text,
} from '../shape.ts';
import { aroundCalls } from './calls-of-around.ts';
import { comparingCalls } from './calls-of-comparing.ts';
import { fieldCalls, fieldWork } from './calls-of-field.ts';
import { flightAgain, flyAgainCalls } from './calls-of-again.ts';
import { severalCalls } from './calls-of-several.ts';
import { orderSeverities } from './order-target.ts';
import { orderMoves, orderStates, orderVerdicts } from './work-order.ts';
import { limits } from './work-order.room.ts';

const bound = limits.workOrder;
const readers = ['/AlarmWorksheet', '/WarnWorkDetails'] as const;
const assigners = ['work-order:assign'] as const;
const workers = ['work-order:work'] as const;

const orderNamed = z.object({ oid, name: z.string() });

/** An order that came of an alarm. */
export const workOrderRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  /** Name of the task that found it, or what a person called it. */
  name: z.string(),
  /** What was found. */
  class: z.string(),
  remark: z.string(),
  state: z.enum(orderStates),
  severity: z.enum(orderSeverities),
  /** What its flight was arranged with, of the code table `workOrderType`; null: nothing. */
  type: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** By when it is to stand otherwise; null: there is no target for it. */
  dueAt: sentInstant.nullable(),
  /** It is late, or has stood open for long without a target. */
  ageing: z.boolean(),
  outcomeOID: oid.nullable(),
  mediaOID: oid.nullable(),
  flightOID: oid.nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  assigneeOID: oid.nullable(),
  /** The person or the department that it was given to. */
  assigneeName: z.string().nullable(),
  claimedBy: z.string().nullable(),
  claimedAt: sentInstant.nullable(),
  completedAt: sentInstant.nullable(),
  result: z.string(),
  /** What a person saw on a new picture of the same view; null: nobody has compared it since it was last opened. */
  verification: z.enum(orderVerdicts).nullable(),
  /** The order that it was merged into; null: none, or the server is of the release before. */
  mergedInto: orderNamed.nullable().default(null),
  createdBy: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  /** Calls, and those moves that the reader may make of it as it stands. */
  allowed: z.array(z.string()),
});
export type WorkOrderRecord = z.output<typeof workOrderRecord>;

/** A row of the processing log. */
export const orderLogRow = z.object({
  at: sentInstant,
  by: z.string(),
  move: z.enum([...orderMoves, 'add']),
  from: z.enum(orderStates).nullable(),
  to: z.enum(orderStates),
  reason: z.string(),
  /** To whom it was given. */
  assigneeName: z.string().nullable(),
  mediaOIDs: z.array(oid),
  verification: z.enum(orderVerdicts).nullable(),
  /** Name of the rule that decided it; null: a person did. */
  rule: z.string().nullable(),
  /** Name of the order into which it was merged or from which it was split; where the order stays as it is, which one that was. */
  other: z.string().nullable().default(null),
});
export type OrderLogRow = z.output<typeof orderLogRow>;

export const workOrderDetail = z.object({
  order: workOrderRecord,
  log: z.array(orderLogRow),
  /** When it became late, the first time first; level 2 is late twice over. */
  escalations: z.array(
    z.object({ level: z.number().int(), state: z.enum(orderStates), dueAt: sentInstant, at: sentInstant }),
  ),
  outcome: outcomeRecord.nullable(),
  /** What its finding is a sighting of. */
  defectOID: oid.nullable(),
  picture: reviewPicture
    .pick({ mediaOID: true, name: true, url: true, shotAt: true, lng: true, lat: true })
    .nullable(),
  /** Flights to the same view that were arranged, the last one first. */
  again: z.array(flightAgain),
  /** Orders that were merged into it, the first first. */
  merged: z.array(orderNamed).default([]),
  /** What people brought from the field, the first first. */
  field: z.array(fieldWork),
});
/** An order as the map of orders shows it. */
export const mappedOrder = workOrderRecord.pick({
  oid: true,
  name: true,
  class: true,
  state: true,
  groupOID: true,
  groupName: true,
  lng: true,
  lat: true,
  createdAt: true,
  severity: true,
  dueAt: true,
  ageing: true,
});
export type MappedOrder = z.output<typeof mappedOrder>;

export type WorkOrderDetail = z.output<typeof workOrderDetail>;

const filters = {
  keyword: optionalText(64).optional(),
  state: z.enum(orderStates).optional(),
  mine: z.boolean().optional(),
  ageing: z.boolean().optional(),
  severity: z.enum(orderSeverities).optional(),
  /** A code of the code table `workOrderType`. */
  type: text(64).optional(),
  sort: z.enum(['-createdAt', 'createdAt', 'name', 'dueAt']).optional(),
};
const place = { lng: longitude.optional(), lat: latitude.optional() };
const reason = text(300);
const moved = { response: workOrderRecord, method: 'POST', effect: 'changes', tokens: 'open' } as const;
const path = '/nebula-five/aiOrder';
const oids = z.array(oid).min(1).max(bound.atOnce);

export const workOrderCalls = {
  ...flyAgainCalls(path),
  ...aroundCalls(path, { readers }),
  ...fieldCalls(path),
  ...severalCalls(path, { assigners, order: workOrderRecord }),
  ...comparingCalls(path, { readers, moved: workOrderRecord }),
  ...listCalls({
    path,
    word: 'workOrder',
    many: 'Work orders',
    one: 'one work order',
    readers,
    writers: assigners,
    filters,
    record: workOrderRecord,
    add: {
      name: text(64),
      class: text(64),
      severity: z.enum(orderSeverities).optional(),
      remark: optionalText(300).optional(),
      ...place,
    },
    edit: {
      name: text(64).optional(),
      severity: z.enum(orderSeverities).optional(),
      remark: optionalText(300).optional(),
    },
    removalRefuses: ['orderOpen'],
  }),
  assign: call({
    ...moved,
    path: `${path}/assign.rest`,
    audit: 'workOrder.assign',
    refuses: ['orderState', 'designatePerson'],
    summary: 'Give an order to a person or to a department, exactly one of them',
    permission: assigners,
    request: z.object({
      oid,
      assigneeOID: oid.optional(),
      assigneeGroupOID: oid.optional(),
      reason: optionalText(300).optional(),
    }),
  }),
  ignore: call({
    ...moved,
    path: `${path}/ignore.rest`,
    audit: 'workOrder.ignore',
    refuses: ['orderState'],
    summary: 'Leave an order that nobody was given',
    permission: assigners,
    request: z.object({ oid, reason }),
  }),
  restoreOrder: call({
    ...moved,
    path: `${path}/restore.rest`,
    audit: 'workOrder.restore',
    refuses: ['orderState'],
    summary: 'Take an ignored order up again',
    permission: assigners,
    request: z.object({ oid, reason: optionalText(300).optional() }),
  }),
  claim: call({
    ...moved,
    path: `${path}/claim.rest`,
    audit: 'workOrder.claim',
    refuses: ['orderState', 'orderClaimed', 'orderNotYours'],
    summary: 'Take an order that was given to the caller or the own department; the first one has it',
    permission: workers,
    request: byOid,
  }),
  complete: call({
    ...moved,
    path: `${path}/complete.rest`,
    audit: 'workOrder.complete',
    refuses: ['orderState', 'orderNotYours', 'pictureUnknown'],
    summary: 'Say that an order is done, and what came of it',
    permission: workers,
    request: z.object({ oid, result: text(1_000), mediaOIDs: z.array(oid).max(bound.proofs).optional() }),
  }),
  reject: call({
    ...moved,
    path: `${path}/reject.rest`,
    audit: 'workOrder.reject',
    refuses: ['orderState', 'orderNotYours'],
    summary: 'Give an order back, with the reason',
    permission: workers,
    request: z.object({ oid, reason }),
  }),
  reopen: call({
    ...moved,
    path: `${path}/reopen.rest`,
    audit: 'workOrder.reopen',
    refuses: ['orderState'],
    summary: 'Give an order that is done to the same person or department again',
    permission: assigners,
    request: z.object({ oid, reason }),
  }),
  affirm: call({
    method: 'POST',
    path: `${path}/affirm.rest`,
    effect: 'changes',
    audit: 'workOrder.affirm',
    refuses: ['outcomeNotConfirmed'],
    summary: 'Make an order of each of these confirmed findings, all or none; one that has an order keeps it',
    permission: ['work-order:assign', 'detection:audit'],
    request: z.object({ oids }),
    response: z.object({ list: z.array(workOrderRecord), added: z.number().int() }),
  }),
  autoAffirm: call({
    method: 'POST',
    path: `${path}/autoAffirm.rest`,
    effect: 'changes',
    audit: 'workOrder.autoAffirm',
    refuses: ['ruleUntried'],
    summary:
      'Confirm the findings of one class that nobody judged, from a confidence on, of the last 30 days, and make orders of them; with `trial` they are only counted. Refused until the caller has tried the same class and confidence within a day',
    permission: assigners,
    request: z.object({
      class: text(64),
      confidence: z.number().min(0).max(1),
      trial: z.boolean().default(true),
    }),
    response: z.object({
      /** So many fit. */
      count: z.number().int(),
      /** Of those that people judged in the same time: how many they confirmed, and how many were false alarms. */
      confirmed: z.number().int(),
      falseAlarm: z.number().int(),
      added: z.number().int(),
    }),
  }),
  assignees: call({
    method: 'POST',
    path: `${path}/assignees.rest`,
    effect: 'reads',
    summary: 'People of the own department and below who may work on orders, by name',
    permission: assigners,
    request: z.object({ keyword: optionalText(64).optional() }),
    response: z.object({
      list: z.array(z.object({ oid, name: z.string(), groupName: z.string() })),
      /** There are more than one answer holds. */
      more: z.boolean(),
    }),
  }),
  findByOID: call({
    method: 'POST',
    path: `${path}/findByOID.rest`,
    effect: 'reads',
    summary: 'An order with its log, its finding and its picture',
    permission: readers,
    request: byOid,
    response: workOrderDetail,
  }),
  distribution: call({
    method: 'POST',
    path: `${path}/distribution.rest`,
    effect: 'reads',
    summary: 'Orders that came in a span, with their places, and how many stand in which department',
    permission: ['/WorkOrderDistributionSituation'],
    request: z.object({
      keyword: filters.keyword,
      state: filters.state,
      mine: filters.mine,
      groupOID: oid.optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    response: z.object({
      /** Those that came last first. */
      list: z.array(mappedOrder),
      total: z.number().int(),
      /** There are more than one answer holds: the counts below are of all. */
      more: z.boolean(),
      /** How many of all have no place. */
      unplaced: z.number().int(),
      /** The department with the most ageing orders first. */
      departments: z.array(
        z.object({
          oid,
          name: z.string(),
          count: z.number().int(),
          open: z.number().int(),
          ageing: z.number().int(),
        }),
      ),
      /** ms after which an open order without a target is ageing. */
      ageingAfter: z.number().int(),
    }),
  }),
  statistic: call({
    method: 'POST',
    path: `${path}/statistic.rest`,
    effect: 'reads',
    summary: 'How many orders stand how, and of which class, of those that came in a span',
    permission: readers,
    request: z.object({ groupOID: oid.optional(), from: instant.optional(), to: instant.optional() }),
    response: z.object({
      states: z.array(z.object({ state: z.enum(orderStates), count: z.number().int() })),
      classes: z.array(z.object({ class: z.string(), count: z.number().int(), open: z.number().int() })),
      /** Of those that are done: from their beginning, ms; null: none is. */
      meanTime: z.number().nullable(),
    }),
  }),
};
