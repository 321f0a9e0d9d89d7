import { regionCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

const square = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [113.9, 22.5],
      [113.92, 22.5],
      [113.92, 22.52],
      [113.9, 22.52],
    ],
  ],
};

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/ZoneManagementPage',
      title: 'region.title',
      action: { button: 'region.import', brings: 'region.kind.note' },
    },
  ],
  fill: async ({ call }) => {
    await call(regionCalls.add, { name: '禁飞区 one منطقة', kind: 'noFly', geometry: square, group: '北区' });
  },
  storeScript: async ({ call }, { short, long }) => {
    await call(regionCalls.add, { name: short, geometry: square, group: short, remark: long });
    return '/ZoneManagementPage';
  },
};
