import { taskCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [],
  fill: async ({ call }) => {
    await call(taskCalls.add, { name: '任务', type: 'manual', remark: '' });
  },
  storeScript: async ({ call }, { short, long }) => {
    await call(taskCalls.add, { name: short, type: 'manual', remark: long });
    return '/TaskManagerNew';
  },
};
