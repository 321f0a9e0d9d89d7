import { randomUUID } from 'node:crypto';
import { regionCalls, type RegionRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { rulesFor } from './index.ts';
import {
  rooms,
  outsider,
  administrator,
  groupOID,
  published,
  call,
  refused,
  square,
  noFly,
} from './region-world.fixture.ts';
// One set-up for all subjects: starting it anew for each file would take longer than its tests.
import './region-file.cases.fixture.ts';
import './region-impact.cases.fixture.ts';

describe('a region', () => {
  it('is measured by the server, changed with its history, published, and deleted', async () => {
    const made = await call(regionCalls.add, { ...noFly, ceiling: 120, floor: 0, group: '北区' });
    expect(made).toMatchObject({
      kind: 'noFly',
      shape: 'polygon',
      places: 4,
      ceiling: 120,
      heightReference: 'ground',
      groupOID,
      version: 0,
    });
    expect(made.area).toBeCloseTo(1_146_000, -4);
    expect(made.perimeter).toBeCloseTo(4_285, -1);
    expect(published).toMatchObject([
      { kind: 'added', region: { oid: made.oid, geometry: { type: 'Polygon' } } },
    ]);
    const edited = await call(regionCalls.edit, {
      oid: made.oid,
      version: 0,
      geometry: square(114, 22, 0.02),
    });
    expect(edited.area).toBeCloseTo((made.area ?? 0) * 4, -4);
    expect(await refused(call(regionCalls.edit, { oid: made.oid, version: 0, name: 'x' }))).toMatchObject({
      reason: 'conflict',
    });
    const { list } = await call<{ list: { changes: { field: string; from: unknown }[] }[] }>(
      regionCalls.history,
      { oid: made.oid },
    );
    expect(list[0]?.changes.map(({ field }) => field)).toContain('area');
    expect(list[0]?.changes.find(({ field }) => field === 'geometry')).toMatchObject({ from: null });
    const { list: rows } = await call<{ list: RegionRecord[] }>(regionCalls.query, {
      kind: 'noFly',
      keyword: '北',
    });
    expect(rows.map(({ oid, geometry }) => [oid, geometry])).toEqual([[made.oid, undefined]]);
    expect(await call(regionCalls.groups, {})).toEqual({ list: ['北区'] });
    await call(regionCalls.remove, { oids: [made.oid] });
    expect(published.at(-1)).toMatchObject({ kind: 'deleted', region: { oid: made.oid } });
    expect(await refused(call(regionCalls.get, { oid: made.oid }))).toMatchObject({ reason: 'notFound' });
  });

  it('is a circle or a corridor by what it is wide, and a line again without', async () => {
    const circle = await call(regionCalls.add, {
      name: 'c',
      geometry: { type: 'Point', coordinates: [1, 2] },
      radius: 100,
    });
    expect(circle).toMatchObject({ shape: 'circle', radius: 100, places: 1 });
    expect(circle.area).toBeCloseTo(Math.PI * 10_000, 6);
    const line = {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [1.01, 2],
      ],
    };
    const corridor = await call(regionCalls.add, { name: 'k', kind: 'keepIn', geometry: line, width: 50 });
    expect(corridor).toMatchObject({ shape: 'corridor', width: 50 });
    expect(await refused(call(regionCalls.edit, { oid: corridor.oid, width: null }))).toMatchObject({
      rule: 'kindNeedsArea',
    });
    expect(await call(regionCalls.edit, { oid: corridor.oid, width: null, kind: 'note' })).toMatchObject({
      shape: 'line',
      area: null,
    });
  });

  it.each([
    [
      'shape.selfCrossing',
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
              [1, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        },
      },
    ],
    ['shape.swapped', { geometry: { type: 'Point', coordinates: [22.5, 113.9] } }],
    ['shape.outOfRange', { geometry: { type: 'Point', coordinates: [200, 22] } }],
    [
      'shape.tooFewPlaces',
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 1],
            ],
          ],
        },
      },
    ],
    [
      'shape.aroundPole',
      {
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 80],
              [90, 80],
              [180, 80],
              [-90, 80],
            ],
          ],
        },
      },
    ],
    ['kindNeedsArea', { kind: 'noFly', geometry: { type: 'Point', coordinates: [1, 2] } }],
    ['floorCeiling', { floor: 100, ceiling: 100 }],
    ['validOrder', { validFrom: 2_000_000_000_000, validUntil: 1_900_000_000_000 }],
    ['timeZone', { zone: 'Mars/Olympus' }],
  ])('is refused by name: %s', async (rule, part) => {
    const found = await refused(call(regionCalls.add, { name: 'x', geometry: square(1, 1, 1), ...part }));
    expect(found).toMatchObject({ reason: 'invalid', rule });
    if (rule === 'shape.selfCrossing')
      expect(found?.data).toMatchObject({ fault: { at: { lng: 0.5, lat: 0.5 } } });
  });

  it('belongs to its department: nobody else sees, changes or hears of it', async () => {
    const { oid } = await call(regionCalls.add, noFly);
    expect(await refused(call(regionCalls.get, { oid }, outsider))).toMatchObject({ reason: 'notFound' });
    expect(await refused(call(regionCalls.impact, { oid }, outsider))).toMatchObject({ reason: 'notFound' });
    expect(await refused(call(regionCalls.add, { ...noFly, groupOID }, outsider))).toMatchObject({
      reason: 'notFound',
    });
    expect(await call(regionCalls.shown, {}, outsider)).toEqual({ list: [], leftOut: 0 });
    expect(await refused(call(regionCalls.sendAreas, { oids: [randomUUID()] }, administrator))).toMatchObject(
      { reason: 'notFound' },
    );
  });
});

describe('regions on a map', () => {
  it('are those in the box, over ±180° too, rules before notes, no more than fit', async () => {
    const fiji = {
      type: 'Polygon',
      coordinates: [
        [
          [179, -18],
          [-179, -18],
          [-179, -16],
          [179, -16],
          [179, -18],
        ],
      ],
    };
    const far = await call(regionCalls.add, { name: 'f', geometry: fiji });
    const near = await call(regionCalls.add, { ...noFly });
    const shown = async (bounds?: object) =>
      (await call<{ list: { oid: string }[] }>(regionCalls.shown, { bounds })).list.map(({ oid }) => oid);
    expect(await shown()).toEqual([near.oid, far.oid]);
    for (const [west, east] of [
      [179.5, 180.5],
      [-180, -179.5],
      [170, 179.2],
    ])
      expect(await shown({ west, south: -17.5, east, north: -17 })).toEqual([far.oid]);
    expect(await shown({ west: 113, south: 21, east: 115, north: 23 })).toEqual([near.oid]);
    await sql`update region set places = 100_001 where oid = ${far.oid}::uuid`.execute(rooms.db);
    expect(await call(regionCalls.shown, {})).toMatchObject({ list: [{ oid: near.oid }], leftOut: 1 });
  });
});

describe('rules for a flight', () => {
  it('are those of its department and above, and below what is to be stayed out of, while they are in force', async () => {
    const below = await rooms.department.add(rooms.db, {
      groupRoot: (await call(regionCalls.add, { ...noFly, name: 'off', enabled: false })).groupRoot,
      parentOID: groupOID,
      name: 'below',
    });
    await call(regionCalls.add, { ...noFly, name: 'own' });
    await call(regionCalls.add, { name: 'note', geometry: square(1, 1, 1) });
    await call(regionCalls.add, { ...noFly, name: 'below out', groupOID: below });
    await call(regionCalls.add, { ...noFly, name: 'below in', kind: 'keepIn', groupOID: below });
    const names = async (of: string) => (await rulesFor(rooms.db, of)).map(({ name }) => name).toSorted();
    expect(await names(groupOID)).toEqual(['below out', 'own']);
    expect(await names(below)).toEqual(['below in', 'below out', 'own']);
  });
});
