import { mapShareCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { createSeal } from '../../platform/seal.ts';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';
import { hashToken } from '../session/index.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name, made }) => {
    const oid = newOid();
    await sql`insert into map_share
      (oid, group_root, group_oid, name, dock_oids, expires_at, token_hash, token, created_by)
      select ${oid}::uuid, group_root, group_oid, ${name}, ${[made.dock]}::uuid[], '2099-01-01',
        ${hashToken(oid)}, ${await createSeal(db).close(oid)}, oid
      from member where account = ${account}`.execute(db);
    return { mapShare: oid };
  },
  ofOrganisation: [],
  shows: { mapShare: mapShareCalls.get },
};
