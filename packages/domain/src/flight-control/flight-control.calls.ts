import { z } from 'zod';
import { call } from '../call.ts';
import { gateItem } from '../flight/flight.ts';
import { oid } from '../shape.ts';
import { orders } from './flight-control.orders.ts';

const found = z.object({
  /** Nothing stands against it. */
  ready: z.boolean(),
  items: z.array(gateItem),
  /** Metres over the ground to the point. */
  metres: z.number(),
  /** Seconds to the point, and there and home. */
  seconds: z.number(),
  secondsAndHome: z.number(),
  /** Percent of a full battery that there has to be for the way there and home, and the reserve. */
  batteryNeed: z.number(),
  /** Metres from the aircraft to the point, of a flight around one. */
  radius: z.number().optional(),
});
export type WayFound = z.output<typeof found>;

export const flightControlCalls = {
  takeOffCheck: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/takeOffCheck.rest',
    effect: 'reads',
    refuses: ['dockOffline', 'notReported'],
    summary: 'What stands against a take-off to a point, as it is judged when it is ordered; nothing is sent',
    permission: ['flight:start'],
    request: z.object({ oid, ...orders.takeOff.fields }),
    response: found,
  }),
  poiCheck: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/poiCheck.rest',
    effect: 'reads',
    refuses: ['dockOffline', 'notReported'],
    summary: 'What stands against a flight around a point from where the aircraft is; nothing is sent',
    permission: ['dock:control'],
    request: z.object({ oid, ...orders.poiEnter.fields }),
    response: found,
  }),
  flyToCheck: call({
    method: 'POST',
    path: '/nebula-five/uavdockmonitor/flyToCheck.rest',
    effect: 'reads',
    refuses: ['dockOffline', 'notReported'],
    summary: 'What stands against a flight to a point from where the aircraft is; nothing is sent',
    permission: ['dock:control'],
    request: z.object({ oid, ...orders.flyTo.fields }),
    response: found,
  }),
};
