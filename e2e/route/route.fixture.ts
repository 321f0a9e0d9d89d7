import { routeCalls } from '../../packages/domain/src/index.ts';
import { buildKmz } from '../../packages/testing/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [],
  fill: async ({ call }) => {
    const file = new File([Uint8Array.from(buildKmz({}))], 'route.kmz');
    const { oid } = await call(routeCalls.uploadKmz, { name: 'مسار', file });
    if (!oid) throw new Error('the route was not stored');
  },
};
