import type { RoutePlan } from '@eyrie/domain';
import { distance, interpolate, type Place } from '@eyrie/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planFigures } from '../figures.ts';
import { climbSpeed, descentSpeed } from '../flight-path.ts';
import { groundOf } from '../ground.fixture.ts';
import { home, planWith, pointAt } from '../plan.fixture.ts';
import type { Ground, ResolvedPoint } from '../resolved.ts';
import { resolvePlan } from './resolve-plan.ts';

const ground = groundOf(20);
const at = (east: number, north: number): Place => {
  const { lng, lat } = pointAt('', east, north);
  return { lng, lat };
};
const rectangle = (east: number, north: number, from = 0): Place[] => [
  at(from, from),
  at(east, from),
  at(east, north),
  at(from, north),
];
const areaPlan = (
  area: Partial<RoutePlan['area']>,
  settings: Partial<RoutePlan['settings']> = {},
  type: RoutePlan['type'] = 'regionalMapping',
): RoutePlan => {
  const plan = planWith([], { type }, { height: 100, ...settings });
  return {
    ...plan,
    area: { ...plan.area, parts: [{ outer: rectangle(400, 100), holes: [] }], turnaround: false, ...area },
  };
};

describe('a regional plan', () => {
  it('lays lines along the best course, with photos over all of it', () => {
    const plan = areaPlan({ sideOverlap: 70, frontOverlap: 80 });
    const { faults, lines, photos, direction, area } = resolvePlan(plan, ground);
    expect(faults).toEqual([]);
    // Nearly along the long sides: a slant may save a turn.
    expect(Math.abs((direction ?? 0) - 90)).toBeLessThan(15);
    expect(area).toBeCloseTo(40_000, -1);
    expect(photos.spacing).toBeLessThanOrEqual((100 * 17.424 * 0.3) / 12.29 + 1e-6);
    expect(photos.every).toBe(21.244);
    const [line] = lines;
    expect(line?.points[0]?.actions).toEqual([
      { type: 'interval', by: 'distance', every: 21.244, until: line?.points.at(-1)?.id },
    ]);
    expect(line?.points.map(({ gimbalPitch }) => gimbalPitch).slice(0, 3)).toEqual([-90, null, null]);
    expect(line?.points.every(({ height, seaHeight }) => height === 100 && seaHeight === 120)).toBe(true);
    expect(line?.sweeps.length).toBeGreaterThanOrEqual(3);
    const level = resolvePlan(areaPlan({ direction: 90 }), ground).lines[0]!;
    for (const [first, last] of level.sweeps)
      expect(distance(level.points[first]!, level.points[last]!)).toBeCloseTo(400, 0);
  });

  it('draws lines out for the turnaround and flies around what is forbidden', () => {
    const drawn = resolvePlan(areaPlan({ turnaround: true, direction: 90 }, { speed: 10 }), ground).lines[0]!;
    const [first, last] = drawn.sweeps[0]!;
    expect(distance(drawn.points[first]!, drawn.points[last]!)).toBeCloseTo(400 + 2 * 22.18, 0);
    const forbidden = resolvePlan(areaPlan({ forbidden: [rectangle(220, 60, 40)], direction: 90 }), ground);
    expect(forbidden.faults).toEqual([]);
    const inside = ({ lng, lat }: Place) =>
      lng > at(41, 0).lng && lng < at(219, 0).lng && lat > at(0, 41).lat && lat < at(0, 59).lat;
    const { points } = forbidden.lines[0]!;
    for (const [index, to] of points.entries())
      for (let share = 0; index > 0 && share <= 1; share += 0.01) {
        const from = points[index - 1]!;
        expect(
          inside({
            lng: from.lng + (to.lng - from.lng) * share,
            lat: from.lat + (to.lat - from.lat) * share,
          }),
        ).toBe(false);
      }
  });

  it('flies a corridor, a facade and five oblique passes', () => {
    const corridor = resolvePlan(
      areaPlan({ pattern: 'corridor', line: [at(0, 0), at(500, 0), at(500, 300)] }),
      ground,
    );
    expect(corridor.faults).toEqual([]);
    expect(corridor.lines[0]?.sweeps.length).toBeGreaterThanOrEqual(2);
    const facade = resolvePlan(
      areaPlan({ pattern: 'facade', line: [at(0, 0), at(60, 0)], bottom: 10, top: 40, distance: 15 }),
      ground,
    );
    expect(facade.faults).toEqual([]);
    const { points } = facade.lines[0]!;
    // Left of a wall that leads east is north of it, and the camera looks back south.
    expect(points.every(({ lat, heading }) => lat > home.lat && Math.abs(heading) > 179)).toBe(true);
    expect(facade.photos.count).toBe(points.length);
    const oblique = resolvePlan(areaPlan({ pattern: 'oblique', direction: 0 }), ground);
    expect(oblique.faults).toEqual([]);
    expect(oblique.lines.map(({ pass, points: [first] }) => [pass, first?.gimbalPitch])).toEqual([
      [0, -90],
      [1, -45],
      [2, -45],
      [3, -45],
      [4, -45],
    ]);
    expect(
      oblique.lines[2]?.points.every(
        ({ heading, headingMode }) => heading === 90 && headingMode === 'smoothTransition',
      ),
    ).toBe(true);
    const ids = oblique.lines.flatMap((line) => line.points.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names the field, the value and the place of what cannot be', () => {
    const fault = (area: Partial<RoutePlan['area']>, settings = {}) =>
      resolvePlan(areaPlan(area, settings), ground).faults[0];
    expect(fault({ parts: [] })).toMatchObject({ code: 'tooFewPlaces', field: 'area.parts' });
    expect(fault({ parts: [{ outer: [at(0, 0), at(9, 9)], holes: [] }] })).toMatchObject({
      code: 'tooFewPlaces',
    });
    const crossed = [at(0, 0), at(100, 100), at(100, 0), at(0, 100)];
    const crossing = fault({ parts: [{ outer: crossed, holes: [] }] });
    expect(crossing).toMatchObject({ code: 'selfCrossing', field: 'area.parts' });
    expect(distance(crossing!.at!, at(50, 50))).toBeLessThan(1);
    expect(fault({ sideOverlap: 100 })).toMatchObject({
      field: 'area.sideOverlap',
      values: { found: 100, max: 95 },
    });
    expect(fault({ sideOverlap: Number.NaN })).toMatchObject({ code: 'notFinite' });
    expect(fault({ direction: 721 })).toMatchObject({
      field: 'area.direction',
      values: { found: 721, min: -360, max: 720 },
    });
    expect(fault({ sideOverlap: 95 }, { height: 0.01 })).toMatchObject({ code: 'tooManyLines' });
    expect(fault({ margin: -60 })).toMatchObject({ code: 'emptyArea', field: 'area.margin' });
    expect(fault({}, { height: -5 })).toMatchObject({ field: 'settings.height', values: { found: -5 } });
    const unknown = areaPlan({}, { heightMode: 'altitude' });
    expect(resolvePlan(unknown, groundOf(null)).faults).toMatchObject([{ code: 'groundUnknown' }]);
  });

  it.each([-360, -1, 0, 361, 450, 720])('takes a direction of %d degrees', (direction) => {
    expect(resolvePlan(areaPlan({ direction }), ground).lines).toHaveLength(1);
  });
});

describe('terrain following', () => {
  const hills = (a: number, b: number) => (place: Place) =>
    100 + a * Math.sin((place.lng - home.lng) * 3_000) + b * Math.cos((place.lat - home.lat) * 2_000);

  /**
   * Metres that each point of a line has to have above the sea at the least: 60 over the ground everywhere, and before a rise or
   * after a fall as much as the aircraft cannot climb or sink on the way.
   */
  function neededHeights(points: readonly ResolvedPoint[], over: Ground, speed: number): number[] {
    const looks: { along: number; wanted: number }[] = [];
    const places: number[] = [];
    let along = 0;
    for (const [index, to] of points.entries()) {
      const from = points[index - 1] ?? to;
      const metres = distance(from, to);
      const steps = Math.max(1, Math.ceil(metres / 2));
      for (let step = index === 0 ? steps : 1; step <= steps; step += 1) {
        const below =
          over.height(interpolate({ ...from, height: 0 }, { ...to, height: 0 }, step / steps)) ?? Number.NaN;
        looks.push({ along: along + (metres * step) / steps, wanted: below + 60 });
      }
      along += metres;
      places.push(along);
    }
    return places.map((place) =>
      looks.reduce((most, look) => {
        const rate = look.along > place ? climbSpeed / speed : descentSpeed / speed;
        return Math.max(most, look.wanted - rate * Math.abs(look.along - place));
      }, -Infinity),
    );
  }

  it('never comes lower than asked, and no higher than its climb, its descent and the tolerance need', () => {
    const size = fc.double({ min: 0, max: 25, noNaN: true });
    fc.assert(
      fc.property(size, size, fc.integer({ min: 0, max: 179 }), (a, b, direction) => {
        const over = groundOf(hills(a, b));
        const plan = areaPlan({ direction }, { heightMode: 'altitude', followTerrain: 60, takeOff: null });
        const route = resolvePlan(plan, over);
        expect(route.faults).toEqual([]);
        const { clearance } = planFigures(route, plan, over);
        // Between two samples of the terrain it may bend a little.
        expect(clearance.lowest).toBeGreaterThanOrEqual(60 - 0.1);
        const { points } = route.lines[0]!;
        const needed = neededHeights(points, over, plan.settings.speed);
        // 3 m let points be left out; samples are 15 m apart, over which hills of 25 m bend by less than another.
        for (const [index, { height }] of points.entries())
          expect(height - needed[index]!).toBeLessThan(3 + 1);
      }),
      // Two hills that fall faster than it sinks: 80.005 m over the ground between them is what the descent needs.
      { numRuns: 30, examples: [[23.42, 25, 41]] },
    );
  });

  it('climbs a wall no faster than the aircraft can', () => {
    const wall = groundOf((place) => (place.lng > at(200, 0).lng ? 150 : 100));
    const plan = areaPlan({ direction: 90 }, { heightMode: 'altitude', followTerrain: 60, speed: 10 });
    const { points } = resolvePlan(plan, wall).lines[0]!;
    for (const [index, to] of points.entries()) {
      if (index === 0) continue;
      const from = points[index - 1]!;
      expect(Math.abs(to.height - from.height)).toBeLessThanOrEqual(0.5 * distance(from, to) + 3);
    }
  });

  it('wants a terrain that is known, and a take-off height for relative heights', () => {
    const follow = areaPlan({}, { followTerrain: 60 });
    expect(resolvePlan(follow, groundOf(null)).faults).toMatchObject([
      { code: 'groundUnknown', field: 'settings.followTerrain' },
    ]);
    const nowhere = areaPlan({}, { followTerrain: 60, takeOff: null });
    expect(resolvePlan(nowhere, ground).faults).toMatchObject([{ code: 'takeOffUnknown' }]);
    // The dock stands 20 m above the sea, as the ground does: 60 m above it is 60 m above take-off.
    const { points, sweeps } = resolvePlan(follow, ground).lines[0]!;
    for (const { height } of points) {
      expect(height).toBeGreaterThanOrEqual(60);
      expect(height).toBeLessThanOrEqual(63);
    }
    const level = resolvePlan(areaPlan({}, { height: 60 }), ground).lines[0]!;
    const ends = (line: typeof level) => line.sweeps.flat().map((index) => line.points[index]!.lng);
    expect(ends({ pass: 0, points, sweeps })).toEqual(ends(level));
  });
});
