import { dictionaryCalls } from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/EncodingTable',
      title: 'permission./EncodingTable',
      action: { button: 'dictionary.groupAdd', brings: 'dictionary.groupKey' },
    },
  ],
  fill: async ({ call }) => {
    const names = (one: string) => ({ zh: `${one}（中）`, en: `${one} (en)`, ar: `${one} (ar)` });
    const group = await call(dictionaryCalls.groupAdd, {
      group: 'colour',
      names: names('colour'),
      remark: '',
    });
    const code = await call(dictionaryCalls.add, { group: group.group, code: 'RED', names: names('red') });
    await call(dictionaryCalls.edit, { oid: code.oid, enabled: false, position: 3 });
  },
  storeScript: async ({ call }, { short, long }) => {
    const names = { zh: short, en: short, ar: short };
    const { group } = await call(dictionaryCalls.groupAdd, { group: 'scripts', names, remark: long });
    await call(dictionaryCalls.add, { group, code: 'S', names, remark: long });
    return `/EncodingTable?group=${group}`;
  },
};
