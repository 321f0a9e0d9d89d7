import { layerCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const oid = newOid();
    await sql`insert into layer (oid, group_root, group_oid, name, type, source, position, address, created_by)
      select ${oid}::uuid, group_root, group_oid, ${name}, 1, 'xyz', 1,
        'https://tiles.example.org/{z}/{x}/{y}.png', oid
      from member where account = ${account}`.execute(db);
    return { layer: oid };
  },
  ofOrganisation: [],
  shows: { layer: layerCalls.get },
  makes: async (ask) => {
    const address = 'https://tiles.example.org/{z}/{x}/{y}.png';
    return { layer: (await ask(layerCalls.add, { name: 'Mass', source: 'xyz', address })).oid };
  },
};
