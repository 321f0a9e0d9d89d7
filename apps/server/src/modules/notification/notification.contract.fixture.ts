import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const notification = newOid();
    const values = JSON.stringify({ by: name });
    await sql`insert into notification (oid, group_root, member_oid, kind, level, values, at, popup)
      select ${notification}::uuid, group_root, oid, 'rightsChanged', 'attention', ${values}::jsonb, now(), true
      from member where account = ${account}`.execute(db);
    return { notification };
  },
  ofOrganisation: [],
  shows: {},
};
