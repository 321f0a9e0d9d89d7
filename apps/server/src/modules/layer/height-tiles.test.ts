import { expect, it } from 'vitest';
import { runsOf } from './height-tiles.ts';

const file = (start: number, length: number) => ({ path: String(start), start, length });

it('reads tiles that lie together in one go, but not what lies far away or too much at once', () => {
  const [one, beside, near] = [file(0, 1_000), file(1_000, 500), file(60_000, 1_000)];
  const far = file(60_000 + 1_000 + 65_537, 10);
  expect(runsOf([far, near, beside, one])).toEqual([[one, beside, near], [far]]);
  const large = [file(0, 5_000_000), file(5_000_000, 4_000_000)];
  expect(runsOf(large)).toEqual(large.map((each) => [each]));
  expect(runsOf([])).toEqual([]);
});
