import { departmentCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [],
  storeScript: async ({ call, session: { groupOID } }, { short }) => {
    await call(departmentCalls.save, { parentOID: groupOID, name: short });
    return '/OrganizationStructure';
  },
};
