import { maintenanceProgrammeCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/MaintenanceProgramme',
      title: 'permission./MaintenanceProgramme',
      action: { button: 'maintenanceProgramme.add', brings: 'field.remark' },
    },
  ],
  fill: async ({ call }) => {
    await call(maintenanceProgrammeCalls.add, {
      name: '巡检 one واحد',
      kind: 'drone',
      days: 365,
      flights: 100,
    });
  },
  storeScript: async ({ call }, { short, long }) => {
    await call(maintenanceProgrammeCalls.add, { name: short, kind: 'battery', cycles: 200, remark: long });
    return '/MaintenanceProgramme';
  },
};
