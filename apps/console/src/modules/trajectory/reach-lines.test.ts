import { distance } from '@eyrie/geometry';
import { expect, it } from 'vitest';
import { reachLines } from './reach-lines.ts';

const reach = {
  oid: '0199c0de-0000-7000-8000-000000000001',
  kind: 'reach' as const,
  name: '北楼顶',
  groupOID: '0199c0de-0000-7000-8000-000000000002',
  geometry: null,
  centre: { lng: 113.9, lat: 22.5 },
  radius: 2_000,
};

it('is a closed circle at the distance that the aircraft keeps to', () => {
  const [line] = reachLines([reach]);
  if (!line) throw new Error('no circle');
  expect(line).toMatchObject({ id: reach.oid, dashed: true });
  expect(line.path.at(-1)).toEqual(line.path[0]);
  for (const place of line.path) {
    const away = distance(reach.centre, place);
    expect(away).toBeGreaterThan(1_980);
    expect(away).toBeLessThan(2_020);
  }
});

it.each([
  ['a region, which its own room draws', { ...reach, kind: 'region' as const }],
  ['a dock without a place', { ...reach, centre: null }],
  ['a limit that is not known', { ...reach, radius: null }],
  ['a limit of nothing', { ...reach, radius: 0 }],
])('is none of %s', (_what, area) => {
  expect(reachLines([area])).toEqual([]);
});
