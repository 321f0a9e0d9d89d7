import type { DrawnRegion } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { changedParts, markOf, partMarks, type ApprovedThing } from './approval.parts.ts';

const region = (oid: string, lng: number, lat: number, part: Partial<DrawnRegion> = {}): DrawnRegion => ({
  oid,
  groupOID: 'g',
  name: oid,
  colour: '#f00',
  kind: 'noFly',
  shape: 'circle',
  geometry: { type: 'Point', coordinates: [lng, lat] },
  radius: 100,
  width: null,
  floor: null,
  ceiling: null,
  heightReference: 'ground',
  enabled: true,
  validFrom: null,
  validUntil: null,
  ...part,
});
const thing: ApprovedThing = {
  route: {
    oid: 'r',
    checksum: 'c',
    waypoints: [
      { lng: 120, lat: 30 },
      { lng: 120.01, lat: 30.01 },
    ],
  },
  rules: [region('near', 120.05, 30)],
  settings: {
    dockOID: 'd',
    returnAltitude: 100,
    lostAction: 'return',
    clarity: 'hd',
    schedule: null,
    startsAt: null,
    chosen: {},
  },
};
const before = partMarks(thing);
const changes = (part: Partial<ApprovedThing>): string[] =>
  changedParts(before, partMarks({ ...thing, ...part }));

describe('what is approved', () => {
  it('is where on the route it begins, too', () => {
    const startsAt = { wayline: 0, waypoint: 1, progress: 0.5 };
    expect(changes({ settings: { ...thing.settings, startsAt } })).toEqual(['settings']);
  });
  it('is what it looks for, the type of its work orders and what is taken along', () => {
    const chosen = (one: ApprovedThing['settings']['chosen']) =>
      changes({ settings: { ...thing.settings, chosen: one } });
    const none = { aiTypes: [], aiRange: null, workOrderType: null, controllerOID: null, gimbalOID: null };
    expect(chosen(none)).toEqual([]);
    const others = [
      { aiTypes: ['crack'] },
      { aiRange: 30 },
      { workOrderType: 'repair' },
      { controllerOID: 'x' },
      { gimbalOID: 'x' },
    ];
    for (const one of others) expect(chosen({ ...none, ...one })).toEqual(['settings']);
  });
  it('is the saved version of the route, each setting and the times of a task', () => {
    expect(changes({})).toEqual([]);
    expect(markOf(partMarks(thing))).toBe(markOf(before));
    expect(changes({ route: { ...thing.route, checksum: 'd' } })).toEqual(['route']);
    const other = { dockOID: 'e', returnAltitude: 101, lostAction: 'continue', clarity: 'sd', schedule: 'x' };
    for (const [name, value] of Object.entries(other))
      expect(changes({ settings: { ...thing.settings, [name]: value } })).toEqual(['settings']);
  });

  it('is each rule of the regions around the route, not how they are called or drawn', () => {
    const [near] = thing.rules as [DrawnRegion];
    const parts = [
      { kind: 'noLanding' as const },
      { radius: 101 },
      { ceiling: 50 },
      { floor: 5 },
      { heightReference: 'sea' as const },
      { validUntil: 1 },
      { geometry: { type: 'Point' as const, coordinates: [120.06, 30] } },
    ];
    for (const part of parts) expect(changes({ rules: [{ ...near, ...part }] })).toEqual(['regions']);
    expect(changes({ rules: [] })).toEqual(['regions']);
    expect(changes({ rules: [{ ...near, name: 'another', colour: '#0f0' }] })).toEqual([]);
  });

  it('is untouched by regions far away, and by their order', () => {
    const far = [region('a', 121, 30), region('b', 120, 31), region('c', -60, 30)];
    expect(changes({ rules: [...far, ...thing.rules] })).toEqual([]);
    const two = [region('a', 120, 30), region('b', 120.01, 30)];
    expect(partMarks({ ...thing, rules: two })).toEqual(partMarks({ ...thing, rules: two.toReversed() }));
    // A large one far away reaches it, and so does one across the 180th meridian.
    expect(changes({ rules: [...thing.rules, region('wide', 121, 30, { radius: 90_000 })] })).toEqual([
      'regions',
    ]);
    const east = { ...thing, route: { ...thing.route, waypoints: [{ lng: 179.99, lat: 0 }] }, rules: [] };
    const across = partMarks({ ...east, rules: [region('west', -179.99, 0)] });
    expect(changedParts(partMarks(east), across)).toEqual(['regions']);
  });

  it('is everything of a route without places, and of what was approved nobody knows how', () => {
    const route = { ...thing.route, waypoints: [] };
    const none = partMarks({ ...thing, route, rules: [] });
    expect(changedParts(none, partMarks({ ...thing, route, rules: [region('c', -60, 30)] }))).toEqual([
      'regions',
    ]);
    for (const unknown of [null, {}, 'x', 5]) expect(changedParts(unknown, before)).toHaveLength(3);
    expect(changedParts(before, null)).toHaveLength(3);
  });
});
