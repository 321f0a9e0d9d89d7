import { leastTime } from '@eyrie/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  corridorOutline,
  destination,
  distance,
  interpolate,
  localPlane,
  shapeBounds,
  shapeFault,
  shapeMeasures,
  sharesWithin,
  zoneOf,
  type Place,
  type RegionShape,
  type Zone,
} from '../index.ts';

const at = (lng: number, lat: number): Place => ({ lng, lat });
const ring = (...pairs: [number, number][]): Place[] => pairs.map(([lng, lat]) => at(lng, lat));
const polygon = (...rings: Place[][]): RegionShape => ({ type: 'polygon', rings });
const square = (west: number, south: number, size: number): Place[] =>
  ring([west, south], [west + size, south], [west + size, south + size], [west, south + size]);
const faultOf = (shape: RegionShape) => shapeFault(shape)?.fault ?? null;

describe('a shape that cannot be kept is refused by name', () => {
  it.each<[string, RegionShape, string | null]>([
    ['a square', polygon(square(113, 22, 0.1)), null],
    [
      'closed, with repeated and collinear places',
      polygon([...square(113, 22, 0.1), at(113, 22.05), at(113, 22), at(113, 22)]),
      null,
    ],
    ['two places', polygon(ring([113, 22], [114, 22])), 'tooFewPlaces'],
    ['two places, closed', polygon(ring([113, 22], [114, 22], [113, 22])), 'tooFewPlaces'],
    ['no ring', polygon(), 'tooFewPlaces'],
    ['not a number', polygon(ring([113, 22], [NaN, 22], [113, 23])), 'notFinite'],
    ['infinite', { type: 'point', at: at(Infinity, 1) }, 'notFinite'],
    ['swapped', polygon(ring([22, 113], [22, 114], [23, 114])), 'swapped'],
    ['beyond the range', { type: 'point', at: at(181, 1) }, 'outOfRange'],
    ['all on one line', polygon(ring([113, 22], [113.1, 22], [113.2, 22])), 'tooSmall'],
    ['less than a square metre', polygon(square(113, 22, 0.000_001)), 'tooSmall'],
    ['a bow tie', polygon(ring([0, 0], [1, 1], [1, 0], [0, 1])), 'selfCrossing'],
    ['a spike', polygon(ring([0, 0], [2, 0], [1, 0], [1, 1])), 'selfCrossing'],
    [
      'touching itself at a corner',
      polygon(ring([0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 1])),
      'selfCrossing',
    ],
    ['around the pole', polygon(ring([0, 80], [90, 80], [180, 80], [-90, 80])), 'aroundPole'],
    ['the pole itself', polygon(ring([0, 80], [10, 90], [20, 80])), 'aroundPole'],
    ['a hole', polygon(square(0, 0, 1), square(0.2, 0.2, 0.2)), null],
    ['a hole over the edge', polygon(square(0, 0, 1), square(0.9, 0.2, 0.2)), 'selfCrossing'],
    ['a hole outside', polygon(square(0, 0, 1), square(2, 2, 0.2)), 'holeOutside'],
    [
      'a hole in a hole',
      polygon(square(0, 0, 1), square(0.2, 0.2, 0.5), square(0.3, 0.3, 0.1)),
      'holeOutside',
    ],
    ['over ±180°', polygon(ring([179, -17], [-179, -17], [-179, -16], [179, -16])), null],
    [
      'over ±180° with a hole on the other side',
      polygon(ring([179, -18], [-178, -18], [-178, -16], [179, -16]), square(-179.5, -17.5, 0.5)),
      null,
    ],
    ['a line of one place', { type: 'line', path: ring([1, 1], [1, 1]) }, 'tooFewPlaces'],
    ['a circle without a radius', { type: 'circle', at: at(1, 1), radius: 0 }, 'tooSmall'],
    [
      'a corridor as wide as nothing is',
      { type: 'corridor', path: ring([1, 1], [1, 2]), width: NaN },
      'notFinite',
    ],
  ])('%s', (_, shape, expected) => {
    expect(faultOf(shape)).toBe(expected);
  });

  it('shows a crossing where it is', () => {
    const found = shapeFault(polygon(ring([0, 0], [1, 1], [1, 0], [0, 1])));
    expect(found).toMatchObject({ ring: 0, at: { lng: 0.5, lat: 0.5 } });
  });

  it('judges ten thousand places in a moment', () => {
    const many = Array.from({ length: 10_000 }, (_, step) =>
      destination(at(113, 22), (step * 360) / 10_000, 5_000 + (step % 2)),
    );
    expect(leastTime(() => expect(faultOf(polygon(many))).toBeNull(), 1_500)).toBeLessThan(1_500);
  });
});

describe('a hostile shape is judged in a moment', () => {
  const quickly = (shape: RegionShape, within: number): string | null => {
    let found: string | null = null;
    expect(leastTime(() => (found = faultOf(shape)), within)).toBeLessThan(within);
    return found;
  };
  /** Teeth that all reach over the whole width: every edge stands beside every other. */
  const comb = (places: number, west: number): Place[] => [
    ...Array.from({ length: places }, (_, step) => at(west + (step % 2), (step * 20) / places)),
    at(west - 1, 20),
    at(west - 1, 0),
  ];
  it('of ten thousand edges that all lie side by side', () => {
    expect(quickly(polygon(comb(9_998, 10)), 1_500)).toBeNull();
    expect(quickly(polygon(comb(9_998, -178.9)), 1_500)).toBeNull();
  });
  it('of a hundred thousand places, around a pole or with one that is none', () => {
    const around = Array.from({ length: 100_000 }, (_, step) => at((step * 360) / 100_000 - 180, 80));
    expect(quickly(polygon(around), 1_500)).toBe('aroundPole');
    expect(quickly(polygon([...around.slice(0, -1), at(0, NaN)]), 1_500)).toBe('notFinite');
  });
  it.each<[string, RegionShape, string | null]>([
    ['a swapped ring in the far east', polygon(ring([22, 113], [23, 113], [23, 114], [22, 114])), 'swapped'],
    ['a bow tie over ±180°', polygon(ring([179, 0], [-179, 1], [-179, 0], [179, 1])), 'selfCrossing'],
    ['around the south pole', polygon(ring([0, -80], [120, -80], [-120, -80])), 'aroundPole'],
    ['two places over ±180°', polygon(ring([179, 0], [-179, 0], [179, 0])), 'tooFewPlaces'],
    ['a line over ±180°', { type: 'line', path: ring([179, 1], [-179, 1]) }, null],
    ['a line from pole to pole', { type: 'line', path: ring([0, -90], [0, 90]) }, 'aroundPole'],
    ['a circle on a pole', { type: 'circle', at: at(0, 90), radius: 100 }, 'aroundPole'],
  ])('%s', (_, shape, expected) => expect(faultOf(shape)).toBe(expected));
});

describe('measures', () => {
  it('are in metres on the sphere and in the local plane', () => {
    // 1 000 m by 500 m at 60 degrees north.
    const east = 1_000 / (111_194.926_644_558_74 * Math.cos((60 * Math.PI) / 180));
    const north = 500 / 111_194.926_644_558_74;
    const found = shapeMeasures(
      polygon(ring([10, 60], [10 + east, 60], [10 + east, 60 + north], [10, 60 + north])),
    );
    expect(found.area).toBeCloseTo(500_000, -2);
    expect(found.perimeter).toBeCloseTo(3_000, 0);
    expect(found.length).toBeNull();
  });

  it('go on over ±180°', () => {
    const line: RegionShape = { type: 'line', path: ring([179.99, -17], [-179.99, -17]) };
    expect(shapeMeasures(line).length).toBeCloseTo(2_126.7, 1);
    const here = shapeMeasures(polygon(square(100, -17, 0.02))).area ?? 0;
    const there = polygon(ring([179.99, -17], [-179.99, -17], [-179.99, -16.98], [179.99, -16.98]));
    expect(shapeMeasures(there).area).toBeCloseTo(here, 0);
    expect(shapeBounds(there)).toMatchObject({ west: 179.99, south: -17 });
    expect(shapeBounds(there)?.east).toBeCloseTo(180.01, 9);
  });

  it('of a corridor count its corners as they are', () => {
    const straight = shapeMeasures({ type: 'corridor', path: ring([0, 0], [0.01, 0]), width: 100 });
    const length = 1_111.949;
    expect(straight.length).toBeCloseTo(length, 2);
    expect(straight.area).toBeCloseTo(length * 100 + Math.PI * 2_500, 0);
    const bent = shapeMeasures({ type: 'corridor', path: ring([0, 0], [0.01, 0], [0.01, 0.01]), width: 100 });
    expect(bent.area).toBeCloseTo(2 * length * 100 + Math.PI * 2_500 + 2_500 * (Math.PI / 4 - 1), -1);
  });

  it('of a circle are exact', () => {
    const { area, perimeter } = shapeMeasures({ type: 'circle', at: at(1, 1), radius: 10 });
    expect([area, perimeter]).toEqual([100 * Math.PI, 20 * Math.PI]);
  });
});

/** Evenly spread: doubles of the generator crowd around zero. */
const spread = (least: number, most: number) =>
  fc.integer({ min: 0, max: 100_000 }).map((step) => least + ((most - least) * step) / 100_000);
/** Around the Earth, the antimeridian among them. */
const middle = fc.record({
  lng: fc.oneof(fc.constant(180), fc.constant(-179.995), spread(-179, 179)),
  lat: spread(-70, 70),
});
const wrap = (place: Place): Place => ({ lng: ((place.lng + 540) % 360) - 180, lat: place.lat });
const around = (origin: Place) =>
  fc
    .record({ turn: spread(0, 360), metres: spread(0, 2_500) })
    .map(({ turn, metres }) => destination(origin, turn, metres));

const zones = middle.chain((origin) => {
  const place = around(wrap(origin));
  const star = fc
    .array(spread(200, 1_800), { minLength: 3, maxLength: 9 })
    .map((arms) => arms.map((arm, step) => destination(origin, (step * 360) / arms.length, arm)));
  const hole = [0, 120, 240].map((turn) => destination(origin, turn, 60));
  const shape: fc.Arbitrary<RegionShape> = fc.oneof(
    star.map((edge) => polygon(edge)),
    star.map((edge) => polygon(edge, hole)),
    spread(10, 1_500).map((radius) => ({ type: 'circle' as const, at: wrap(origin), radius })),
    fc
      .tuple(fc.array(place, { minLength: 2, maxLength: 4 }), spread(10, 900))
      .map(([path, width]) => ({ type: 'corridor' as const, path, width })),
  );
  return fc.record({ shape, from: place, to: place });
});

/** By the angle that a ring turns around a place, in a plane of the place's own; null: on the edge, nearly. */
const turnsAround = (edge: readonly Place[], place: Place): boolean => {
  const { toPlane } = localPlane(place);
  const angles = edge.map(toPlane).map(({ east, north }) => Math.atan2(north, east));
  const turn = angles.reduce((sum, angle, index) => {
    const step = (angles[(index + 1) % angles.length] as number) - angle;
    return sum + (step > Math.PI ? step - 2 * Math.PI : step < -Math.PI ? step + 2 * Math.PI : step);
  }, 0);
  return Math.abs(turn) > Math.PI;
};

/** Metres from a place to a line, by a thousand steps along it: slow, and of nothing else. */
const offLine = (path: readonly Place[], place: Place): number =>
  Math.min(
    ...path.slice(1).flatMap((to, leg) => {
      const from = path[leg] as Place;
      return Array.from({ length: 401 }, (_, step) => {
        const turn = ((to.lng - from.lng + 540) % 360) - 180;
        const share = step / 400;
        return distance(place, { lng: from.lng + turn * share, lat: from.lat + (to.lat - from.lat) * share });
      });
    }),
  );

/** Whether a place lies inside by another way; null: too near to the edge to be asked. */
const surely = (shape: RegionShape, place: Place): boolean | null => {
  if (shape.type === 'circle') {
    const off = distance(shape.at, place) - shape.radius;
    return Math.abs(off) < 0.5 ? null : off < 0;
  }
  if (shape.type === 'corridor') {
    const off = offLine(shape.path, place) - shape.width / 2;
    return Math.abs(off) < 15 ? null : off < 0;
  }
  if (shape.type !== 'polygon') return null;
  const inside = (one: Place): boolean =>
    shape.rings.filter((edge) => turnsAround(edge, one)).length % 2 === 1;
  const here = inside(place);
  const steady = [0, 90, 180, 270].every((turn) => inside(destination(place, turn, 0.5)) === here);
  return steady ? here : null;
};

describe('a leg in a zone', () => {
  it('agrees with dense sampling, over ±180° too', () => {
    fc.assert(
      fc.property(zones, ({ shape, from, to }) => {
        const zone = zoneOf(shape);
        if (!zone || faultOf(shape) !== null) return;
        const shares = sharesWithin(zone, from, to);
        for (let step = 0; step <= 60; step += 1) {
          const share = step / 60;
          const place = interpolate({ ...from, height: 0 }, { ...to, height: 0 }, share);
          const inside = surely(shape, place);
          if (inside === null) continue;
          expect(shares.some(([begin, end]) => share >= begin - 1e-6 && share <= end + 1e-6)).toBe(inside);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('is found in a zone that it only cuts between two samples', () => {
    const zone = zoneOf({ type: 'circle', at: at(10, 50), radius: 10 }) as Zone;
    const from = destination(at(10, 50), 270, 40_000);
    const to = destination(at(10, 50), 90, 40_000);
    const [[begin, end] = [0, 0]] = sharesWithin(zone, from, to);
    expect((end - begin) * distance(from, to)).toBeLessThan(20.5);
    expect((end - begin) * distance(from, to)).toBeGreaterThan(0);
    expect(sharesWithin(zone, from, destination(at(10, 50), 0, 40_000))).toEqual([]);
  });

  it('is measured in the part that lies inside', () => {
    const zone = zoneOf(polygon(square(0, 0, 0.01), square(0.004, 0.004, 0.002))) as Zone;
    const shares = sharesWithin(zone, at(-0.01, 0.005), at(0.02, 0.005));
    expect(shares.map((part) => part.map((one) => Math.round(one * 30) / 30))).toEqual([
      [10 / 30, 14 / 30],
      [16 / 30, 20 / 30],
    ]);
  });
});

describe('a corridor as one polygon', () => {
  it('has flat ends and mitred corners', () => {
    const found = corridorOutline(ring([0, 0], [0.01, 0], [0.01, 0.01]), 100);
    expect(found).toHaveLength(6);
    expect(faultOf(polygon(found ?? []))).toBeNull();
  });
  it('is none where its edge would cross itself', () => {
    expect(corridorOutline(ring([0, 0], [0.01, 0], [0, 0.0002]), 400)).toBeNull();
  });
});
