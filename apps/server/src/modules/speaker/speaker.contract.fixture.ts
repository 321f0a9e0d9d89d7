import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const oid = newOid();
    await sql`insert into speaker_sound (oid, group_root, kind, name, spoken, md5, created_by, created_at)
      select ${oid}::uuid, group_root, 'speech', ${name}, ${name}, 'd41d8cd98f00b204e9800998ecf8427e', oid, now()
      from member where account = ${account}`.execute(db);
    return { speaker: oid };
  },
  ofOrganisation: ['speaker'],
  shows: {},
};
