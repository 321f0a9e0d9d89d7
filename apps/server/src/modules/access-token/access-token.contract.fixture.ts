import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';
import { hashToken } from '../session/index.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const oid = newOid();
    await sql`insert into access_token (oid, group_root, group_oid, member_oid, created_by, kind, name, token_hash, hint,
        access, calls, permissions, per_minute, expires_at)
      select ${oid}::uuid, group_root, group_oid, oid, oid, 'personal', ${name}, ${hashToken(oid)}, 'eyrie_', 'read', '{}',
        '{/personalInfo}', 60, '2099-01-01'
      from member where account = ${account}`.execute(db);
    return { accessToken: oid };
  },
  ofOrganisation: [],
  shows: {},
};
