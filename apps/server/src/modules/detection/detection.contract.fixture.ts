import { detectionCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const oid = newOid();
    await sql`insert into detection (oid, group_root, group_oid, name, model, model_version, source_id, created_by)
      select ${oid}::uuid, group_root, group_oid, ${name}, 'm', '1', ${oid}, oid
      from member where account = ${account}`.execute(db);
    return { detection: oid };
  },
  ofOrganisation: [],
  shows: { detection: detectionCalls.get },
  makes: async (ask) => ({
    detection: (
      await ask(detectionCalls.add, { name: 'Mass', model: 'm', modelVersion: '1', sourceId: 'mass' })
    ).oid,
  }),
};
