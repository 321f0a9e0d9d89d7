import { expect, it } from 'vitest';
import { meetingWith } from './same-place.ts';

const layer = (oid: string, west: number, east: number, south = 10, north = 11) => ({
  oid,
  bounds: { west, south, east, north },
});

it('finds the layers that lie over one, also across ±180°', () => {
  const all = [
    layer('self', 10, 11),
    layer('over', 10.5, 12),
    layer('around', 0, 20, 0, 20),
    layer('beside', 11, 12),
    layer('north', 10, 11, 11, 12),
    { oid: 'nowhere', bounds: null },
  ];
  expect(meetingWith(layer('self', 10, 11), all).map(({ oid }) => oid)).toEqual(['over', 'around']);
  const [across, eastern, western] = [
    layer('across', 179, -179),
    layer('eastern', 178, 179.5),
    layer('western', -179.5, -178),
  ];
  expect(meetingWith(across, [eastern, western]).map(({ oid }) => oid)).toEqual(['eastern', 'western']);
  expect(meetingWith(eastern, [western])).toEqual([]);
});
