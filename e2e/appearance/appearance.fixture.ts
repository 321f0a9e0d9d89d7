import { appearanceCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [{ address: '/customized', title: 'permission./customized' }],
  fill: async ({ call }) => {
    await call(appearanceCalls.edit, { pcName: '语言', menuColor: null, levelMIN: 3, levelMAX: 18 });
  },
};
