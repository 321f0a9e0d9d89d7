import { inspectionReportCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/InspectionMonth',
      title: 'permission./InspectionMonth',
      action: { button: 'inspectionReport.add', brings: 'inspectionReport.monthHint' },
    },
  ],
  fill: async ({ call }) => {
    await call(inspectionReportCalls.add, { name: '月报 one تقرير', month: '2024-01' });
  },
  storeScript: async ({ call }, { short }) => {
    await call(inspectionReportCalls.add, { name: short, month: '2024-02' });
    return '/InspectionMonth';
  },
};
