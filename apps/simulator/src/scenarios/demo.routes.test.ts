import { readKmz } from '@eyrie/wpml';
import { describe, expect, it } from 'vitest';
import { FlightMachine, planFlight } from '../modules/flight/index.ts';
import { routeAround } from '../modules/route/index.ts';
import { demoLanguages, namedIn } from './demo-room.ts';
import { demoDocks } from './demo/dock.ts';
import { dockByDock, patrolSeconds } from './demo/flight.ts';
import { demoRoutes, type DemoRoute } from './demo/route.ts';

const around = {
  battery: 90,
  returnPower: 20,
  wind: 3,
  windLimit: 12,
  linkUp: true,
  continueWhenLost: false,
  coverOpen: true,
  droneOn: true,
};
const tick = 0.25;

/** A flight of a route in seconds since the dock took the order, at life's speed. */
const flown = (route: DemoRoute) => {
  const dock = demoDocks[route.dock];
  if (!dock) throw new Error('a route of no dock');
  const read = readKmz(routeAround(dock, { ...route, name: route.key, createdAt: 0 }));
  if (!read.ok) throw new Error(read.refusal.reason);
  const plan = planFlight(read.route, dock);
  const machine = new FlightMachine({
    plan,
    rthAltitude: 100,
    precise: false,
    heading: 0,
    restoreSeconds: 20,
  });
  const times = { airborne: 0, down: 0, over: 0, fastest: 0 };
  for (let at = tick; at < 2_000 && times.over === 0; at += tick) {
    for (const { kind } of machine.advance(tick, around)) {
      if (kind === 'airborne') times.airborne = at;
      if (kind === 'touchDown') times.down = at;
      if (kind === 'finished') times.over = at;
    }
    times.fastest = Math.max(times.fastest, machine.body.speed);
  }
  return times;
};

describe('the routes of the demo', () => {
  it.each(demoRoutes)(
    '$key is in the air until the next one is, and done before its dock is due again',
    (route) => {
      const { airborne, down, over, fastest } = flown(route);
      expect(over).toBeGreaterThan(0);
      // The next take-off may come late by the calls before it and the dock's own preparation.
      expect(down - airborne).toBeGreaterThan(patrolSeconds + 15);
      // The aircraft is switched off and its media are uploaded before the next flight.
      expect(over).toBeLessThan(demoDocks.length * patrolSeconds - 30);
      expect(fastest).toBeLessThan(15.1);
    },
  );
});

it('takes turns dock by dock, and with the routes of one dock', () => {
  const patrol = (dockOID: string, routeOID: string) => ({ dockOID, routeOID, dockName: dockOID });
  const turns = dockByDock([patrol('a', '1'), patrol('b', '2'), patrol('c', '3'), patrol('c', '4')]);
  expect(turns.map(({ routeOID }) => routeOID)).toEqual(['1', '2', '3', '1', '2', '4']);
  expect(dockByDock([])).toEqual([]);
});

it.each(demoLanguages)(
  'docks and routes have names of their own in %s, short enough for a dock',
  (language) => {
    const own = [...namedIn(demoDocks, language), ...namedIn(demoRoutes, language)].map(({ name }) => name);
    expect(new Set(own).size).toBe(own.length);
    for (const name of own) expect(name.length).toBeLessThanOrEqual(20);
    // Names are Chinese only, unless the organisation has switched that off: those of another language hold none.
    for (const name of own) expect(/^\p{Script=Han}+$/u.test(name)).toBe(language === 'zh-CN');
  },
);
