import { describe, expect, it } from 'vitest';
import type { Clock } from '../../platform/clock.ts';
import { FlightMachine } from './flight.machine.ts';
import type { Surroundings } from './happening.ts';
import { halt, type Body } from './motion.ts';
import { Orbit } from './orbit.motion.ts';
import { OrbitDesk } from './orbit.ts';

const bodyAt = (east: number, north: number): Body => {
  const body = { east, north, up: 50, pace: 0, speed: 0, climb: 0, head: 0 };
  halt(body);
  return body;
};
const near = (body: Body) => [Math.round(body.east), Math.round(body.north)];

describe('a flight around a point', () => {
  it('keeps its distance, goes the way that its sign says, and looks at the point', () => {
    const body = bodyAt(0, 100);
    const orbit = new Orbit(body, { east: 0, north: 0 }, -2);
    // A quarter of the round, clockwise seen from above: from north to east.
    orbit.advance(body, (Math.PI * 50) / 2);
    expect(near(body)).toEqual([100, 0]);
    expect(body).toMatchObject({ up: 50, speed: 2, climb: 0 });
    expect(Math.round(body.head)).toBe(270);
    orbit.speed = 2;
    orbit.advance(body, (Math.PI * 50) / 2);
    expect(near(body)).toEqual([0, 100]);
  });
});

describe('the part of a dock that has it flown', () => {
  const desk = (machine: Partial<FlightMachine> | null) => {
    const said: unknown[] = [];
    const orbits = new OrbitDesk({
      clock: { every: () => () => undefined } as unknown as Clock,
      wire: { event: (_method: string, data: unknown) => void said.push(data) },
      place: { lng: 0, lat: 0 },
      machine: () => machine as FlightMachine | null,
      linkUp: () => true,
    });
    return { orbits, said };
  };
  const point = { longitude: 0, latitude: 0, height: 10 };
  const flying = (east: number) => ({
    airborne: true,
    body: bodyAt(east, 0),
    orbitPoint: () => true,
    leaveOrbit: () => true,
  });

  it('reports what it flies, as fast as the round allows, and its end', () => {
    const { orbits, said } = desk(flying(50));
    expect(orbits.setSpeed({ circle_speed: 3 })).toBe(319_023);
    expect(orbits.enter(point)).toBe(0);
    expect(orbits.setSpeed({ circle_speed: -40 })).toBe(0);
    expect(said.at(-1)).toMatchObject({ status: 'in_progress', circle_radius: 50, circle_speed: -10 });
    expect(orbits.exit()).toBe(0);
    orbits.happened({ kind: 'leftOrbit', why: 'stopped' });
    expect(said.at(-1)).toMatchObject({ status: 'ok', reason: 0 });
    expect(orbits.exit()).toBe(319_023);
  });

  it.each([
    [null, point, 316_024, undefined],
    [flying(50), { ...point, height: '10' }, 514_171, undefined],
    [flying(50), { ...point, latitude: 91 }, 514_171, undefined],
    [{ ...flying(50), orbitPoint: () => false }, point, 319_022, undefined],
    [flying(1), point, 0, 'failed'],
    [flying(600), point, 0, 'failed'],
  ])('answers what it cannot fly', (machine, data, result, word) => {
    const { orbits, said } = desk(machine);
    expect(orbits.enter(data)).toBe(result);
    expect(said.map((one) => (one as { status: string }).status)).toEqual(word ? [word] : []);
  });
});

describe('an aircraft that flies by hand', () => {
  const around: Surroundings = {
    battery: 90,
    returnPower: 20,
    wind: 3,
    windLimit: 12,
    linkUp: true,
    continueWhenLost: false,
    coverOpen: true,
    droneOn: true,
  };
  const there = { east: 0, north: 60, up: 40, speed: 8, stop: true };

  it('goes round from where it hangs, hovers when that is ended, and goes home out of it', () => {
    const machine = new FlightMachine({
      plan: {
        points: [],
        intervals: [],
        safeHeight: 20,
        transitSpeed: 8,
        straightToRoute: false,
        finish: 'hover',
      },
      rthAltitude: 60,
      precise: false,
      heading: 0,
      restoreSeconds: 1,
      toPoint: [there],
    });
    const orbit = () => new Orbit(machine.body, { east: 0, north: 0 }, 3);
    expect(machine.orbitPoint(orbit())).toBe(false);
    for (let left = 600; left > 0 && machine.stage !== 'paused'; left -= 1) machine.advance(1, around);
    expect(machine.leaveOrbit()).toBe(false);
    expect(machine.orbitPoint(orbit())).toBe(true);
    machine.advance(30, around);
    expect(machine).toMatchObject({ mode: 20, stage: 'orbiting', airborne: true });
    expect(Math.hypot(machine.body.east, machine.body.north)).toBeCloseTo(60, 0);
    expect(Math.abs(machine.body.east)).toBeGreaterThan(20);
    expect(machine.leaveOrbit()).toBe(true);
    expect(machine).toMatchObject({ mode: 3, stage: 'paused' });
    expect(machine.orbitPoint(orbit())).toBe(true);
    machine.goHome('user');
    expect(machine.advance(0, around)).toContainEqual({ kind: 'leftOrbit', why: 'called' });
    expect(machine.stage).toBe('returning');
  });
});
