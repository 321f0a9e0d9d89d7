import { mapShareCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/MapShare',
      title: 'permission./MapShare',
      action: { button: 'mapShare.add', brings: 'mapShare.remark' },
    },
  ],
  fill: async ({ call }) => {
    await call(mapShareCalls.add, { name: '巡检 one واحد', remark: '' });
  },
  storeScript: async ({ call }, { short, long }) => {
    await call(mapShareCalls.add, { name: short, remark: long });
    return '/MapShare';
  },
};
