import { dockCalls, mapShareCalls } from '../../packages/domain/src/index.ts';
import { first, type RoomFixture } from '../support/room-fixture.ts';

const week = 7 * 86_400_000;

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/MapShare',
      title: 'permission./MapShare',
      action: { button: 'mapShare.add', brings: 'field.password' },
    },
  ],
  fill: async ({ call }) => {
    const { oid } = first((await call(dockCalls.query, {})).list);
    const expiresAt = Date.now() + week;
    await call(mapShareCalls.add, { name: '巡检 one واحد', dockOIDs: [oid], expiresAt });
  },
  storeScript: async ({ call }, { short }) => {
    const { oid } = first((await call(dockCalls.query, {})).list);
    await call(mapShareCalls.add, { name: short, dockOIDs: [oid], expiresAt: Date.now() + week });
    return '/MapShare';
  },
};
