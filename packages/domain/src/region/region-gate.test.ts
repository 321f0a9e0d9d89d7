import { destination, interpolate, zoneOf, type Place, type RegionShape, type Zone } from '@eyrie/geometry';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRegionRules, type FlownLeg, type GateRegion, type RegionQuestion } from './region-gate.ts';

const at = (lng: number, lat: number): Place => ({ lng, lat });
const square = (west: number, south: number, size: number): RegionShape => ({
  type: 'polygon',
  rings: [[at(west, south), at(west + size, south), at(west + size, south + size), at(west, south + size)]],
});
const region = (
  kind: GateRegion['kind'],
  shape: RegionShape,
  part: Partial<GateRegion> = {},
): GateRegion => ({
  name: kind,
  kind,
  zone: zoneOf(shape) as Zone,
  floor: null,
  ceiling: null,
  heightReference: 'ground',
  validFrom: null,
  validUntil: null,
  ...part,
});
const leg = (name: string, from: Place, to: Place, part: Partial<FlownLeg['heights']> = {}): FlownLeg => ({
  name,
  from,
  to,
  heights: { sea: [100, 150], ground: null, ...part },
});
const legs = [
  leg('⌂→1', at(0, 0), at(0.01, 0)),
  leg('1→2', at(0.01, 0), at(0.02, 0)),
  leg('2→⌂', at(0.02, 0), at(0, 0)),
];
const judge = (regions: GateRegion[], part: Partial<RegionQuestion> = {}) =>
  checkRegionRules({
    regions,
    legs,
    landings: [{ name: '⌂', at: at(0, 0) }],
    from: 1_000,
    until: 2_000,
    ...part,
  });
const fine = { region: { verdict: 'passed' }, heights: null };

describe('a flight against regions', () => {
  const ahead = square(0.012, -0.001, 0.002);

  it('names the region and the leg that lies in it, the ways out and back among them', () => {
    expect(judge([region('noFly', ahead)]).region).toEqual({
      verdict: 'failed',
      reason: 'insideNoFly',
      where: 'noFly · 1→2',
    });
    expect(judge([region('noFly', square(0.004, -0.001, 0.002))]).region).toMatchObject({
      where: 'noFly · ⌂→1',
    });
    expect(judge([region('noFly', square(0.004, 0.001, 0.002))])).toEqual(fine);
    expect(judge([region('note', ahead), region('alternateLanding', ahead)])).toEqual(fine);
  });

  it('holds at the times of the flight alone', () => {
    const during = (validFrom: number | null, validUntil: number | null) =>
      judge([region('noFly', ahead, { validFrom, validUntil })]).region.verdict;
    expect([during(2_001, null), during(null, 1_000), during(0, 500)]).toEqual([
      'passed',
      'passed',
      'passed',
    ]);
    expect([during(2_000, null), during(null, 1_001), during(1_500, 1_600)]).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
  });

  it('compares heights where both are known, and says where they are not', () => {
    const over = (floor: number | null, ceiling: number | null, heightReference: 'ground' | 'sea') =>
      judge([region('noFly', ahead, { floor, ceiling, heightReference })]);
    expect(over(151, null, 'sea')).toEqual({ region: { verdict: 'passed' }, heights: { verdict: 'passed' } });
    expect(over(0, 99, 'sea').region.verdict).toBe('passed');
    expect(over(150, 200, 'sea').region.verdict).toBe('failed');
    expect(over(null, 120, 'ground')).toEqual({
      region: { verdict: 'passed' },
      heights: { verdict: 'notChecked', reason: 'groundUnknown', where: 'noFly · 1→2' },
    });
    const known = legs.map((one) => ({ ...one, heights: { ...one.heights, ground: [130, 140] as const } }));
    expect(judge([region('noFly', ahead, { ceiling: 120 })], { legs: known }).heights).toEqual({
      verdict: 'passed',
    });
    // Elsewhere its heights do not matter.
    expect(judge([region('noFly', square(5, 5, 1), { ceiling: 120 })])).toEqual(fine);
  });

  it('stays in what regions cover together', () => {
    const west = square(-0.01, -0.01, 0.02);
    const east = square(0.01, -0.01, 0.02);
    expect(judge([region('keepIn', west), region('keepIn', east)])).toEqual(fine);
    expect(judge([region('keepIn', west)]).region).toMatchObject({
      reason: 'outsideKeepIn',
      where: 'keepIn · 1→2',
    });
    expect(judge([region('keepIn', west), region('keepIn', square(0.011, -0.01, 0.02))]).region.verdict).toBe(
      'failed',
    );
    const low = { ceiling: 149, heightReference: 'sea' as const };
    expect(judge([region('keepIn', west), region('keepIn', east, low)]).region.verdict).toBe('failed');
    expect(judge([region('keepIn', west), region('keepIn', east, { ceiling: 500 })]).heights).toMatchObject({
      reason: 'groundUnknown',
      where: 'keepIn · 1→2',
    });
  });

  it('counts a region to stay in only while it holds all the time', () => {
    const all = square(-1, -1, 2);
    expect(judge([region('keepIn', all, { validUntil: 2_000 })])).toEqual(fine);
    expect(judge([region('keepIn', all, { validUntil: 1_999 })]).region.verdict).toBe('failed');
    // Not in force at all: nobody has to stay in it.
    expect(judge([region('keepIn', square(5, 5, 1), { validUntil: 900 })])).toEqual(fine);
  });

  it('lands nowhere that is closed to landing, and may pass over it', () => {
    expect(judge([region('noLanding', ahead)])).toEqual(fine);
    expect(judge([region('noLanding', square(-0.001, -0.001, 0.002))]).region).toEqual({
      verdict: 'failed',
      reason: 'landsInNoLanding',
      where: 'noLanding · ⌂',
    });
  });

  it('is not judged without regions, nor without a place to start from', () => {
    expect(judge([]).region).toEqual({ verdict: 'notChecked', reason: 'noRegions' });
    expect(judge([region('noFly', ahead)], { legs: null }).region).toEqual({
      verdict: 'notChecked',
      reason: 'placeUnknown',
    });
  });
});

describe('every leg, wherever on Earth', () => {
  const spread = (least: number, most: number) =>
    fc.integer({ min: 0, max: 10_000 }).map((step) => least + ((most - least) * step) / 10_000);
  const middle = fc.record({ lng: fc.constantFrom(180, -179.99, 12, 113.9), lat: spread(-65, 65) });
  const flights = middle.chain((origin) => {
    const place = fc
      .record({ turn: spread(0, 360), metres: spread(0, 3_000) })
      .map(({ turn, metres }) => destination(origin, turn, metres));
    return fc.record({
      discs: fc.array(fc.record({ at: place, radius: spread(100, 2_500) }), { minLength: 1, maxLength: 4 }),
      path: fc.array(place, { minLength: 2, maxLength: 4 }),
    });
  });
  const flown = (path: readonly Place[]): FlownLeg[] =>
    path.slice(1).map((to, index) => leg(`${index + 1}→${index + 2}`, path[index] as Place, to));
  /** How far inside the nearest disc each of many places of the way lies, metres; negative outside. */
  const depths = (discs: readonly { at: Place; radius: number }[], path: readonly Place[]): number[] =>
    flown(path).flatMap(({ from, to }) =>
      Array.from({ length: 201 }, (_, step) => {
        const here = interpolate({ ...from, height: 0 }, { ...to, height: 0 }, step / 200);
        return Math.max(...discs.map(({ at: centre, radius }) => radius - distanceOf(centre, here)));
      }),
    );
  const distanceOf = (a: Place, b: Place): number => {
    const rad = Math.PI / 180;
    const cos =
      Math.sin(a.lat * rad) * Math.sin(b.lat * rad) +
      Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.cos((a.lng - b.lng) * rad);
    return 6_371_000 * Math.acos(Math.min(1, cos));
  };

  it('is refused where a sample lies inside, and flies where all lie well outside', () => {
    fc.assert(
      fc.property(flights, ({ discs, path }) => {
        const zones = discs.map((disc) => region('noFly', { type: 'circle', ...disc }));
        const found = judge(zones, { legs: flown(path), landings: [] }).region.verdict;
        const deepest = Math.max(...depths(discs, path));
        if (deepest > 1) expect(found).toBe('failed');
        if (deepest < -40) expect(found).toBe('passed');
      }),
      { numRuns: 150 },
    );
  });

  it('may go where a region to stay in covers every sample well, and nowhere that one lies outside', () => {
    fc.assert(
      fc.property(flights, ({ discs, path }) => {
        const zones = discs.map((disc) => region('keepIn', { type: 'circle', ...disc }));
        const found = judge(zones, { legs: flown(path), landings: [] }).region.verdict;
        const shallowest = Math.min(...depths(discs, path));
        if (shallowest < -1) expect(found).toBe('failed');
        if (shallowest > 40) expect(found).toBe('passed');
      }),
      { numRuns: 150 },
    );
  });
});
