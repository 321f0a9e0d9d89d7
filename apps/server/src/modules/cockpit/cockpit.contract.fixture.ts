import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';
import { hashToken } from '../session/index.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const [oid, shown] = [newOid(), newOid()];
    // An account of its own: whoever revokes a display closes it.
    await sql`insert into member (oid, group_root, group_oid, account, name, password_hash, service, display_pages)
      select ${shown}::uuid, group_root, group_oid, ${`display-${oid}`}, ${name}, '!', true, '{/CockpitLarge}'
      from member where account = ${account}`.execute(db);
    await sql`insert into display (oid, key_hash, address, begun_at, expires_at, group_root, group_oid, member_oid, name,
        page, paired_by, paired_at)
      select ${oid}::uuid, ${hashToken(oid)}, '::1', now(), now(), group_root, group_oid, ${shown}::uuid, ${name},
        '/CockpitLarge',
        oid, now()
      from member where account = ${account}`.execute(db);
    return { display: oid };
  },
  ofOrganisation: [],
  shows: {},
};
