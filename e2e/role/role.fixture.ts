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
  lists: [
    {
      path: '/RoleManagement',
      clicks: [
        { role: 'button', name: 'role.leader' },
        { role: 'tab', name: 'role.members' },
      ],
    },
  ],
  fill: async ({ call }) => {
    const role = await call(roleCalls.save, { name: '值班', type: 'menu', remark: 'night' });
    const resourceOIDs = ['/operation' as const, 'dock:control' as const];
    await call(roleCalls.grant, { roleOID: role.oid, resourceOIDs, before: [] });
    await call(roleCalls.save, { name: 'Group', type: 'group' });
  },
  storeScript: async ({ call }, { short, long }) => {
    const group = await call(roleCalls.save, { name: short, type: 'group', remark: long });
    await call(roleCalls.save, { name: `${short}2`, type: 'menu', parentOID: group.oid, remark: long });
    return '/RoleManagement';
  },
};
