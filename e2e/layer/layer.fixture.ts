import { layerCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

const address = 'https://tiles.example.org/{z}/{x}/{y}.png';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/Layer',
      title: 'permission./Layer',
      action: { button: 'layer.add', brings: 'field.address' },
    },
  ],
  fill: async ({ call }) => {
    await call(layerCalls.add, { name: '巡检 one واحد', source: 'xyz', address, visible: false });
  },
  storeScript: async ({ call }, { short, long }) => {
    await call(layerCalls.add, {
      name: short,
      attribution: long.slice(0, 200),
      source: 'xyz',
      address,
      visible: false,
    });
    return '/Layer';
  },
};
