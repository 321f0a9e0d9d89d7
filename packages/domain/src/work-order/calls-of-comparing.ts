import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { boxField, pictureField } from '../detection/detection.shape.ts';
import { picturePose } from '../media/picture-pose.ts';
import { byOid, oid, optionalText, sentInstant } from '../shape.ts';
import { orderVerdicts } from './work-order.ts';

export const comparedPicture = z.object({
  mediaOID: oid,
  name: z.string(),
  url: z.string(),
  /** When it was taken, else when it came. */
  at: sentInstant,
  flightOID: oid.nullable(),
  pose: picturePose,
});
export type ComparedPicture = z.output<typeof comparedPicture>;

/** How a new picture was laid over the old one, as the page of the person measured it. */
const alignment = z.object({
  aligned: z.boolean(),
  /** Points that agree. */
  inliers: z.number().int().min(0).max(100_000),
  /** Share of the width by which the middle has moved. */
  shift: z.number().min(0).max(1_000),
});

export const comparingCalls = <Order extends z.ZodType>(
  path: string,
  { readers, moved }: { readers: CallPermission; moved: Order },
) => ({
  compare: call({
    method: 'POST',
    path: `${path}/compare.rest`,
    effect: 'reads',
    summary: 'The picture of an order, and the later ones of the same view: of flights to it, and of its log',
    permission: readers,
    request: byOid,
    response: z.object({
      before: comparedPicture.nullable(),
      /** What was found, in pixels of the picture of the order. */
      box: boxField.nullable(),
      picture: pictureField.nullable(),
      /** The last one first. */
      after: z.array(comparedPicture),
    }),
  }),
  verify: call({
    method: 'POST',
    path: `${path}/verify.rest`,
    effect: 'changes',
    audit: 'workOrder.verify',
    refuses: ['orderState', 'orderNotYours', 'pictureUnknown', 'pictureNotNewer'],
    summary:
      'Close an order by what a later picture of the same view shows; both pictures stand in its log. An order in process is done by it, one that is done stays so',
    permission: ['work-order:work', 'work-order:assign'],
    request: z.object({
      oid,
      verdict: z.enum(orderVerdicts),
      mediaOID: oid,
      note: optionalText(300).optional(),
      alignment: alignment.optional(),
    }),
    response: moved,
  }),
});
