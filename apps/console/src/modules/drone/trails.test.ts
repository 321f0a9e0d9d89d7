import { expect, it } from 'vitest';
import { createTrails, trailLength } from './trails.ts';

const at = (moment: number) => ({ at: moment, lng: moment / 1e6, lat: 0 });

it('keeps the last minutes, in the order of time, joined with what the server had', () => {
  const trails = createTrails();
  trails.record('a', at(20_000));
  trails.record('a', at(22_000));
  trails.record('a', at(22_000));
  trails.join('a', [at(18_000), at(20_000)]);
  expect(trails.lines('a')).toEqual([[at(18_000), at(20_000), at(22_000)]]);
  trails.record('a', at(22_000 + trailLength));
  trails.record('a', at(24_000 + trailLength));
  expect(trails.lines('a')).toEqual([[at(22_000 + trailLength), at(24_000 + trailLength)]]);
});

it('draws no line where nothing is known', () => {
  const trails = createTrails();
  for (const moment of [0, 2_000, 60_000, 62_000]) trails.record('a', at(moment));
  expect(trails.lines('a')).toHaveLength(2);
  expect(trails.lines('b')).toEqual([]);
});
