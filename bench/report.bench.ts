import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectionReportCalls as calls, type ReportFile, type ReportRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import sharp from 'sharp';
import {
  createReportJobs,
  inspectionReportEndpoints,
  renderNext,
} from '../apps/server/src/modules/inspection-report/index.ts';
import { createDiskObjects, type Objects } from '../apps/server/src/platform/objects/index.ts';
import { createTestRooms, type TestRooms } from '../apps/server/src/testing/rooms.ts';
import { timed, type BenchRow, type Measure } from './row.ts';

const pictures = 300;
const findings = 10_000;
/** Of a photo of today's aircraft. */
const [width, height] = [4_000, 3_000];
const account = 'gamma-administrator';
const [timeMost, memoryMost] = [60_000, 500];

/** A month with photos that are as hard to pack as those of a camera. */
const fill = async ({ db, runtime }: TestRooms, objects: Objects): Promise<void> => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 };
  const photo = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
  const run = runtime.newOid();
  await sql`insert into detection (oid, group_root, group_oid, name, model, model_version, source_id, created_by)
    select ${run}::uuid, group_root, group_oid, 'run', 'm', '1', 'bench', oid from member where account = ${account}`.execute(
    db,
  );
  const { rows } = await sql<{ oid: string }>`insert into media
      (oid, group_root, group_oid, object_key, name, kind, size, shot_at, lng, lat)
    select gen_random_uuid(), group_root, group_oid, 'bench/' || n, 'DJI_' || n || '.jpg', 'photo', ${photo.length}::int,
      '2025-09-15'::timestamptz + n * interval '1 minute', 120.1, 30.2
    from member, generate_series(1, ${pictures}::int) n where account = ${account} returning oid`.execute(db);
  for (let at = 1; at <= pictures; at += 1) await objects.put(`bench/${at}`, photo);
  await sql`insert into detection_outcome (oid, group_root, group_oid, detection_oid, media_oid, model, model_version,
      source_id, x, y, width, height, picture_width, picture_height, class, verdict, created_at)
    select gen_random_uuid(), group_root, group_oid, ${run}::uuid, (${rows.map(({ oid }) => oid)}::uuid[])[1 + n % ${pictures}::int],
      'm', '1', n::text, n % 3000, n % 2000, 400, 300, ${width}::int, ${height}::int, 'class ' || n % 12, 'confirmed',
      '2025-09-15'::timestamptz
    from member, generate_series(1, ${findings}::int) n where account = ${account}`.execute(db);
};

/** A month with 10,000 findings and 300 photos, from the press of the button to the stored PDF; more memory fails the file. */
export const measure: Measure = async () => {
  const rooms = await createTestRooms();
  const dataDir = await mkdtemp(join(tmpdir(), 'eyrie-bench-report-'));
  const jobs = createReportJobs();
  try {
    await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
    const { runtime, audit, department, clock } = rooms;
    const objects = await createDiskObjects({ dataDir, clock, publicUrl: () => '' });
    await fill(rooms, objects);
    const extra = inspectionReportEndpoints({
      runtime,
      audit,
      department,
      objects,
      // Its flights have no routes.
      coverage: async () => ({ promised: 0, seen: 0, routes: [], rest: 0 }),
      timeZoneOf: async () => 'Asia/Shanghai',
      letterheadOf: async () => ({ name: 'gamma', accent: '#0b5cad', logo: null }),
    });
    const options = { token: await rooms.tokenOf(account), extra };
    const report = (await rooms.call(calls.add, { name: 'bench', month: '2025-09' }, options))
      .data as ReportRecord;
    const { oid } = report;
    let file: ReportFile | undefined;
    const took = await timed(async () => {
      await rooms.call(calls.generate, { oid, format: 'pdf', language: 'zh-CN' }, options);
      while (await renderNext({ runtime, objects, dataDir, jobs }));
      const { data } = await rooms.call(calls.step6, { oid }, options);
      [file] = (data as { files: ReportFile[] }).files;
    });
    const made = file?.state === 'done';
    const row: BenchRow = {
      row: `a month of ${findings.toLocaleString('en')} findings and ${pictures} photos of ${width} × ${height} as PDF (${file?.state}, ${Math.round((file?.size ?? 0) / 1_048_576)} MB)`,
      ours: `${(took / 1_000).toFixed(1)} s`,
      peer: '–',
      ratio: null,
      reach: `≤ ${timeMost / 1_000} s, its process below ${memoryMost} MB or the file fails`,
      pass: made && took <= timeMost,
    };
    return [row];
  } finally {
    await jobs.stop();
    await rooms.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};
