import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { oid, text } from '../shape.ts';
import { choiceShape, requireAiRange } from './choices.ts';
import { arrangementShape, flightRecord } from './flight.ts';
import { seriesFlown } from './series-shape.ts';

const { routeOID, dockOID, returnAltitude, lostAction, clarity } = arrangementShape;
// A controller and a gimbal belong to one dock.
const { controllerOID: _controller, gimbalOID: _gimbal, ...choices } = choiceShape;
const { sizeMin, sizeMax, gapMax } = limits.flightSeries;
const ofEach = [
  'routeChanged',
  'routeBlocked',
  'kmzTooBig',
  'tooManyRequests',
  'deviceRetired',
  'inUse',
  'taskCannotFly',
  'assigneeUnfit',
] as const;

/** Several flights of one arrangement. */
export const seriesCalls = {
  add: call({
    method: 'POST',
    path: '/nebula-five/uavflight/addSeries.rest',
    effect: 'changes',
    audit: ['flight.addSeries', 'flight.add'],
    refuses: ofEach,
    summary:
      'Arrange several flights of one task, all or none: in order, or at once with a gap between their beginnings; each is judged and started as any flight is',
    permission: ['flight:edit'],
    request: z
      .object({
        flown: z.enum(seriesFlown),
        gapSeconds: z.number().int().min(0).max(gapMax),
        /** In order alone: each part begins by itself after the one before; needs the right to start flights. */
        startsItself: z.boolean().optional(),
        lostAction,
        clarity,
        ...choices,
        taskOID: oid.optional(),
        taskName: text(64).optional(),
        flights: z.array(z.object({ routeOID, dockOID, returnAltitude })).min(sizeMin).max(sizeMax),
      })
      .superRefine(requireAiRange),
    response: z.object({ oid, list: z.array(flightRecord) }),
  }),
  again: call({
    method: 'POST',
    path: '/nebula-five/uavflight/again.rest',
    effect: 'changes',
    audit: ['flight.again', 'flight.add'],
    refuses: [...ofEach, 'partNone', 'partTaken'],
    summary:
      'Arrange a part of an arrangement again that was not flown to its end, from its first waypoint, as it was or from another dock',
    permission: ['flight:edit'],
    request: z.object({ oid, dockOID: dockOID.optional() }),
    response: flightRecord,
  }),
  goOn: call({
    method: 'POST',
    path: '/nebula-five/uavflight/goOn.rest',
    effect: 'changes',
    audit: ['flight.goOn'],
    refuses: ['partNone'],
    summary:
      'Let the parts of an arrangement in order begin by themselves, in the name of the caller, or by persons alone; what was held is looked at again',
    permission: ['flight:start'],
    request: z.object({ oid, startsItself: z.boolean() }),
    response: flightRecord,
  }),
};
