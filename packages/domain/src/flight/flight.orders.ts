import { order, lenientOrder, serverOrder, type OrderFacts } from '../command/order.ts';
import type { RefusalReason } from '../envelope.ts';
import { limits } from '../limits.ts';
import { oid } from '../shape.ts';
import { resumeRefusal } from './resume.ts';

const { ttlPrepare, ackPrepare } = limits.command;

/** Refused on the ground, and else by what is asked of the flight. */
const inFlight =
  (ask: (facts: OrderFacts) => RefusalReason | null = () => null) =>
  (facts: OrderFacts): RefusalReason | null =>
    facts.airborne ? ask(facts) : 'droneNotInFlight';

export const orders = {
  startJob: order({
    summary: 'Check the pre-flight gate, send the route to the dock and start',
    permission: ['flight:start'],
    fields: { flightOID: oid },
    rule: { ttl: ttlPrepare, ack: ackPrepare, confirm: true },
    wire: 'both',
    form: 'start',
  }),
  // A dock takes it ahead of its time and moves nothing before it is told to start.
  prepareJob: serverOrder({
    rule: { control: null, tracked: false, ack: ackPrepare },
    wire: 'cloud',
    form: 'live',
  }),
  undoJob: serverOrder({ rule: { control: null, tracked: false }, wire: 'cloud', form: 'live' }),
  forceEndJob: order({
    summary: 'End a flight: undo before take-off, return home after',
    permission: ['dock:control'],
    fields: { flightOID: oid },
    rule: { confirm: true },
    wire: 'both',
    form: ({ airborne }) => (airborne ? 'returnHome' : 'undo'),
  }),
  flightPause: order({
    summary: 'Pause the route; the aircraft hovers',
    permission: ['dock:control'],
    wire: 'cloud',
    form: 'pause',
    offer: inFlight(({ job, returning }) => (job && !returning ? null : 'notOnRoute')),
  }),
  flightResume: order({
    summary: 'Go on with a paused route',
    permission: ['dock:control'],
    wire: 'cloud',
    form: 'resume',
    offer: inFlight(({ job, returning }) =>
      resumeRefusal({ paused: false, breakReason: null, ...job, returning }),
    ),
  }),
  returnHome: lenientOrder({
    summary: 'Return home. Never a toggle',
    permission: ['dock:control', 'dock:emergency'],
    rule: { emergency: true },
    wire: 'both',
    form: 'returnHome',
    withoutDatabase: true,
    offer: inFlight(),
  }),
  returnHomeCancel: order({
    summary: 'Stop returning; the aircraft hovers',
    permission: ['dock:control'],
    rule: { confirm: true },
    wire: 'cloud',
    form: 'cancelReturn',
    offer: inFlight(({ returning }) => (returning ? null : 'notReturning')),
  }),
  hover: lenientOrder({
    summary: 'Stop and hover',
    permission: ['dock:control', 'dock:emergency'],
    rule: { emergency: true },
    wire: 'both',
    form: ({ returning, flyingTo }) => (returning ? 'cancelReturn' : flyingTo ? 'stopFlyTo' : 'pause'),
    withoutDatabase: true,
    offer: inFlight(),
  }),
};
