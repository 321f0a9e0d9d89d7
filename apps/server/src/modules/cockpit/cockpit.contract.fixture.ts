import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';
import { hashToken } from '../session/index.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const oid = newOid();
    await sql`insert into display (oid, key_hash, address, begun_at, expires_at, group_root, group_oid, member_oid, name,
        page, paired_by, paired_at)
      select ${oid}::uuid, ${hashToken(oid)}, '::1', now(), now(), group_root, group_oid, oid, ${name}, '/CockpitLarge',
        oid, now()
      from member where account = ${account}`.execute(db);
    return { display: oid };
  },
  ofOrganisation: [],
  shows: {},
};
