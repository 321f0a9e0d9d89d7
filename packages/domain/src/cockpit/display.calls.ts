import { z } from 'zod';
import { call } from '../call.ts';
import { secret } from '../secret.ts';
import {
  deleteRequest,
  done,
  empty,
  listOf,
  mark,
  oid,
  optionalText,
  pageShape,
  rawText,
  sentInstant,
  text,
} from '../shape.ts';
import { cockpitPages } from './cockpit.ts';
import { limits } from './cockpit.room.ts';

const path = '/nebula-five/display';
const { codeDigits } = limits.display;

/** A screen that signs in as itself: it sees its cockpit, and changes nothing. */
export const displayRecord = z.object({
  oid,
  name: z.string(),
  page: z.enum(cockpitPages),
  groupName: z.string(),
  pairedBy: z.string(),
  pairedAt: sentInstant,
  /** When it opened a session last; null: not yet. */
  lastSeenAt: sentInstant.nullable(),
  lastAddress: z.string().nullable(),
  allowed: z.array(z.string()),
});
export type DisplayRecord = z.output<typeof displayRecord>;

/** Who is shown a cockpit, and which. */
export const screenViewer = z.object({
  kind: z.enum(['display', 'member']),
  oid,
  name: z.string(),
  groupName: z.string(),
  /** Null: of a department that lands on a cockpit, but none was granted. */
  page: z.enum(cockpitPages).nullable(),
  /** Whose arrangement of panels it shows; null: that page has no panels. */
  layoutOf: z.enum(['display', 'organisation', 'product']).nullable(),
  /** When it last called the server; null: never. */
  lastSeenAt: sentInstant.nullable(),
});
export type ScreenViewer = z.output<typeof screenViewer>;

export const displayCalls = {
  begin: call({
    method: 'POST',
    path: `${path}/begin.rest`,
    effect: 'changes',
    audit: { none: 'a screen that nobody has confirmed is nobody' },
    rate: { name: 'display', perMinute: 60 },
    summary:
      'A code for a screen to show, and the key with which it signs in once somebody confirmed the code',
    permission: 'public',
    request: empty,
    response: z.object({ code: z.string(), token: secret(z.string()), expiresAt: sentInstant }),
  }),
  open: call({
    method: 'POST',
    path: `${path}/open.rest`,
    effect: 'changes',
    audit: { none: 'a screen that comes back, at each start; when it did stands in the list of displays' },
    // While it waits it asks every three seconds, and a wall has many.
    rate: { name: 'displayOpen', perMinute: 600 },
    summary:
      'Sign a screen in with its key; `waiting`: nobody has confirmed its code yet, `gone`: the key is worth nothing',
    permission: 'public',
    request: z.object({ token: secret(rawText(100, 20)) }),
    response: z.object({
      state: z.enum(['waiting', 'open', 'gone']),
      authToken: secret(z.string()).nullable(),
      page: z.enum(cockpitPages).nullable(),
    }),
  }),
  query: call({
    method: 'POST',
    path: `${path}/query.rest`,
    effect: 'reads',
    tokens: 'closed',
    summary: 'Screens that sign in as themselves',
    permission: ['/operation'],
    request: z.object({ ...pageShape, keyword: optionalText(64).optional() }),
    response: listOf(displayRecord),
  }),
  viewers: call({
    method: 'POST',
    path: `${path}/viewers.rest`,
    effect: 'reads',
    tokens: 'closed',
    summary: 'Displays, and people whose department lands on a cockpit, with the view that each is shown',
    permission: ['/operation'],
    request: z.object({ ...pageShape, keyword: optionalText(64).optional() }),
    response: listOf(screenViewer),
  }),
  pair: call({
    method: 'POST',
    path: `${path}/pair.rest`,
    effect: 'changes',
    audit: 'display.pair',
    refuses: ['displayCode', 'displaysFull'],
    summary:
      'Confirm the code that a screen shows: from then on it signs in as a display of the own department',
    permission: ['organisation:edit'],
    request: z.object({ code: mark(codeDigits, codeDigits + 3), name: text(64), page: z.enum(cockpitPages) }),
    response: displayRecord,
  }),
  remove: call({
    method: 'POST',
    path: `${path}/delete.rest`,
    effect: 'changes',
    audit: 'display.revoke',
    summary: 'Revoke displays, all or none: they are signed out at once and have to be confirmed anew',
    permission: ['organisation:edit'],
    request: deleteRequest,
    response: done,
  }),
};
