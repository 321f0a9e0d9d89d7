import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Readable } from 'node:stream';
import {
  inspectionReportCalls as calls,
  type MissingThing,
  type ReportFile,
  type ReportFormat,
  type ReportRecord,
  type RoutePlan,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { BytesAnswer, Endpoint, Language } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import {
  createCoverage,
  createCoverageJobs,
  createReportJobs,
  inspectionReportEndpoints,
  renderNext,
  type CountCoverage,
} from './index.ts';
import type { Letterhead } from './report-letterhead.ts';

export let rooms: TestRooms;
export let folder: string;
export let objects: Objects;
let extra: Endpoint[];
export const jobs = createReportJobs();
const coverageJobs = createCoverageJobs();
export let coverage: CountCoverage;
export let flights: TestFlights;
/** Whose reports these are; a test may say another. */
export const look: { now: Letterhead } = { now: { name: 'gamma', accent: null, logo: null } };
/** Plans of routes by their oid; null: not to be read. */
export const plans = new Map<string, RoutePlan | null>();
const tokens = new Map<string, string>();
/** The department below the first one of `gamma`. */
export let below = '';
export const chief = 'gamma-administrator';
export const local = 'gamma-operator';
export const stranger = 'omega-administrator';

export async function openReports(): Promise<void> {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-report-'));
  const { runtime, audit, department, clock, db } = rooms;
  objects = await createDiskObjects({ dataDir: folder, clock, publicUrl: () => '' });
  flights = createTestFlights(rooms.runtime);
  coverage = createCoverage({
    runtime,
    jobs: coverageJobs,
    ground: async () => null,
    planFlown: async (oid) => plans.get(oid) ?? null,
  });
  extra = inspectionReportEndpoints({
    coverage,
    runtime,
    audit,
    department,
    objects,
    timeZoneOf: async () => 'Asia/Shanghai',
    letterheadOf: async () => look.now,
  });
  await rooms.seed('gamma', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  const { rows } = await sql<{ groupRoot: string; groupOID: string }>`select group_root as "groupRoot",
    group_oid as "groupOID" from member where account = ${chief}`.execute(db);
  const { groupRoot = '', groupOID = '' } = rows[0] ?? {};
  below = await department.add(db, { groupRoot, parentOID: groupOID, name: '甲' });
  await sql`update member set group_oid = ${below} where account = ${local}`.execute(db);
  for (const right of ['/InspectionMonth', '/InspectionDetails', 'inspection-report:edit'])
    await sql`insert into role_resource (role_oid, resource) select oid, ${right} from role
      where first_key = 'operator' on conflict do nothing`.execute(db);
  for (const account of [chief, local, stranger]) tokens.set(account, await rooms.tokenOf(account));
}
export async function closeReports(): Promise<void> {
  await jobs.stop();
  await coverageJobs.stop();
  await rooms?.close();
  await rm(folder, { recursive: true, force: true });
}
export async function freshReports(): Promise<void> {
  for (const table of ['inspection_report', 'work_order', 'detection', 'media', 'flight'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
}

export const asking =
  (account: string) =>
  async <T = ReportRecord>(declaration: Endpoint['declaration'], request: object): Promise<T> =>
    (await rooms.call(declaration, request, { token: tokens.get(account) ?? '', extra, language: 'en' }))
      .data as T;
export const administrator = asking(chief);

/** Before the month in which the clock of tests stands. */
export const month = '2025-09';
export const shotAt = new Date('2025-09-15T04:00:00Z');
export const draft = (part: object = {}): Promise<ReportRecord> =>
  administrator(calls.add, { name: '九月 <report>', month, ...part });

export const found = async (
  account: string,
  verdict: 'confirmed' | 'falseAlarm' | null,
  part: { reason?: string; at?: Date } = {},
): Promise<string> => {
  const { newOid } = rooms.runtime;
  const [media, run, outcome] = [newOid(), newOid(), newOid()];
  const at = part.at ?? shotAt;
  const { db } = rooms;
  await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size, shot_at)
    select ${media}::uuid, group_root, group_oid, ${media}, 'a.jpg', 'photo', 1, ${at}::timestamptz
    from member where account = ${account}`.execute(db);
  await sql`insert into detection (oid, group_root, group_oid, name, model, model_version, source_id, created_by, created_at)
    select ${run}::uuid, group_root, group_oid, 'run & one', 'm', '1', ${run}, oid, ${at}::timestamptz
    from member where account = ${account}`.execute(db);
  await sql`insert into detection_outcome (oid, group_root, group_oid, detection_oid, media_oid, model, model_version,
      source_id, x, y, width, height, picture_width, picture_height, class, verdict, reason, created_at)
    select ${outcome}::uuid, group_root, group_oid, ${run}::uuid, ${media}::uuid, 'm', '1', ${outcome}, 0, 0, 1, 1, 9, 9,
      'crack', ${verdict}, ${part.reason ?? ''}, ${at}::timestamptz from member where account = ${account}`.execute(
    db,
  );
  return run;
};
export const order = async (account: string, state: string): Promise<string> => {
  const oid = rooms.runtime.newOid();
  await sql`insert into work_order (oid, group_root, group_oid, name, class, state, created_by, created_at)
    select ${oid}::uuid, group_root, group_oid, '修补 one', 'crack', ${state}, oid, ${shotAt}::timestamptz
    from member where account = ${account}`.execute(rooms.db);
  return oid;
};

interface Step6 {
  files: ReportFile[];
  missing: MissingThing[];
  changes: { figure: string; from: number | null; to: number | null }[];
}
export const step6 = (oid: string): Promise<Step6> => administrator<Step6>(calls.step6, { oid });

/** A file that was asked for and made. */
export const made = async (oid: string, format: ReportFormat, language: Language): Promise<ReportFile> => {
  const asked = await administrator<ReportFile>(calls.generate, { oid, format, language });
  expect(asked).toMatchObject({ state: 'queued', format, language, current: true });
  const { runtime } = rooms;
  while (await renderNext({ runtime, objects, dataDir: folder, jobs }));
  const file = (await step6(oid)).files.find((one) => one.oid === asked.oid);
  if (!file) throw new Error('the file is not listed');
  return file;
};
export const bytesOf = async (file: ReportFile): Promise<Buffer> => {
  const answer = await administrator<BytesAnswer>(calls.download, { oid: file.oid });
  return buffer(answer.body as Readable);
};
/** Text of a Word file, as a program that knows nothing of this one finds it. */
export const wordText = async (bytes: Buffer): Promise<string> => {
  const path = join(folder, 'read.docx');
  await writeFile(path, bytes);
  const { stdout } = await promisify(execFile)('unzip', ['-p', path, 'word/document.xml'], {
    maxBuffer: 10_000_000,
  });
  return stdout;
};
