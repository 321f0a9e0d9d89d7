import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const deskNote = newOid();
    await sql`insert into desk_note (oid, group_root, group_oid, note, created_by, created_at)
      select ${deskNote}::uuid, group_root, group_oid, ${name}, oid, now() from member
      where account = ${account}`.execute(db);
    return { deskNote };
  },
  ofOrganisation: [],
  shows: {},
};
