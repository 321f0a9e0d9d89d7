import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sensorView } from '@eyrie/geometry';
import { planFigures } from './figures.ts';
import { groundOf } from './ground.fixture.ts';
import { planWith, pointAt } from './plan.fixture.ts';
import { flightPath } from './flight-path.ts';
import { planPlayback } from './playback.ts';
import { planPresets } from './presets.ts';
import { mappingCameraOf } from './resolve/mapping-camera.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';
import { splitRoute } from './split-route.ts';

const ground = groundOf(20);
const corner = (east: number, north: number) => {
  const { lng, lat } = pointAt('', east, north);
  return { lng, lat };
};
const field = (minutes: number, wind: number) => {
  const plan = planWith(
    [],
    { type: 'regionalMapping' },
    { height: 60, ratedMinutes: minutes, wind: { speed: wind, from: 40 } },
  );
  const outer = [corner(100, 100), corner(1_000, 100), corner(1_000, 700), corner(100, 700)];
  return { ...plan, area: { ...plan.area, direction: 90, parts: [{ outer, holes: [] }] } };
};

describe('flights of a route that is too long for a battery', () => {
  it('fly every line once, each home with the reserve', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 60 }), fc.integer({ min: 0, max: 8 }), (minutes, wind) => {
        const plan = field(minutes, wind);
        const route = resolvePlan(plan, ground);
        const { flights } = planFigures(route, plan, ground).battery;
        const [line] = route.lines;
        const flown = splitRoute(route, flights);
        const ends = ({ points, sweeps }: NonNullable<typeof line>) =>
          sweeps.map(([first, last]) => [points[first]?.id, points[last]?.id]);
        expect(flown.flatMap(({ lines }) => ends(lines[0]!))).toEqual(ends(line!));
        // No line of this field can be cut, and two together may be too much.
        for (const { share, stretches } of flights)
          if (stretches.some(({ first, last }) => last > first + 1))
            expect(share).toBeLessThanOrEqual(1 - plan.settings.reserve);
        // One more line would have been too much for each but the last.
        for (const { share } of flights.slice(0, -1)) expect(share).toBeGreaterThan(0.3);
      }),
      { numRuns: 25 },
    );
    expect(
      planFigures(resolvePlan(field(9, 0), ground), field(9, 0), ground).battery.flights.length,
    ).toBeGreaterThan(2);
  });

  it('of rows that are each too long are cut at the points where it stops for its photos', () => {
    const plan = field(12, 0);
    const wall = {
      ...plan,
      area: {
        ...plan.area,
        pattern: 'facade' as const,
        line: [corner(0, 100), corner(900, 100)],
        distance: 20,
        bottom: 20,
        top: 40,
      },
    };
    const route = resolvePlan(wall, ground);
    const usable = 1 - wall.settings.reserve;
    const { flights, share, enough } = planFigures(route, wall, ground).battery;
    const rows = route.lines[0]!.sweeps.length;
    expect(share / rows).toBeGreaterThan(1);
    expect(flights.length).toBeGreaterThan(rows);
    for (const flight of flights) expect(flight.share).toBeLessThanOrEqual(usable);
    // Its file is flown as one flight all the same.
    expect(enough).toBe(false);
    const ids = splitRoute(route, flights).flatMap(({ lines }) =>
      lines.flatMap(({ points }) => points.map(({ id }) => id)),
    );
    expect(new Set(ids)).toEqual(new Set(route.lines[0]!.points.map(({ id }) => id)));
  });

  it('have several lines where a battery is enough for them', () => {
    const small = [corner(50, 50), corner(200, 50), corner(200, 150), corner(50, 150)];
    const plan = field(40, 0);
    const oblique = {
      ...plan,
      area: { ...plan.area, pattern: 'oblique' as const, parts: [{ outer: small, holes: [] }] },
    };
    const route = resolvePlan(oblique, ground);
    const { flights } = planFigures(route, oblique, ground).battery;
    expect(flights).toHaveLength(1);
    expect(flights[0]?.stretches.map(({ line }) => line)).toEqual([0, 1, 2, 3, 4]);
    expect(splitRoute(route, flights)[0]?.lines.map(({ points }) => points.length)).toEqual(
      route.lines.map(({ points }) => points.length),
    );
    const tired = { ...oblique, settings: { ...oblique.settings, ratedMinutes: 13 } };
    const parts = planFigures(route, tired, ground).battery.flights;
    expect(parts.length).toBeGreaterThan(1);
    const sweeps = splitRoute(route, parts).flatMap(({ lines }) => lines.flatMap((line) => line.sweeps));
    expect(sweeps).toHaveLength(route.lines.reduce((sum, line) => sum + line.sweeps.length, 0));
  });

  it('take their photos in each, from a stop to a stop', () => {
    const plan = {
      ...field(12, 0),
      settings: { ...field(12, 0).settings, turnMode: 'coordinateTurn' as const },
    };
    const route = resolvePlan(plan, ground);
    const parts = splitRoute(route, planFigures(route, plan, ground).battery.flights);
    expect(parts.length).toBeGreaterThan(1);
    for (const { lines, photos } of parts) {
      const { points } = lines[0]!;
      expect(points[0]).toMatchObject({ damping: 0, gimbalPitch: -90 });
      expect(points.at(-1)).toMatchObject({ damping: 0 });
      expect(points[0]?.actions).toMatchObject([{ type: 'interval', until: points.at(-1)?.id }]);
      expect(photos.count).toBeGreaterThan(10);
    }
  });
});

describe('playing a flight', () => {
  const plan = planWith([
    pointAt('p1', 0, 100),
    pointAt('p2', 0, 300, {
      actions: [
        { type: 'gimbalRotate', pitch: -80 },
        { type: 'hover', seconds: 10 },
      ],
    }),
    pointAt('p3', 200, 300),
  ]);
  const route = resolvePlan(plan, ground);
  const play = planPlayback(plan, route, flightPath(plan, route, ground));

  it('takes as long as the figures say', () => {
    expect(play.duration).toBeCloseTo(planFigures(route, plan, ground).time.total, 6);
  });

  it('begins and ends on the dock, and waits where something is done', () => {
    expect(play.at(-5)).toMatchObject({ phase: 'climb', sea: 20 });
    expect(play.at(play.duration + 5)).toMatchObject({ phase: 'descent', sea: 20 });
    const moments = Array.from({ length: 400 }, (_, at) => play.at((play.duration * at) / 400)!);
    const still = moments.filter(({ name, share }) => name === '1→2' && share === 1);
    expect(still.length).toBeGreaterThan(5);
    const east = moments.find(({ name, share }) => name === '2→3' && share > 0.5)!;
    expect(Math.round(east.heading)).toBe(90);
    expect(east.pitch).toBe(-80);
  });

  it('turns the nose from point to point, and towards a place', () => {
    const smooth = planWith(
      [pointAt('p1', 0, 0, { heading: 170 }), pointAt('p2', 0, 100, { heading: -170 })],
      {},
      { headingMode: 'smoothTransition', takeOff: null },
    );
    const played = (one: typeof smooth) => {
      const resolved = resolvePlan(one, ground);
      return planPlayback(one, resolved, flightPath(one, resolved, ground));
    };
    const turning = played(smooth);
    expect(Math.abs(turning.at(1 + (turning.duration - 1) / 2)!.heading)).toBeCloseTo(180, 3);
    expect(played(planWith([])).at(0)).toBeNull();
  });
});

describe('presets', () => {
  it('see as wide as their cameras', () => {
    const across = (name: string) => {
      const { camera } = planPresets.find((one) => one.name === name)!.settings;
      return sensorView(mappingCameraOf(camera)).horizontal;
    };
    expect(across('M30')).toBeCloseTo(70.8, 0);
    expect(across('M3D')).toBeCloseTo(70.7, 0);
    expect(across('M3TD')).toBeCloseTo(71.5, 0);
  });
});
