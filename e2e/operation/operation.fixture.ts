import { noticeCalls, operationCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    { address: '/operation', title: 'permission./operation', tab: 'operation.tab.health' },
    { address: '/operation?tab=work', title: 'permission./operation', tab: 'operation.tab.work' },
    { address: '/operation?tab=backup', title: 'permission./operation', tab: 'operation.tab.backup' },
    { address: '/operation?tab=diagnosis', title: 'permission./operation', tab: 'operation.tab.diagnosis' },
    {
      address: '/operation?tab=organisations',
      title: 'permission./operation',
      tab: 'operation.tab.organisations',
    },
  ],
  fill: async ({ call }) => {
    await call(operationCalls.backupPlanSet, { enabled: false, hour: 3, timeZone: 'Asia/Riyadh', keep: 3 });
    await call(operationCalls.diagnosis, {});
    const now = Date.now();
    const texts = { zh: '今晚演练', en: 'Drill tonight', ar: 'تدريب الليلة' };
    await call(noticeCalls.add, { texts, level: 'attention', from: now, until: now + 86_400_000 });
  },
};
