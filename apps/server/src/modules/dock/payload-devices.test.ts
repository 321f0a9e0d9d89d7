import { expect, it } from 'vitest';
import type { SearchlightState } from '@eyrie/domain';
import { withFloatingText, withoutSearchlight, withSearchlight } from './payload-devices.ts';

const light = (part: Partial<SearchlightState>): SearchlightState => ({
  psdkIndex: 5,
  mode: null,
  brightness: null,
  calibration: null,
  progress: null,
  left: null,
  right: null,
  wideField: null,
  followsGimbal: null,
  at: 1,
  ...part,
});

it('a searchlight keeps what it does not say anew, and the time is that of its newest word', () => {
  const first = withSearchlight([], light({ mode: 1, brightness: 60 }));
  const second = withSearchlight(first, light({ mode: 0, at: 2 }));
  expect(second).toEqual([light({ mode: 0, brightness: 60, at: 2 })]);
  const both = withSearchlight(second, light({ psdkIndex: 3, mode: 4 }));
  expect(both.map(({ psdkIndex, mode }) => [psdkIndex, mode])).toEqual([
    [3, 4],
    [5, 0],
  ]);
});

it('a window has its newest text, each payload device its own, and none once it is emptied', () => {
  const one = withFloatingText([], { psdkIndex: 1, text: 'CH4 3 ppm', at: 1 });
  const two = withFloatingText(one, { psdkIndex: 0, text: 'on air', at: 2 });
  const newer = withFloatingText(two, { psdkIndex: 1, text: 'CH4 9 ppm', at: 3 });
  expect(newer).toEqual([
    { psdkIndex: 0, text: 'on air', at: 2 },
    { psdkIndex: 1, text: 'CH4 9 ppm', at: 3 },
  ]);
  expect(withFloatingText(newer, { psdkIndex: 0, text: ' ', at: 4 })).toHaveLength(1);
});

it('is no searchlight any more what another device has the number of', () => {
  const both = withSearchlight(withSearchlight([], light({})), light({ psdkIndex: 3 }));
  expect(withoutSearchlight(both, 5).map(({ psdkIndex }) => psdkIndex)).toEqual([3]);
  expect(withoutSearchlight(both, 4)).toEqual(both);
});
