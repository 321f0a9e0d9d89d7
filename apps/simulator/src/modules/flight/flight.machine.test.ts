import { beforeEach, describe, expect, it } from 'vitest';
import { readKmz } from '@eyrie/wpml';
import { routeAround } from '../route/index.ts';
import { FlightMachine } from './flight.machine.ts';
import type { Happening, Stage, Surroundings } from './happening.ts';
import { planFlight, type FlightPlan } from './plan.ts';

const dock = { lng: 104, lat: 30, height: 500 };
const steady: Surroundings = {
  battery: 90,
  returnPower: 20,
  wind: 3,
  windLimit: 12,
  linkUp: true,
  continueWhenLost: false,
  coverOpen: true,
  droneOn: true,
};

function makePlan(): FlightPlan {
  const points = [0, 90, 180].map((bearing) => ({ bearing, meters: 100, height: 50 }));
  const drone = { enumValue: 100, subEnumValue: 1 };
  const read = readKmz(routeAround(dock, { name: 'n', drone, payload: 99, points, speed: 10, createdAt: 0 }));
  if (!read.ok) throw new Error(read.refusal.reason);
  return planFlight(read.route, dock);
}

let flight: FlightMachine;
let reported: Happening[];
const begin = (
  more: { precise?: boolean; start?: { wayline: number; index: number; progress: number } } = {},
) =>
  new FlightMachine({
    plan: makePlan(),
    rthAltitude: 80,
    precise: false,
    heading: 15,
    restoreSeconds: 20,
    ...more,
  });

/** Flies until the stage is reached; fails when it never is. */
const until = (stage: Stage, around: Partial<Surroundings> = {}) => {
  for (let seconds = 0; seconds < 2000 && flight.stage !== stage; seconds += 0.5)
    reported.push(...flight.advance(0.5, { ...steady, ...around }));
  expect(flight.stage).toBe(stage);
};
const kinds = () => reported.map((one) => one.kind);

beforeEach(() => {
  flight = begin();
  reported = [];
});

describe('a route flight', () => {
  it('goes through everything once and ends well', () => {
    until('over');
    const once = (kind: Happening['kind']) => kinds().filter((one) => one === kind).length;
    expect(['powerOn', 'airborne', 'touchDown', 'finished'].map((kind) => once(kind as 'airborne'))).toEqual([
      1, 1, 1, 1,
    ]);
    expect(reported.at(-1)).toEqual({ kind: 'finished', status: 'ok', result: 0, percent: 100 });
    expect(reported.filter((one) => one.kind === 'photo').map((one) => one.waypoint)).toEqual([0, 1, 2]);
    expect(kinds().indexOf('openCover')).toBeLessThan(kinds().indexOf('airborne'));
    expect(flight.body).toMatchObject({ east: 0, north: 0, up: 0 });
  });

  it('takes about as long as a real one', () => {
    until('takeOff');
    let seconds = 0;
    for (; flight.stage === 'takeOff'; seconds += 0.5) flight.advance(0.5, steady);
    expect(seconds).toBeGreaterThan(5);
    expect(seconds).toBeLessThan(14);
    until('landing');
    for (seconds = 0; flight.stage === 'landing'; seconds += 0.5) flight.advance(0.5, steady);
    expect(seconds).toBeGreaterThan(28);
    expect(seconds).toBeLessThan(45);
  });

  it('passes over every waypoint of the file', () => {
    const plan = makePlan();
    until('onRoute');
    const nearest = plan.points.map(() => Infinity);
    while (flight.stage === 'onRoute') {
      plan.points.forEach((point, index) => {
        const away = Math.hypot(
          point.east - flight.body.east,
          point.north - flight.body.north,
          point.up - flight.body.up,
        );
        nearest[index] = Math.min(nearest[index] ?? Infinity, away);
      });
      flight.advance(0.25, steady);
    }
    expect(Math.max(...nearest)).toBeLessThan(0.5);
  });

  it('is the same flight in large steps as in small ones', () => {
    const coarse = begin();
    for (let steps = 0; steps < 400 && coarse.stage !== 'over'; steps += 1) coarse.advance(7, steady);
    until('over');
    expect(coarse.run.photos).toBe(flight.run.photos);
    expect(Math.abs(coarse.flown - flight.flown)).toBeLessThan(5);
  });

  it('takes its photos where they are ordered, also where one step of the clock goes on far behind them', () => {
    const { points } = makePlan();
    const shots: Happening[] = [];
    for (let steps = 0; steps < 400 && flight.stage !== 'over'; steps += 1)
      shots.push(...flight.advance(60, steady).filter(({ kind }) => kind === 'photo'));
    expect(shots).toHaveLength(points.length);
    for (const [at, shot] of shots.entries()) {
      const [point, from] = [points[at], shot.kind === 'photo' ? shot.from : null];
      for (const axis of ['east', 'north', 'up'] as const)
        expect(Math.abs((from?.[axis] ?? Infinity) - (point?.[axis] ?? 0))).toBeLessThan(0.5);
    }
  });

  it('does not take off before the cover is open and the aircraft on', () => {
    for (let seconds = 0; seconds < 300; seconds += 1) flight.advance(1, { ...steady, coverOpen: false });
    expect(flight.stage).toBe('preparing');
    flight.advance(1, steady);
    expect(flight.stage).toBe('starting');
  });

  it('waits above home while the cover is shut', () => {
    until('returning');
    for (let seconds = 0; seconds < 300; seconds += 1) flight.advance(1, { ...steady, coverOpen: false });
    expect(flight.stage).toBe('returning');
    expect(flight.body.up).toBeGreaterThan(40);
    until('landing');
  });

  it('waits in the air for its position where that is asked for', () => {
    flight = begin({ precise: true });
    until('converging');
    expect(flight.mode).toBe(18);
    expect(flight.pause()).toBe(false);
    until('onRoute');
  });

  it('begins in the middle of a leg after a break', () => {
    flight = begin({ start: { wayline: 0, index: 1, progress: 0.5 } });
    until('over');
    expect(reported.filter((one) => one.kind === 'photo').map((one) => one.waypoint)).toEqual([2]);
  });
});

describe('orders', () => {
  it('pause only on the way or on the route, and go on from there', () => {
    expect(flight.pause()).toBe(false);
    until('onRoute');
    flight.advance(12, steady);
    expect(flight.pause()).toBe(true);
    const { east, north } = flight.body;
    flight.advance(60, steady);
    expect(flight.body).toMatchObject({ east, north, speed: 0 });
    expect(flight.breakPoint).toMatchObject({ index: 0, state: 0, break_reason: 1281 });
    expect(flight.resume()).toBe(true);
    expect(flight.resume()).toBe(false);
    until('over');
    expect(reported.at(-1)).toMatchObject({ status: 'ok' });
  });

  it('bring it home twice without harm, and stop that only while it lasts', () => {
    expect(flight.goHome('user')).toBe(false);
    until('onRoute');
    expect(flight.cancelReturn()).toBe(false);
    expect(flight.goHome('user')).toBe(true);
    expect(flight.goHome('user')).toBe(true);
    expect(flight.cancelReturn()).toBe(true);
    flight.advance(30, steady);
    expect(flight.stage).toBe('paused');
    expect(flight.goHome('user')).toBe(true);
    until('over');
    expect(reported.at(-1)).toEqual({ kind: 'finished', status: 'failed', result: 322_283, percent: 95 });
  });

  it('let a route go on whose return was called off', () => {
    until('onRoute');
    flight.goHome('user');
    flight.advance(5, steady);
    flight.cancelReturn();
    expect(flight.resume()).toBe(true);
    until('over');
    expect(reported.at(-1)).toMatchObject({ status: 'ok', result: 0 });
  });
});

describe('trouble', () => {
  it.each([
    ['battery', { battery: 15 }, 321_773],
    ['wind', { wind: 14 }, 321_784],
    ['link', { linkUp: false }, 321_775],
  ])('%s brings it home with its own code', (_name, around, result) => {
    until('onRoute');
    reported.push(...flight.advance(1, { ...steady, ...around }));
    expect(flight.stage).toBe('returning');
    until('over');
    expect(reported.at(-1)).toMatchObject({ kind: 'finished', status: 'failed', result });
  });

  it('of the link alone is ignored where the route goes on without it', () => {
    until('onRoute');
    flight.advance(1, { ...steady, linkUp: false, continueWhenLost: true });
    expect(flight.stage).toBe('onRoute');
  });

  it('with the cover ends the flight before it began', () => {
    flight.advance(15, steady);
    flight.coverFault();
    reported.push(...flight.advance(1, steady));
    expect(reported.at(-1)).toMatchObject({ kind: 'finished', result: 514_107 });
    expect(kinds()).not.toContain('airborne');
  });
});

describe('a flight to a point', () => {
  const way = (up = 60) => [
    { east: 300, north: 0, up, speed: 10, stop: true },
    { east: 300, north: 0, up: 40, speed: 10, stop: true },
  ];

  it('is flown from where it hovers, with inertia, and ends there', () => {
    until('onRoute');
    expect(flight.flyTo(way())).toBe(false);
    flight.pause();
    expect(flight.flyTo(way())).toBe(true);
    expect(flight.mode).toBe(17);
    reported.push(...flight.advance(0.25, steady));
    expect(flight.body.speed).toBeLessThan(1);
    const left = flight.metresLeft;
    reported.push(...flight.advance(5, steady));
    expect(flight.metresLeft).toBeLessThan(left - 20);
    until('paused');
    expect(flight.body).toMatchObject({ speed: 0, climb: 0 });
    expect(flight.body.east).toBeCloseTo(300, 0);
    expect(flight.body.up).toBeCloseTo(40, 0);
    expect(kinds().filter((kind) => kind === 'reachedPoint')).toHaveLength(1);
    // The route that was paused may still go on.
    expect(flight.resume()).toBe(true);
  });

  it('stops where it is, and is left when it is called home or its battery is low', () => {
    until('onRoute');
    expect(flight.stopFlyTo()).toBe(false);
    flight.pause();
    flight.flyTo(way());
    flight.advance(3, steady);
    expect(flight.stopFlyTo()).toBe(true);
    expect(flight.body.speed).toBe(0);
    expect(flight.advance(0, steady)).toContainEqual({ kind: 'leftPoint', why: 'stopped' });
    flight.flyTo(way());
    flight.goHome('user');
    expect(flight.advance(0, steady)).toContainEqual({ kind: 'leftPoint', why: 'called' });
    flight.cancelReturn();
    flight.flyTo(way());
    until('returning', { battery: 10 });
    expect(reported).toContainEqual({ kind: 'leftPoint', why: 'lowBattery' });
  });
});
