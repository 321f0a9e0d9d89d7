import { organisationCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    { address: '/operation?tab=sign-in', title: 'permission./operation', tab: 'organisation.signIn' },
  ],
  fill: async ({ call }) => {
    await call(organisationCalls.edit, { passwordDays: null, idleMinutes: 60, nameChineseOnly: false });
    await call(organisationCalls.keyAdd, { name: 'portal' });
  },
  storeScript: async ({ call }, { short }) => {
    await call(organisationCalls.keyAdd, { name: short });
    return '/operation?tab=sign-in';
  },
};
