import { regionCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const oid = newOid();
    await sql`insert into region (oid, group_root, group_oid, name, geometry, color, on_ground, label, remark, created_by)
      select ${oid}::uuid, group_root, group_oid, ${name}, '{"type":"Point","coordinates":[1,2]}', '#2D8CF0', true,
        ${name}, ${name}, oid
      from member where account = ${account}`.execute(db);
    return { region: oid };
  },
  ofOrganisation: [],
  shows: { region: regionCalls.get },
  makes: async (ask) => ({
    region: (await ask(regionCalls.add, { name: 'Mass', geometry: { type: 'Point', coordinates: [1, 2] } }))
      .oid,
  }),
};
