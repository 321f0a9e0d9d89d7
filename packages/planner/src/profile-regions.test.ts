import type { GateRegion } from '@eyrie/domain';
import { zoneOf, type Zone } from '@eyrie/geometry';
import { expect, it } from 'vitest';
import { flightPath } from './flight-path.ts';
import { groundOf } from './ground.fixture.ts';
import { planWith, pointAt } from './plan.fixture.ts';
import { profileRegions } from './profile-regions.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';

const ground = groundOf(20);
const plan = planWith(
  [pointAt('p1', 0, 0), pointAt('p2', 0, 1_000), pointAt('p3', 0, 0)],
  {},
  { takeOff: null },
);
const path = flightPath(plan, resolvePlan(plan, ground), ground);
const region = (north: number, part: Partial<GateRegion> = {}): GateRegion => ({
  name: 'Mast',
  kind: 'noFly',
  zone: zoneOf({ type: 'circle', at: pointAt('', 0, north), radius: 100 }) as Zone,
  floor: null,
  ceiling: null,
  heightReference: 'sea',
  validFrom: null,
  validUntil: null,
  ...part,
});

it('names every stretch over a region, there and back', () => {
  const found = profileRegions(path, [region(300)]);
  expect(found.map(({ name, from, to }) => [name, Math.round(from), Math.round(to)])).toEqual([
    ['Mast', 200, 400],
    ['Mast', 1_600, 1_800],
  ]);
});

it('is one stretch over the place where the route turns', () => {
  const [one, ...others] = profileRegions(path, [region(1_000)]);
  expect([Math.round(one?.from ?? 0), Math.round(one?.to ?? 0), others]).toEqual([900, 1_100, []]);
});

it('has heights that count from the sea, and neither notes nor regions elsewhere', () => {
  expect(profileRegions(path, [region(300, { floor: 50, ceiling: 90 })])[0]).toMatchObject({
    floor: 50,
    ceiling: 90,
  });
  expect(
    profileRegions(path, [region(300, { ceiling: 90, heightReference: 'ground' })])[0]?.ceiling,
  ).toBeNull();
  expect(profileRegions(path, [region(300, { kind: 'note' }), region(9_000)])).toEqual([]);
  expect(profileRegions([], [region(300)])).toEqual([]);
});
