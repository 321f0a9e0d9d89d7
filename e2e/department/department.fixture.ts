import { departmentCalls } from '../../packages/domain/src/index.ts';
import { refused, type RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [],
  fill: async ({ call, session: { groupOID } }) => {
    const east = await call(departmentCalls.save, { parentOID: groupOID, name: '东区' });
    const west = await call(departmentCalls.save, {
      parentOID: groupOID,
      name: 'West',
      type: 'leaderCockpit',
    });
    await call(departmentCalls.save, { oid: east.oid, name: 'الشرق', type: 'userCockpit' });
    await call(departmentCalls.move, { oid: west.oid, parentOID: east.oid });
    await refused(call(departmentCalls.remove, { oid: groupOID }));
  },
  storeScript: async ({ call, session: { groupOID } }, { short }) => {
    await call(departmentCalls.save, { parentOID: groupOID, name: short });
    return '/OrganizationStructure';
  },
};
