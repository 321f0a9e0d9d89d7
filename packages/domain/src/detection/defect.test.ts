import { destination, distance } from '@eyrie/geometry';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectedWith, defectOfGroups, mergedSightings, placeOfDefect, type Sighting } from './defect.ts';

const at = { lng: 113.95, lat: 22.54 };
const box = { x: 100, y: 100, width: 50, height: 50 };
const seen = (oid: string, metres: number, part: Partial<Sighting> = {}): Sighting => ({
  oid,
  mediaOID: `photo ${oid}`,
  class: 'crack',
  box,
  place: destination(at, 90, metres),
  radius: 3,
  hand: null,
  ...part,
});
const groups = (sightings: readonly Sighting[]): string[] =>
  mergedSightings(sightings)
    .map((members) => members.map(({ oid }) => oid).join('+'))
    .toSorted();

/** Normal numbers of a fixed seed. */
const normals = (seed: number): (() => number) => {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
};

describe('one defect with many sightings', () => {
  it('is what lies within both errors, of one class', () => {
    expect(groups([seen('a', 0), seen('b', 4), seen('c', 20)])).toEqual(['a+b', 'c']);
    expect(groups([seen('a', 0), seen('b', 1, { class: 'rust' })])).toEqual(['a', 'b']);
  });

  it('is no chain: what is apart from one of it is another', () => {
    expect(groups([seen('a', 0), seen('b', 4), seen('c', 8.5)])).toEqual(['a+b', 'c']);
  });

  it('is one for each box of one picture, unless they lie on each other', () => {
    const photo = { mediaOID: 'one' };
    const aside = { ...photo, box: { ...box, x: 300 } };
    expect(groups([seen('a', 0, photo), seen('b', 1, aside), seen('c', 1.2)])).toEqual(['a', 'b+c']);
    expect(groups([seen('a', 0, photo), seen('b', 0, { ...photo, box: { ...box, x: 110 } })])).toEqual([
      'a+b',
    ]);
  });

  it('joins nothing of which the place is not known, or hardly', () => {
    expect(groups([seen('a', 0, { place: null }), seen('b', 0)])).toEqual(['a', 'b']);
    expect(groups([seen('a', 0, { radius: 21 }), seen('b', 0)])).toEqual(['a', 'b']);
  });

  it('is what a person says: joined however far apart, and never joined again', () => {
    const far = [seen('a', 0, { hand: '1' }), seen('b', 90, { hand: '1' }), seen('c', 91)];
    expect(groups(far)).toEqual(['a+b+c']);
    expect(groups([seen('a', 0, { hand: '1' }), seen('b', 0, { hand: '2' }), seen('c', 0.1)])).toHaveLength(
      2,
    );
  });

  const some = fc.uniqueArray(
    fc.record({
      oid: fc.string({ minLength: 1, maxLength: 6 }),
      east: fc.double({ min: 0, max: 40, noNaN: true }),
      radius: fc.double({ min: 0.5, max: 22, noNaN: true }),
      mediaOID: fc.constantFrom('1', '2', '3', '4', '5'),
      x: fc.nat(100),
      hand: fc.constantFrom(null, null, null, '1', '2'),
    }),
    { maxLength: 14, selector: ({ oid }) => oid },
  );
  const sightingsOf = (
    rows: readonly {
      oid: string;
      east: number;
      radius: number;
      mediaOID: string;
      x: number;
      hand: string | null;
    }[],
  ) =>
    rows.map(({ oid, east, radius, mediaOID, x, hand }) =>
      seen(oid, east, { radius, mediaOID, hand, box: { ...box, x } }),
    );

  it('does not depend on the order in which they come', () => {
    fc.assert(
      fc.property(
        some.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        ([rows, other]) => {
          expect(groups(sightingsOf(other))).toEqual(groups(sightingsOf(rows)));
        },
      ),
    );
  });

  it('is the same whether all are looked at or only those that are connected', () => {
    fc.assert(
      fc.property(some, fc.nat(), (rows, pick) => {
        const all = sightingsOf(rows);
        const seed = all[pick % Math.max(all.length, 1)];
        if (!seed) return;
        const near = connectedWith(all, new Set([seed.oid]));
        const oids = new Set(near.map(({ oid }) => oid));
        const whole = mergedSightings(all).filter((members) => members.some(({ oid }) => oids.has(oid)));
        expect(groups(near)).toEqual(
          whole.map((members) => members.map(({ oid }) => oid).join('+')).toSorted(),
        );
      }),
    );
  });

  it('has every sighting once', () => {
    fc.assert(
      fc.property(some, (rows) => {
        const oids = mergedSightings(sightingsOf(rows))
          .flat()
          .map(({ oid }) => oid);
        expect(oids.toSorted()).toEqual(rows.map(({ oid }) => oid).toSorted());
      }),
    );
  });

  it.each([
    ['by RTK', 1.2, 20],
    ['by satellites alone', 3, 50],
  ])('finds 98 of 100 planted ones, flown over on eight days, %s', (_how, deviation, spacing) => {
    const normal = normals(20_261_127);
    const side = 15;
    const all: Sighting[] = [];
    for (let day = 0; day < 8; day += 1)
      for (let thing = 0; thing < side * side; thing += 1) {
        const place = destination(
          destination(at, 90, (thing % side) * spacing),
          0,
          Math.floor(thing / side) * spacing,
        );
        const [east, north] = [normal() * deviation, normal() * deviation];
        all.push(
          seen(`${thing}:${day}`, 0, {
            place: destination(destination(place, 90, east), 0, north),
            radius: 3 * deviation,
            mediaOID: `${day} ${Math.floor(thing / 4)}`,
            box: { ...box, x: (thing % 4) * 200 },
          }),
        );
      }
    const right = mergedSightings(all).filter(
      (members) => members.length === 8 && new Set(members.map(({ oid }) => oid.split(':')[0])).size === 1,
    ).length;
    expect(right / (side * side)).toBeGreaterThanOrEqual(0.98);
  });
});

describe('the place of a defect', () => {
  it('is nearer to what is known better, and no better than the best', () => {
    const place = placeOfDefect([seen('a', 0, { radius: 1 }), seen('b', 10, { radius: 3 })]);
    expect(distance(at, place!)).toBeCloseTo(1, 1);
    expect(place!.radius).toBe(1);
    expect(placeOfDefect([seen('a', 0, { place: null })])).toBeNull();
  });
});

describe('which defect goes on', () => {
  it('is that of most, each once', () => {
    const of = (...oids: (string | null)[]) => oids.map((defectOID) => ({ defectOID }));
    expect(defectOfGroups([of('x', 'x', 'y'), of('x', null), of(null)])).toEqual(['x', null, null]);
    expect(defectOfGroups([of('x'), of('x', 'x')])).toEqual([null, 'x']);
  });
});
