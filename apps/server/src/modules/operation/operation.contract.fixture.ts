import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

/** What is said to the whole organisation. */
export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const notice = newOid();
    const texts = JSON.stringify({ zh: name, en: '', ar: '' });
    await sql`insert into notice (oid, kind, group_root, level, texts, from_at, until_at, created_by, told_at)
      select ${notice}::uuid, 'announcement', group_root, 'info', ${texts}::jsonb, now(), now() + interval '1 day', oid,
        now()
      from member where account = ${account}`.execute(db);
    return { notice };
  },
  ofOrganisation: ['notice'],
  shows: {},
};
