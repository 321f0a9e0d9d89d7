import { detectorModelCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

const manifest = JSON.stringify({
  name: 'm',
  version: '1',
  family: 'yolov8',
  input: { width: 64, height: 64, layout: 'nchw', colours: 'rgb', values: 'unit', fit: 'letterbox' },
  classes: [{ name: 'hot', aiType: 'hot' }],
  threshold: 0.5,
  overlap: 0.5,
  firstClass: 0,
});

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const [oid, run] = [newOid(), newOid()];
    await sql`insert into detector_model (oid, group_root, group_oid, name, model_version, manifest, file_name,
        object_key, size, hash, state, created_by, created_at)
      select ${oid}::uuid, group_root, group_oid, ${name}, ${oid}, ${manifest}::jsonb, ${name},
        ${`detector-model/${oid}`}, 1, ${oid}, 'ready', oid, now() from member where account = ${account}`.execute(
      db,
    );
    await sql`insert into detector_model_run (oid, group_root, group_oid, model_oid, state, created_by, created_at)
      select ${run}::uuid, group_root, group_oid, ${oid}::uuid, 'done', oid, now()
      from member where account = ${account}`.execute(db);
    return { detectorModel: oid, detectorModelRun: run };
  },
  ofOrganisation: [],
  shows: { detectorModel: detectorModelCalls.get },
};
