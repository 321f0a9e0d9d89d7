import { layerCalls, photogrammetryCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name, made }) => {
    const [oid, task] = [newOid(), newOid()];
    await sql`insert into layer (oid, group_root, group_oid, name, type, source, position, address, created_by)
      select ${oid}::uuid, group_root, group_oid, ${name}, 1, 'xyz', 1,
        'https://tiles.example.org/{z}/{x}/{y}.png', oid
      from member where account = ${account}`.execute(db);
    await sql`insert into layer_photogrammetry (oid, group_root, group_oid, flight_oid, asked_by, name, media_oids,
        photo_bytes, engine_uuid, state, log, created_at, updated_at)
      select ${task}::uuid, group_root, group_oid, ${made.flight}::uuid, oid, ${name}, '{}', 0, gen_random_uuid(), 'failed',
        array[${name}], now(), now()
      from member where account = ${account}`.execute(db);
    return { layer: oid, photogrammetry: task };
  },
  ofOrganisation: [],
  shows: { layer: layerCalls.get, photogrammetry: photogrammetryCalls.log },
  makes: async (ask) => {
    const address = 'https://tiles.example.org/{z}/{x}/{y}.png';
    return { layer: (await ask(layerCalls.add, { name: 'Mass', source: 'xyz', address })).oid };
  },
};
