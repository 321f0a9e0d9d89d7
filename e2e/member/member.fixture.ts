import { memberCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/OrganizationStructure',
      title: 'permission./OrganizationStructure',
      action: { button: 'member.add', brings: 'member.addTitle' },
    },
    {
      address: '/OrganizationStructure',
      title: 'permission./OrganizationStructure',
      action: { button: 'member.invite', brings: 'member.inviteTitle' },
    },
    {
      address: '/OrganizationStructure',
      title: 'permission./OrganizationStructure',
      action: { button: 'member.import', brings: 'member.import.title' },
    },
    { address: '/personalInfo', title: 'permission./personalInfo', tab: 'person.facts' },
  ],
  fill: async ({ call }) => {
    await call(memberCalls.displaySet, { zone: 'utc', units: 'metric', digits: 'latin' });
  },
  storeScript: async ({ call, session: { groupOID } }, { short }) => {
    await call(memberCalls.save, { groupOID, account: 'scripted', name: short });
    return '/OrganizationStructure';
  },
};
