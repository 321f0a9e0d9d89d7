import { describe, expect, it } from 'vitest';
import { bearing, distance, planArea, type AreaPlan, type Place } from '../index.ts';
import { normaliseCourse } from './course.ts';
import { localPlane } from '../plane.ts';
import { corner, faultOf, placesAt, rectangle } from './area.fixture.ts';

const shapes = {
  rectangle: [rectangle(0, 0, 400, 100)],
  corner: [
    placesAt([
      [0, 0],
      [200, 0],
      [200, 100],
      [100, 100],
      [100, 200],
      [0, 200],
    ]),
  ],
  holes: [rectangle(0, 0, 160, 100), rectangle(30, 30, 60, 60), rectangle(100, 40, 140, 70)],
  u: [
    placesAt([
      [0, 0],
      [300, 0],
      [300, 200],
      [200, 200],
      [200, 50],
      [100, 50],
      [100, 200],
      [0, 200],
    ]),
  ],
  triangle: [
    placesAt([
      [0, 0],
      [300, 0],
      [0, 400],
    ]),
  ],
};

describe('an area route', () => {
  it.each([
    ['rectangle', 40, 90, 3, 1280],
    ['rectangle', 40, 0, 10, 1360],
    ['corner', 20, 0, 10, 1762],
    ['corner', 20, 90, 10, 1762],
    ['corner', 20, 152, 12, 2090],
    ['holes', 10, 90, 10, 1690],
    ['holes', 10, 0, 16, 1750],
    ['u', 25, 0, 12, 2075],
    ['u', 25, 90, 8, 2250.1],
    ['triangle', 30, 144, 9, 2229.8],
    ['triangle', 30, 0, 10, 2370],
    ['triangle', 30, 90, 14, 2542.5],
  ] as const)(
    'over the %s at %d m and %d° has %d lines and at most %d m',
    (shape, spacing, course, lines, most) => {
      const plan = planArea({ parts: [shapes[shape]] }, { spacing, course });
      expect(plan.lines).toBe(lines);
      expect(plan.length).toBeLessThanOrEqual(most + 0.05);
      expect(plan.spacing).toBeLessThanOrEqual(spacing);
      expect(plan.length).toBeCloseTo(plan.stripLength + plan.transitLength, 9);
      expect(plan.transits).toHaveLength(plan.strips.length - 1);
    },
  );

  it.each([
    ['rectangle', 40, 1280],
    ['corner', 20, 1762],
    ['holes', 10, 1690],
    ['u', 25, 2075],
    ['triangle', 30, 2229.8],
  ] as const)('over the %s at %d m is at most %d m long on its best course', (shape, spacing, most) => {
    const plan = planArea({ parts: [shapes[shape]] }, { spacing, course: 'best' });
    expect(plan.length).toBeLessThanOrEqual(most + 0.05);
    const quick = planArea({ parts: [shapes[shape]] }, { spacing, course: 'best', speed: 10 });
    expect(quick.strips.length).toBeGreaterThan(0);
  });

  it('crosses holes in pieces, or not at all where they are forbidden', () => {
    const [field, ...holes] = shapes.holes as [Place[], Place[], Place[]];
    const free = planArea({ parts: [shapes.holes] }, { spacing: 10, course: 90 });
    expect(free.strips).toHaveLength(16);
    const around = planArea({ parts: [[field]], forbidden: holes }, { spacing: 10, course: 90 });
    expect(around.strips).toHaveLength(16);
    expect(around.transits.some(({ over }) => over.length > 0)).toBe(true);
    const { toPlane } = localPlane(corner);
    for (const [at, { over }] of around.transits.entries()) {
      const path = [around.strips[at]?.to as Place, ...over, around.strips[at + 1]?.from as Place].map(
        toPlane,
      );
      for (const [leg, to] of path.slice(1).entries())
        for (let share = 0; share <= 1; share += 0.02) {
          const from = path[leg] ?? to;
          const [x, y] = [
            from.east + (to.east - from.east) * share,
            from.north + (to.north - from.north) * share,
          ];
          expect(x > 30.001 && x < 59.999 && y > 30.001 && y < 59.999).toBe(false);
          expect(x > 100.001 && x < 139.999 && y > 40.001 && y < 69.999).toBe(false);
        }
    }
  });

  it('begins at the corner that is asked for, along the course or against it', () => {
    const { toPlane } = localPlane(corner);
    const starts = (['leftBack', 'leftFront', 'rightBack', 'rightFront'] as const).map((entry) => {
      const plan = planArea({ parts: [shapes.rectangle] }, { spacing: 40, course: 90, entry });
      const { east, north } = toPlane(plan.strips[0]?.from as Place);
      return [Math.round(east), Math.round(north) > 50];
    });
    expect(starts).toEqual([
      [0, true],
      [400, true],
      [0, false],
      [400, false],
    ]);
  });

  it('begins near home', () => {
    const home = placesAt([[450, 120]])[0] as Place;
    const plan = planArea({ parts: [shapes.rectangle] }, { spacing: 50, course: 90, home });
    expect(distance(home, plan.strips[0]?.from as Place)).toBeLessThan(120);
    expect(distance(home, plan.strips.at(-1)?.to as Place)).toBeLessThan(120);
  });

  it('begins near no place that is none', () => {
    const home = { lng: Number.NaN, lat: 0 };
    expect(
      faultOf(() => planArea({ parts: [shapes.rectangle] }, { spacing: 50, course: 90, home }))?.field,
    ).toBe('home.lng');
  });

  it('goes on at both ends for its turnaround, but never into what is forbidden', () => {
    const forbidden = [rectangle(410, -50, 500, 150)];
    const plan = planArea(
      { parts: [shapes.rectangle], forbidden },
      { spacing: 40, course: 90, turnaround: 22.2, entry: 'leftBack' },
    );
    const [first] = plan.strips;
    expect(distance(first?.begin as Place, first?.from as Place)).toBeCloseTo(22.2, 2);
    expect(distance(first?.to as Place, first?.end as Place)).toBeCloseTo(10, 1);
    expect(distance(first?.to as Place, first?.end as Place)).toBeLessThan(10);
  });

  it('joins parts that overlap and visits those that lie apart', () => {
    const parts = [[rectangle(0, 0, 100, 100)], [rectangle(50, 0, 200, 100)], [rectangle(400, 0, 500, 100)]];
    const plan = planArea({ parts }, { spacing: 20, course: 0 });
    expect(plan.ground).toHaveLength(2);
    expect(plan.area).toBeCloseTo(30_000, -1);
    expect(new Set(plan.strips.map(({ part }) => part)).size).toBe(2);
  });

  it('widens and narrows its ground', () => {
    const square = { parts: [[rectangle(0, 0, 100, 100)]] };
    expect(planArea({ ...square, margin: 10 }, { spacing: 10, course: 0 }).area).toBeCloseTo(14_312.14, 0);
    expect(planArea({ ...square, margin: -10 }, { spacing: 10, course: 0 }).area).toBeCloseTo(6400, -1);
    expect(faultOf(() => planArea({ ...square, margin: -50 }, { spacing: 10, course: 0 }))).toMatchObject({
      code: 'emptyArea',
      field: 'margin',
      value: -50,
    });
    const waist = placesAt([
      [0, 0],
      [100, 0],
      [100, 45],
      [200, 45],
      [200, 0],
      [300, 0],
      [300, 100],
      [200, 100],
      [200, 55],
      [100, 55],
      [100, 100],
      [0, 100],
    ]);
    expect(planArea({ parts: [[waist]], margin: -10 }, { spacing: 10, course: 0 }).ground).toHaveLength(2);
  });

  it('lies over ±180° as anywhere else', () => {
    const ring = [
      { lng: 179.99, lat: -17.01 },
      { lng: -179.99, lat: -17.01 },
      { lng: -179.99, lat: -17 },
      { lng: 179.99, lat: -17 },
    ];
    const plan = planArea({ parts: [[ring]], margin: 5 }, { spacing: 50, course: 90 });
    expect(plan.area).toBeCloseTo(2136.7 * 1122, -4);
    for (const { from, to } of plan.strips) {
      expect(Math.abs(from.lng)).toBeGreaterThan(179.9);
      expect(distance(from, to)).toBeLessThan(2140);
    }
  });
});

describe('a course', () => {
  it.each([
    [-360, 0],
    [-90, 270],
    [0, 0],
    [360, 360],
    [361, 1],
    [450, 90],
    [1000, 280],
    [-1e-20, 0],
  ])('of %d° is one of %d°', (angle, course) => {
    expect(normaliseCourse(angle)).toBe(course);
  });

  it('turns the flight, not the lines, by half a turn', () => {
    const [there, back] = [70, 250].map((course) =>
      planArea({ parts: [shapes.triangle] }, { spacing: 30, course, entry: 'leftBack' }),
    ) as [AreaPlan, AreaPlan];
    expect(there.stripLength).toBeCloseTo(back.stripLength, 6);
    expect(bearing(there.strips[0]?.from as Place, there.strips[0]?.to as Place)).toBeCloseTo(70, 1);
    expect(bearing(back.strips[0]?.from as Place, back.strips[0]?.to as Place)).toBeCloseTo(250, 1);
  });
});
