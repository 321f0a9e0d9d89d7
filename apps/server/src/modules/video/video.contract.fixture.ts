import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, made }) => {
    const oid = newOid();
    // One that runs would be looked after by the servers of the tests.
    await sql`insert into video_recording (oid, group_root, group_oid, dock_oid, video_id, stream, state, started_by, created_at)
      select ${oid}::uuid, group_root, group_oid, ${made.dock}::uuid, 'AIR1/81-0-0/normal-0', ${oid}, 'done', oid, now()
      from member where account = ${account}`.execute(db);
    return { recording: oid };
  },
  ofOrganisation: [],
  shows: {},
};
