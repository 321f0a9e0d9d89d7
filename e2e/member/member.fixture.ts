import { departmentCalls, invitationCalls, memberCalls, roleCalls } from '../../packages/domain/src/index.ts';
import { first, refused, type RoomFixture } from '../support/room-fixture.ts';

const day = 86_400_000;

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
  lists: [
    {
      path: '/OrganizationStructure',
      clicks: [
        { role: 'button', name: 'member.invite' },
        { role: 'tab', name: 'member.inviteList' },
      ],
    },
  ],
  fill: async ({ call, session: { groupOID, oid: self } }) => {
    const { list } = await call(departmentCalls.query, { keyword: 'الشرق' });
    const roles = (await call(roleCalls.tree, {})).filter(({ type }) => type === 'menu');
    const roleOIDs = [first(roles).oid];
    const name = `${'阿卜杜勒-'.repeat(5)}Wolfeschlegelsteinhausenbergerdorff`.slice(0, 40);
    const person = { groupOID: first(list).oid, account: 'long.name', name, roleOIDs };
    const { oid } = await call(memberCalls.save, { ...person, validUntil: null });
    await call(memberCalls.save, { oid, validUntil: Date.now() + 400 * day, phone: '13912345678' });
    await call(memberCalls.setEnabled, { oids: [oid], enabled: false });
    await call(invitationCalls.add, { groupOID, roleOIDs });
    await refused(call(memberCalls.setEnabled, { oids: [self], enabled: false }));
    await refused(call(memberCalls.save, { ...person, account: '-', validUntil: null, phone: 'none' }));
    await call(memberCalls.displaySet, { zone: 'utc', units: 'metric', digits: 'latin' });
  },
  storeScript: async ({ call, session: { groupOID } }, { short }) => {
    await call(memberCalls.save, { groupOID, account: 'scripted', name: short });
    return '/OrganizationStructure';
  },
};
