import { workOrderCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/AlarmWorksheet',
      title: 'permission./AlarmWorksheet',
      action: { button: 'workOrder.add', brings: 'field.remark' },
    },
  ],
  fill: async ({ call }) => {
    await call(workOrderCalls.add, { name: '工单 one أمر', class: '裂缝', remark: '' });
  },
  storeScript: async ({ call }, { short, long }) => {
    await call(workOrderCalls.add, { name: short, class: short, remark: long });
    return '/AlarmWorksheet';
  },
};
