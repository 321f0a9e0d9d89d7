import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const oid = newOid();
    await sql`insert into upload (oid, group_root, member_oid, purpose, name, size, hash, created_at, touched_at)
      select ${oid}::uuid, group_root, oid, 'media', ${name}, 7, ${'a'.repeat(64)}, now(), now()
      from member where account = ${account}`.execute(db);
    return { upload: oid };
  },
  ofOrganisation: [],
  shows: {},
};
