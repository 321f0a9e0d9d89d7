import { z } from 'zod';
import { call } from '../call.ts';
import { healthDevices } from '../device-health/device-health.ts';
import { leaseControls } from '../lease/lease.ts';
import { tabId } from '../lease/lease.calls.ts';
import { done, oid, sentInstant, text } from '../shape.ts';
import { openOrderStates } from '../work-order/work-order.ts';
import { limits } from './desk.room.ts';

const path = '/nebula-five/desk';
/** Whoever controls docks or works on orders stands a shift. */
const onShift = ['dock:control', 'work-order:work', 'work-order:assign'] as const;

export const deskNote = z.object({
  oid,
  text: z.string(),
  groupName: z.string(),
  by: z.string(),
  at: sentInstant,
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: sentInstant.nullable(),
  /** `acknowledge` where the reader may take it over. */
  allowed: z.array(z.string()),
});
export type DeskNote = z.output<typeof deskNote>;

/** One dock that somebody controls or watches now. */
const post = z.object({
  dockOID: oid,
  dockName: z.string(),
  /** What of it is controlled; null: its monitor is open. */
  control: z.enum(leaseControls).nullable(),
  /** Since when the monitor is open; null of a control. */
  since: sentInstant.nullable(),
});

export const deskCalls = {
  now: call({
    method: 'POST',
    path: `${path}/now.rest`,
    effect: 'reads',
    summary:
      'Who controls and watches which docks now, open alarms and work orders, and hand-over notes, in the own department and below',
    permission: ['/DataStatistics'],
    request: z.object({}),
    response: z.object({
      people: z.array(z.object({ oid, name: z.string(), posts: z.array(post) })),
      /** There are more controls and monitors than are named. */
      peopleMore: z.boolean(),
      /** Null: the reader may not see alarms. */
      alarms: z
        .object({
          warnings: z.number().int(),
          cautions: z.number().int(),
          list: z.array(
            z.object({
              oid,
              dockOID: oid,
              dockName: z.string(),
              device: z.enum(healthDevices),
              code: z.string(),
              level: z.number().int(),
              module: z.number().int().nullable(),
              inTheSky: z.boolean(),
              args: z.record(z.string(), z.union([z.number(), z.string()])),
              firstAt: sentInstant,
            }),
          ),
        })
        .nullable(),
      /** Null: the reader may not see work orders. */
      orders: z
        .object({
          counts: z.array(z.object({ state: z.enum(openOrderStates), count: z.number().int() })),
          list: z.array(
            z.object({ oid, name: z.string(), state: z.enum(openOrderStates), createdAt: sentInstant }),
          ),
        })
        .nullable(),
      notes: z.object({
        /** Nobody has acknowledged them; the oldest first. */
        open: z.array(deskNote),
        openMore: z.boolean(),
        /** Acknowledged, the newest first. */
        past: z.array(deskNote),
      }),
    }),
  }),
  watch: call({
    method: 'POST',
    path: `${path}/watch.rest`,
    effect: 'changes',
    maintenance: 'passes',
    whileViewing: true,
    audit: { none: 'every twenty seconds, by a page that is open' },
    summary: 'Say that the monitor of a dock is open in a tab, or that it was closed',
    permission: ['/PortMonitorSee'],
    request: z.object({ dockOID: oid, tabId, open: z.boolean() }),
    response: done,
  }),
  note: call({
    method: 'POST',
    path: `${path}/note.rest`,
    effect: 'changes',
    audit: 'desk.note',
    summary: 'Leave a note for the next shift of the own department; it is never changed',
    permission: onShift,
    request: z.object({ text: text(limits.desk.noteMost) }),
    response: deskNote,
  }),
  acknowledge: call({
    method: 'POST',
    path: `${path}/acknowledge.rest`,
    effect: 'changes',
    audit: 'desk.acknowledge',
    refuses: ['noteAcknowledged', 'noteOwn'],
    summary: 'Take over a note that somebody else left',
    permission: onShift,
    request: z.object({ oid }),
    response: deskNote,
  }),
};
