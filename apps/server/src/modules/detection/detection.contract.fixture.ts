import { detectionCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const [oid, detectionSample] = [newOid(), newOid()];
    await sql`insert into detection (oid, group_root, group_oid, name, model, model_version, source_id, created_by)
      select ${oid}::uuid, group_root, group_oid, ${name}, 'm', '1', ${oid}, oid
      from member where account = ${account}`.execute(db);
    await sql`insert into detection_sample (oid, group_root, group_oid, detection_oid, class, least, most, created_by,
        created_at)
      select ${detectionSample}::uuid, group_root, group_oid, ${oid}::uuid, ${name}, 0.5, 1, oid, now()
      from member where account = ${account}`.execute(db);
    return { detection: oid, detectionSample };
  },
  ofOrganisation: [],
  shows: { detection: detectionCalls.get, detectionSample: detectionCalls.sampleByOID },
  makes: async (ask) => ({
    detection: (
      await ask(detectionCalls.add, { name: 'Mass', model: 'm', modelVersion: '1', sourceId: 'mass' })
    ).oid,
  }),
};
