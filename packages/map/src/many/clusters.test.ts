import { expect, test } from 'vitest';
import type { Thing } from '../contract.ts';
import { bundled, clusterThings, fewAlone, fewFrom } from './clusters.ts';

const thing = (id: string, lng: number, lat: number, look: Thing['look'] = 'live'): Thing => ({
  id,
  lng,
  lat,
  look,
});

test('things that would lie on each other are one, by the worst of them', () => {
  const near = [
    thing('a', 113.9, 22.5),
    thing('b', 113.901, 22.5, 'alarm'),
    thing('c', 113.902, 22.5, 'offline'),
  ];
  const { singles, clusters } = clusterThings([...near, thing('far', 100, 40)], 5);
  expect(singles.map(({ id }) => id)).toEqual(['far']);
  expect(clusters).toHaveLength(1);
  expect(clusters[0]).toMatchObject({ count: 3, look: 'alarm' });
  // Zoom 5 has 256 squares around the Earth: the middle is told to a quarter of one.
  expect(Math.abs((clusters[0]?.lng ?? 0) - 113.901)).toBeLessThan(360 / 256 / 8);
});

test('nobody is lost, and near enough everybody stands alone', () => {
  const things = Array.from({ length: 2000 }, (_, at) =>
    thing(String(at), 113 + (at % 50) / 100, 22 + at / 5000),
  );
  for (const zoom of [0, 4.7, 9, 12]) {
    const { singles, clusters } = clusterThings(things, zoom);
    expect(singles.length + clusters.reduce((sum, { count }) => sum + count, 0)).toBe(2000);
  }
  expect(clusterThings(things, 15).singles).toHaveLength(2000);
});

test('a bundle keeps its name while the zoom is the same whole one', () => {
  const pair = [thing('a', 10, 10), thing('b', 10.0001, 10)];
  const ids = [6, 6.9].map((zoom) => clusterThings(pair, zoom).clusters[0]?.id);
  expect(ids[0]).toBe(ids[1]);
});

test('a bundle counts those as bad as the worst, by state or sign, and knows where its members are', () => {
  const members: Thing[] = [
    thing('a', 113.9, 22.5),
    { ...thing('b', 113.901, 22.502), sign: 'alarm' },
    thing('c', 113.902, 22.501, 'alarm'),
    { ...thing('d', 113.9, 22.5, 'working'), sign: 'attention' },
  ];
  const [bundle] = clusterThings(members, 5).clusters;
  expect(bundle).toMatchObject({
    count: 4,
    look: 'alarm',
    worst: 2,
    bounds: { west: 113.9, south: 22.5, east: 113.902, north: 22.502 },
  });
  const [milder] = clusterThings(
    [members[0], members[3]].flatMap((one) => one ?? []),
    5,
  ).clusters;
  expect(milder).toMatchObject({ look: 'attention', worst: 1 });
});

const docks = (count: number): Thing[] =>
  Array.from({ length: count }, (_, at) => ({ ...thing(`d${at}`, 114.7 + at / 1_000, 41.1), plate: true }));
const counts = (things: readonly Thing[], zoom: number): number[] =>
  bundled(things, zoom).clusters.map(({ count }) => count);

test('a few dozen that stand are bundled in an overview, and stand alone nearer', () => {
  const some = docks(fewFrom + 1);
  expect(counts(some, fewAlone - 3).reduce((sum, count) => sum + count, 0)).toBe(fewFrom + 1);
  expect(counts(some, fewAlone)).toEqual([]);
  expect(bundled(some, fewAlone).singles).toBe(some);
});

test('a handful always stand alone', () => {
  expect(counts(docks(fewFrom), 3)).toEqual([]);
});

test('what moves and what has a number stays itself among a few dozen', () => {
  const flying = { ...thing('a', 114.7, 41.1, 'working'), plate: false };
  const waypoints = docks(40).map((one, at): Thing => ({ ...one, id: `w${at}`, badge: String(at) }));
  const { singles, clusters } = bundled([...docks(fewFrom + 1), flying, ...waypoints], 3);
  expect(clusters.map(({ count }) => count)).toEqual([fewFrom + 1]);
  expect(singles).toHaveLength(41);
  expect(counts([...docks(2), ...waypoints], 3)).toEqual([]);
});
