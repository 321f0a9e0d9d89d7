import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, made }) => {
    const oid = newOid();
    await sql`insert into dock_log (oid, group_root, dock_oid, command_oid, module, object_key, state, boot_indexes,
        asked_by, created_at, changed_at)
      select ${oid}::uuid, group_root, ${made.dock}::uuid, ${oid}::uuid, 'dock', ${`logs/${oid}`}, 'failed', '{1}',
        oid, now(), now() from member where account = ${account}`.execute(db);
    return { dockLog: oid };
  },
  ofOrganisation: [],
  shows: {},
};
