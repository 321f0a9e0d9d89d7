import { z } from 'zod';
import { call } from '../call.ts';
import { flightOutcomes, flightStates } from '../flight/flight.ts';
import { makingRefusals } from '../route/route.room.ts';
import { planHeightModes } from '../route/route-plan.ts';
import { oid, sentInstant } from '../shape.ts';

/** A route that was made to see a finding again, and what came of it. */
export const flightAgain = z.object({
  oid,
  /** Null: the route is deleted. */
  routeOID: oid.nullable(),
  routeName: z.string(),
  dockName: z.string(),
  by: z.string(),
  at: sentInstant,
  flights: z.array(
    z.object({
      oid,
      state: z.enum(flightStates),
      outcome: z.enum(flightOutcomes).nullable(),
      startTime: sentInstant.nullable(),
    }),
  ),
});
export type FlightAgain = z.output<typeof flightAgain>;

export const flyAgainCalls = (path: string) => ({
  flyAgain: call({
    method: 'POST',
    path: `${path}/flyAgain.rest`,
    effect: 'changes',
    audit: ['workOrder.flyAgain', 'route.add'],
    refuses: [
      ...makingRefusals,
      'designateFinding',
      'pictureUnknown',
      'photoUnread',
      'viewIncomplete',
      'noAbleDock',
    ],
    summary:
      'Make a route to the view of the picture of an order or of a finding, exactly one of them, for a dock that can fly it; nothing flies by this. The same question is answered with the same route while it stands',
    permission: ['route:edit'],
    request: z.object({ oid: oid.optional(), outcomeOID: oid.optional(), dockOID: oid.optional() }),
    response: z.object({
      routeOID: oid,
      dockOID: oid,
      /** The dock from which the picture was taken. */
      sameDock: z.boolean(),
      /** What the height of the view is above. */
      heightMode: z.enum(planHeightModes),
      /** False: the route was there already. */
      made: z.boolean(),
    }),
  }),
});
