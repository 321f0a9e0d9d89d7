import { leastTime } from '@eyrie/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coverageOf,
  distance,
  followTerrain,
  planArea,
  planCorridor,
  planFacade,
  planOblique,
  planOrbit,
  PlanningFault,
  wrapLongitude,
  type Place,
} from '../index.ts';
import { photoPositions } from './photos.ts';
import { faultOf, placesAt, starRing } from './area.fixture.ts';

/** Figures that people and programs send: sensible ones, ends of ranges, and none. */
const figure = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 1e-9, 1e9, 99, 100, Number.NaN, Infinity, -Infinity, Number.MAX_VALUE),
  fc.double({ min: -400, max: 1000, noNaN: true }),
);
const place = fc.oneof(
  fc.record({ lng: figure, lat: figure }),
  fc.record({ lng: fc.constantFrom(179.999, -179.999, 113.95), lat: fc.constantFrom(89.999, -90, 0, 22.54) }),
  fc.record({
    lng: fc.double({ min: 113.95, max: 113.955, noNaN: true }),
    lat: fc.double({ min: 22.54, max: 22.545, noNaN: true }),
  }),
);
const places = fc.array(place, { maxLength: 7 });
const near = fc.array(
  fc.record({
    lng: fc.double({ min: 113.95, max: 113.953, noNaN: true }),
    lat: fc.double({ min: 22.54, max: 22.543, noNaN: true }),
  }),
  { minLength: 2, maxLength: 7 },
);
const line = fc.oneof(places, near);

/** Every number in an answer is one, and every longitude one of the Earth. */
function finite(answer: unknown): boolean {
  if (typeof answer === 'number') return Number.isFinite(answer);
  if (ArrayBuffer.isView(answer)) return true;
  if (typeof answer !== 'object' || answer === null) return true;
  if ('lng' in answer && typeof answer.lng === 'number' && Math.abs(answer.lng) > 180) return false;
  return Object.values(answer).every(finite);
}

/** A plan of figures, or a fault that names its field; nothing else and nothing without end. */
function holds(run: () => unknown): void {
  try {
    const answer = run();
    if (!finite(answer)) throw new Error(`not a figure: ${JSON.stringify(answer)}`);
  } catch (error) {
    if (!(error instanceof PlanningFault)) throw error;
    expect(error.field).not.toBe('');
    expect(error.value === null || Number.isFinite(error.value)).toBe(true);
  }
}

const runs = { numRuns: 250, endOnFailure: true };

describe('any figures make a plan or a named fault', () => {
  it('of areas', () => {
    fc.assert(
      fc.property(
        line,
        fc.array(line, { maxLength: 2 }),
        figure,
        figure,
        figure,
        figure,
        (ring, forbidden, spacing, course, margin, speed) => {
          holds(() =>
            planArea({ parts: [[ring]], forbidden, margin }, { spacing, course, speed, turnaround: 10 }),
          );
          holds(() =>
            planArea(
              { parts: [[ring], ...forbidden.map((one) => [one])] },
              { spacing: 20, course: 'best', ends: 'band' },
            ),
          );
        },
      ),
      runs,
    );
  });

  it('of oblique flights', () => {
    const camera = {
      sensorWidth: 17.3,
      sensorHeight: 13,
      focal: 12.29,
      imageWidth: 5280,
      imageHeight: 3956,
      minInterval: 1,
    };
    fc.assert(
      fc.property(near, figure, figure, figure, (ring, height, overlap, pitch) => {
        const pass = { sideOverlap: overlap, frontOverlap: overlap, speed: 10 };
        holds(() =>
          planOblique(
            { parts: [[ring]] },
            { camera, height, course: 0, down: pass, tilted: { ...pass, pitch } },
          ),
        );
      }),
      runs,
    );
  });

  it('of corridors and facades', () => {
    fc.assert(
      fc.property(line, figure, figure, figure, figure, (path, left, right, spacing, partLength) => {
        holds(() => planCorridor(path, { left, right, spacing, partLength, centre: true }));
        holds(() =>
          planFacade(path, {
            distance: left,
            side: 'left',
            bottom: 0,
            top: right,
            spacing,
            photoDistance: partLength,
          }),
        );
      }),
      runs,
    );
  });

  it('of orbits', () => {
    fc.assert(
      fc.property(
        place,
        fc.array(figure, { maxLength: 3 }),
        figure,
        figure,
        figure,
        (at, heights, radius, points, turns) => {
          const point = { ...at, height: 10 };
          holds(() => planOrbit({ point, heights, radius, points }));
          holds(() => planOrbit({ point, heights, radius, points, turns, start: turns }));
        },
      ),
      runs,
    );
  });

  it('of photos and terrain', () => {
    fc.assert(
      fc.property(near, figure, figure, figure, (path, one, two, three) => {
        holds(() =>
          photoPositions(
            path.slice(1).map((to) => ({ from: path[0] as Place, to })),
            one,
          ),
        );
        const route = path.map((at) => ({ ...at, height: one }));
        holds(() => followTerrain(route, () => 5, { above: 10, climb: two, descent: three, speed: 10 }));
        holds(
          () =>
            coverageOf({
              ground: [[path]],
              photos: path.map((at) => ({ ...at, height: three, heading: one, pitch: two })),
              angles: { horizontal: one, vertical: two },
              heightAt: () => three,
              cells: 100,
            }).uncovered,
        );
      }),
      runs,
    );
  });
});

describe('a plan over ±180°', () => {
  it('is the plan anywhere else, turned', () => {
    const radii = fc.array(fc.double({ min: 0.5, max: 1, noNaN: true }), { minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(
        radii,
        fc.integer({ min: 0, max: 359 }),
        fc.double({ min: -70, max: 70, noNaN: true }),
        (shape, course, lat) => {
          const [there, here] = [0, 180].map((lng) => {
            const ring = starRing(shape, 90_000, { lng, lat }).map((at) => ({
              ...at,
              lng: wrapLongitude(at.lng),
            }));
            return planArea({ parts: [[ring]], margin: 7 }, { spacing: 30, course });
          });
          expect(here?.length).toBeCloseTo(there?.length ?? 0, 0);
          expect(here?.strips.length).toBe(there?.strips.length);
          for (const [at, { from }] of (here?.strips ?? []).entries()) {
            const other = there?.strips[at]?.from as Place;
            expect(distance({ lng: from.lng - 180, lat: from.lat }, other)).toBeLessThan(0.05);
          }
        },
      ),
      { numRuns: 40, endOnFailure: true },
    );
  });
});

describe('lines that cannot be counted', () => {
  it('are refused at once, by their number', () => {
    const ring = placesAt([
      [0, 0],
      [3000, 0],
      [3000, 3000],
      [0, 3000],
    ]);
    for (const course of [0, 'best'] as const) {
      const refused = (): void => {
        const fault = faultOf(() => planArea({ parts: [[ring]] }, { spacing: 3e-6, course }));
        expect(fault).toMatchObject({ code: 'tooManyLines', field: 'lines', max: 1000 });
        expect(fault?.value).toBeGreaterThan(9.9e8);
      };
      expect(leastTime(refused, 1_000)).toBeLessThan(1_000);
    }
  });
});
