import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name, made }) => {
    const oid = newOid();
    await sql`insert into device_document (oid, group_root, device_oid, device_kind, kind, name, remark, content_type,
        size, object_key, created_by, created_at)
      select ${oid}::uuid, group_root, ${made.dock}::uuid, 'dock', 'policy', ${name}, ${name}, 'application/pdf', 1,
        ${oid}, oid, now() from member where account = ${account}`.execute(db);
    return { deviceDocument: oid };
  },
  ofOrganisation: [],
  shows: {},
};
