import { detectionCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

const run = { model: 'cracks', modelVersion: '1' };

export const fixture: RoomFixture = {
  screens: [{ address: '/AIReportShowCheck', title: 'permission./AIReportShowCheck' }],
  fill: async ({ call }) => {
    await call(detectionCalls.add, { ...run, name: '检测 one كشف', sourceId: 'one' });
  },
  storeScript: async ({ call }, { short }) => {
    await call(detectionCalls.add, { name: short, model: short, modelVersion: '1', sourceId: 'script' });
    return '/AIReportShowCheck';
  },
};
