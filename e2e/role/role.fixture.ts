import { roleCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/RoleManagement',
      title: 'permission./RoleManagement',
      tab: 'role.tab.roles',
      action: { button: 'role.newGroup', brings: 'role.departmentHint' },
    },
    { address: '/RoleManagement?tab=matrix', title: 'permission./RoleManagement', tab: 'role.tab.matrix' },
  ],
  storeScript: async ({ call }, { short, long }) => {
    const group = await call(roleCalls.save, { name: short, type: 'group', remark: long });
    await call(roleCalls.save, { name: `${short}2`, type: 'menu', parentOID: group.oid, remark: long });
    return '/RoleManagement';
  },
};
