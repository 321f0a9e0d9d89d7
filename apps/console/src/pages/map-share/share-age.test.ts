import { expect, it } from 'vitest';
import { agedBy } from './share-age.ts';

it('shows what is not answered any more as old as it is', () => {
  const view = {
    viewers: 1,
    docks: [{ id: 0, name: 'Quay', online: true, lng: 1, lat: 2, ageMs: 1_000 }],
    drones: [
      {
        id: 0,
        name: 'K',
        lng: 1,
        lat: 2,
        height: null,
        elevation: null,
        head: null,
        speed: null,
        percent: null,
        ageMs: 500,
      },
    ],
    flight: null,
  };
  expect(agedBy(view, 5_000)).toMatchObject({
    docks: [{ online: true, ageMs: 6_000 }],
    drones: [{ ageMs: 5_500 }],
  });
  expect(agedBy(view, 59_500).docks).toMatchObject([{ online: false, ageMs: 60_500 }]);
});
