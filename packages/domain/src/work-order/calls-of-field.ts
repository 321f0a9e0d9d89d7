import { z } from 'zod';
import { call } from '../call.ts';
import { instant, mark, oid, sentInstant, text } from '../shape.ts';
import { limits } from './work-order.room.ts';
import { orderStates } from './work-order.ts';

const bound = limits.workOrder;

/** What a person in the field does with an order. */
const fieldSteps = ['claim', 'complete'] as const;
export type FieldStep = (typeof fieldSteps)[number];

/** What came of it at the server: the last three change nothing of the order, and keep what was brought. */
const fieldStandings = ['claimed', 'completed', 'claimedByOther', 'givenToOther', 'orderClosed'] as const;
export type FieldStanding = (typeof fieldStandings)[number];

/** What came of a step, now and whenever it is sent again. */
const fieldAnswer = z.object({
  standing: z.enum(fieldStandings),
  /** Who has the order instead, as they were named then; null: nobody has. */
  by: z.string().nullable(),
  /** How the order stood afterwards. */
  state: z.enum(orderStates),
});
export type FieldAnswer = z.output<typeof fieldAnswer>;

const shown = z.object({ mediaOID: oid, url: z.string() });
/** What somebody brought from the field, whether or not it closed the order. */
export const fieldWork = z.object({
  by: z.string(),
  note: z.string(),
  before: z.array(shown),
  after: z.array(shown),
  standing: z.enum(fieldStandings),
  /** By the clock of the phone, never later than it came. */
  doneAt: sentInstant,
  receivedAt: sentInstant,
});
export type FieldWork = z.output<typeof fieldWork>;

const pictures = z.array(oid).max(bound.fieldPhotos);
const step = {
  oid,
  /** Made by the phone: the same step sent again has the same one. */
  key: mark(8, 100),
  /** When it was done, by the clock of the phone. */
  doneAt: instant,
};
const sent = {
  method: 'POST',
  effect: 'changes',
  repeat: 'key',
  tokens: 'open',
  permission: ['work-order:work'],
  response: fieldAnswer,
} as const;

/** Calls of the page for the person in the field, whose steps may come late and more than once. */
export const fieldCalls = (path: string) => ({
  addPhoto: call({
    method: 'POST',
    path: `${path}/addPhoto.rest`,
    effect: 'changes',
    audit: 'media.upload',
    refuses: [
      'fileFormat',
      'uploadKind',
      'uploadQuota',
      'uploadDepartmentQuota',
      'uploadSpace',
      'uploadsFull',
    ],
    summary:
      'A photo from the field for an order that the caller sees; the same bytes again are the same photo',
    permission: ['work-order:work'],
    tokens: 'open',
    upload: { maxBytes: bound.fieldPhotoBytes, toDisk: true },
    request: z.object({ oid }),
    response: z.object({ mediaOID: oid }),
  }),
  claimInField: call({
    ...sent,
    path: `${path}/claimInField.rest`,
    audit: ['workOrder.claim', 'workOrder.keepWork'],
    refuses: ['keyReused'],
    summary:
      'Claim an order from the field, once by its key; answered with who has it where somebody else was quicker',
    request: z.object(step),
  }),
  completeInField: call({
    ...sent,
    path: `${path}/completeInField.rest`,
    audit: ['workOrder.claim', 'workOrder.complete', 'workOrder.keepWork'],
    refuses: ['keyReused', 'pictureUnknown'],
    summary:
      'Complete an order from the field, once by its key, and claim it where nobody has; where somebody else has it, note and photos are kept with the order',
    request: z.object({ ...step, result: text(1_000), beforeOIDs: pictures, afterOIDs: pictures }),
  }),
});
