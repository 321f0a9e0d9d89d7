import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const invitation = newOid();
    await sql`insert into invitation (oid, group_root, group_oid, code_hash, name, phone, role_oids, created_by,
        created_at, expires_at)
      select ${invitation}::uuid, group_root, group_oid, ${Buffer.from(invitation)}, ${name}, '', '{}', oid, now(),
        now() + interval '1 day'
      from member where account = ${account}`.execute(db);
    const memberLicence = newOid();
    await sql`insert into member_licence (oid, group_root, member_oid, kind, number, valid_until, created_by)
      select ${memberLicence}::uuid, group_root, oid, 'other', ${name}, null, oid
      from member where account = ${account}`.execute(db);
    await sql`insert into member_licence_scan (licence_oid, group_root, content_type, size, object_key, created_by,
        created_at)
      select ${memberLicence}::uuid, group_root, 'application/pdf', 1, ${memberLicence}, oid, now()
      from member where account = ${account}`.execute(db);
    return { invitation, memberLicence };
  },
  ofOrganisation: [],
  shows: {},
};
