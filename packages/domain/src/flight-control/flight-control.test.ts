import { describe, expect, it } from 'vitest';
import type { OrderFacts } from '../command/order.ts';
import { refusedFor } from '../command/command.ts';
import type { GateItem } from '../flight/flight.ts';
import { gateDefaults } from '../flight/gate-policy.ts';
import { flyToItems, flyToNeed, flyToRefusal, takeOffItems, type FlyToInput } from './flight-control.ts';

const hovering: OrderFacts = {
  airborne: true,
  returning: false,
  flyingTo: false,
  job: null,
  workState: null,
  rods: false,
  tools: null,
};
const running = { paused: false, breakReason: null };

describe('orders of a flight to a point by what the aircraft does', () => {
  it.each([
    ['rests', { airborne: false }, 'droneMustFly', 'droneNotInFlight'],
    ['hovers', {}, null, 'notFlyingTo'],
    ['flies to a point', { flyingTo: true }, null, null],
    ['flies a route', { job: running }, 'routeRuns', 'notFlyingTo'],
    ['has its route paused', { job: { ...running, paused: true } }, null, 'notFlyingTo'],
    ['returns', { returning: true }, 'returnRuns', 'notFlyingTo'],
  ] as const)('one that %s', (_, differs, flyTo, stop) => {
    const facts = { ...hovering, ...differs };
    expect([refusedFor('flyTo', facts), refusedFor('flyToStop', facts)]).toEqual([flyTo, stop]);
  });
});

describe('a take-off', () => {
  const resting: OrderFacts = { ...hovering, airborne: false, workState: 'idle' };
  it.each([
    ['whose dock is idle', {}, null],
    ['whose dock works', { workState: 'working' }, 'dockBusy'],
    ['whose dock says nothing', { workState: null }, 'dockBusy'],
    ['whose aircraft flies', { airborne: true }, 'dockBusy'],
    ['whose dock has a route', { job: running }, 'dockBusy'],
  ] as const)('of one %s', (_, differs, reason) => {
    expect(refusedFor('takeOff', { ...resting, ...differs })).toBe(reason);
  });

  const item = (name: GateItem['item'], verdict: GateItem['verdict'] = 'passed'): GateItem => ({
    item: name,
    verdict,
    reason: null,
    blocks: verdict === 'failed',
    value: null,
    limit: null,
    ageMs: null,
  });
  const way = { clearance: 5, complete: true, unread: [], policy: gateDefaults };
  const gate = [item('battery'), item('terrain'), item('route'), item('model', 'notChecked')];

  it('is judged by the check of every flight, without what only routes have', () => {
    expect(takeOffItems(gate, way)).toEqual([item('battery'), item('terrain')]);
  });

  it('is kept down by what lies too close below its way, and by ground below its return alike', () => {
    const low = takeOffItems(gate, { ...way, clearance: 4.9 });
    expect(low.map(({ item: name, blocks }) => [name, blocks])).toEqual([
      ['battery', false],
      ['terrain', true],
    ]);
    expect(low[1]).toMatchObject({ value: 4, limit: 5 });
    const lowReturn = { ...item('terrain', 'failed'), value: 60, limit: 80 };
    expect(takeOffItems([lowReturn], { ...way, clearance: -1 })).toEqual([lowReturn]);
  });
});

describe('a way to a point', () => {
  const clear: FlyToInput = {
    percent: 50,
    share: 0.3,
    top: 100,
    heightLimit: 100,
    clearance: 5,
    complete: true,
    unread: [],
    regions: { region: { verdict: 'passed' }, heights: null },
    policy: gateDefaults,
  };
  const refusalOf = (differs: Partial<FlyToInput>) =>
    flyToRefusal(flyToItems({ ...clear, ...differs }))?.reason ?? null;

  it('needs what it takes there and home, and the reserve', () => {
    expect(flyToNeed(0.3)).toBe(50);
    expect(flyToNeed(0.301)).toBe(51);
  });

  it.each([
    ['at every limit', {}, null],
    ['with too little battery', { percent: 49 }, 'pointBattery'],
    ['with a battery that is not reported', { percent: null }, 'pointUnchecked'],
    ['by a model of which nobody knows how long it flies', { share: null }, 'pointUnchecked'],
    ['above the height limit', { top: 100.1 }, 'pointHigh'],
    ['with a height limit that is not reported', { heightLimit: null }, 'pointUnchecked'],
    ['too near to the ground', { clearance: 4.9 }, 'pointGround'],
    ['into the ground', { clearance: -3, complete: false }, 'pointGround'],
    // As a start, which an organisation may forbid: terrain is what it may have none of yet.
    ['over ground that nobody knows', { clearance: null }, null],
    [
      'over unknown ground, where that forbids a start',
      { clearance: null, policy: { ...gateDefaults, notCheckedWarns: [] } },
      'pointUnchecked',
    ],
    [
      'through a region to stay out of',
      {
        regions: {
          region: { verdict: 'failed', reason: 'insideNoFly', where: 'A · ✈→1' },
          heights: null,
        },
      },
      'pointRegion',
    ],
    [
      'where the heights that decide are not known',
      {
        regions: {
          region: { verdict: 'passed' },
          heights: { verdict: 'notChecked', reason: 'groundUnknown', where: 'A · ✈→1' },
        },
      },
      'pointUnchecked',
    ],
  ] satisfies [string, Partial<FlyToInput>, string | null][])('%s', (_, differs, reason) => {
    expect(refusalOf(differs)).toBe(reason);
  });
});
