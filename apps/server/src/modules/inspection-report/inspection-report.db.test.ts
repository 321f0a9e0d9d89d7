import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
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
} from '@eyrie/domain';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer, Endpoint, Language } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import {
  createReportJobs,
  inspectionReportEndpoints,
  proofFaultOf,
  publicKeyOf,
  renderNext,
  reportKey,
} from './index.ts';

let rooms: TestRooms;
let folder: string;
let objects: Objects;
let extra: Endpoint[];
const jobs = createReportJobs();
const tokens = new Map<string, string>();
/** The department below the first one of `gamma`. */
let below = '';
const chief = 'gamma-administrator';
const local = 'gamma-operator';
const stranger = 'omega-administrator';

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-report-'));
  const { runtime, audit, department, clock, db } = rooms;
  objects = await createDiskObjects({ dataDir: folder, clock, publicUrl: () => '' });
  extra = inspectionReportEndpoints({
    runtime,
    audit,
    department,
    objects,
    timeZoneOf: async () => 'Asia/Shanghai',
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
});
afterAll(async () => {
  await jobs.stop();
  await rooms?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const table of ['inspection_report', 'work_order', 'detection', 'media'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
});

const asking =
  (account: string) =>
  async <T = ReportRecord>(declaration: Endpoint['declaration'], request: object): Promise<T> =>
    (await rooms.call(declaration, request, { token: tokens.get(account) ?? '', extra, language: 'en' }))
      .data as T;
const administrator = asking(chief);

/** Before the month in which the clock of tests stands. */
const month = '2025-09';
const shotAt = new Date('2025-09-15T04:00:00Z');
const draft = (part: object = {}): Promise<ReportRecord> =>
  administrator(calls.add, { name: '九月 <report>', month, ...part });

const found = async (
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
const order = async (account: string, state: string): Promise<string> => {
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
const step6 = (oid: string): Promise<Step6> => administrator<Step6>(calls.step6, { oid });

/** A file that was asked for and made. */
const made = async (oid: string, format: ReportFormat, language: Language): Promise<ReportFile> => {
  const asked = await administrator<ReportFile>(calls.generate, { oid, format, language });
  expect(asked).toMatchObject({ state: 'queued', format, language, current: true });
  const { runtime } = rooms;
  while (await renderNext({ runtime, objects, dataDir: folder, jobs }));
  const file = (await step6(oid)).files.find((one) => one.oid === asked.oid);
  if (!file) throw new Error('the file is not listed');
  return file;
};
const bytesOf = async (file: ReportFile): Promise<Buffer> => {
  const answer = await administrator<BytesAnswer>(calls.download, { oid: file.oid });
  return buffer(answer.body as Readable);
};
/** Text of a Word file, as a program that knows nothing of this one finds it. */
const wordText = async (bytes: Buffer): Promise<string> => {
  const path = join(folder, 'read.docx');
  await writeFile(path, bytes);
  const { stdout } = await promisify(execFile)('unzip', ['-p', path, 'word/document.xml'], {
    maxBuffer: 10_000_000,
  });
  return stdout;
};

describe('a monthly report', () => {
  it('is one of a department and month, however many add it at once', async () => {
    const asked = await Promise.all([1, 2, 3].map(() => reasonOf(draft())));
    expect(asked.toSorted()).toEqual(['done', 'reportExists', 'reportExists']);
    expect(await reasonOf(draft({ groupOID: below }))).toBe('done');
    expect(await reasonOf(draft({ month: '2025-08' }))).toBe('done');
    expect(await reasonOf(draft({ month: '2025-13' }))).toBe('invalid');
  });

  it('is seen from its department and above, and by nobody of another organisation', async () => {
    const top = await draft();
    const own = await asking(local)(calls.add, { name: 'own', month });
    const seen = async (account: string): Promise<string[]> =>
      (await asking(account)<{ list: ReportRecord[] }>(calls.query, {})).list.map(({ oid }) => oid);
    expect(new Set(await seen(chief))).toEqual(new Set([top.oid, own.oid]));
    expect(await seen(local)).toEqual([own.oid]);
    expect(await seen(stranger)).toEqual([]);
    const request = { oid: top.oid, step: 1, text: 'x', format: 'html', language: 'en' };
    for (const account of [local, stranger])
      for (const one of [calls.get, calls.step1, calls.step6, calls.addStep, calls.generate])
        expect(await reasonOf(asking(account)(one, request))).toBe('notFound');
    expect(await reasonOf(asking(local)(calls.approve, { oid: own.oid, version: 0 }))).toBe('notAllowed');
    const file = await made(top.oid, 'html', 'en');
    for (const account of [local, stranger])
      expect(await reasonOf(asking(account)(calls.download, { oid: file.oid }))).toBe('notFound');
  });

  it('counts its own department and those below, in the month of the organisation', async () => {
    const top = await draft();
    const own = await asking(local)(calls.add, { name: 'own', month });
    await found(chief, 'confirmed');
    await found(local, 'falseAlarm', { reason: 'shadow' });
    // The first moment of October in Shanghai is still September in Greenwich.
    await found(chief, 'confirmed', { at: new Date('2025-09-30T16:00:00Z') });
    await found(stranger, 'confirmed');
    await order(local, 'done');
    const total = async (oid: string): Promise<unknown> =>
      (await administrator<{ findings: { total: unknown } }>(calls.step3, { oid })).findings.total;
    expect(await total(top.oid)).toEqual({ confirmed: 1, falseAlarm: 1, unaudited: 0 });
    expect(await total(own.oid)).toEqual({ confirmed: 0, falseAlarm: 1, unaudited: 0 });
    expect(await administrator(calls.step4, { oid: top.oid })).toMatchObject({
      falseAlarms: { total: 1, reasons: [{ class: 'crack', reason: 'shadow', count: 1 }] },
    });
    expect(await administrator(calls.step5, { oid: top.oid })).toMatchObject({
      orders: { total: { total: 1, done: 1, ignored: 0, open: 0 }, previous: { total: 0 } },
    });
  });

  it('keeps the text of who wrote first, and refuses marks that turn text around', async () => {
    const { oid, version = 0 } = await draft();
    const kept = await administrator(calls.addStep, { oid, step: 2, text: 'first', version });
    expect(kept).toMatchObject({ flights: 'first', step: 2, version: version + 1 });
    const late = { oid, step: 2, text: 'second', version };
    expect(await reasonOf(administrator(calls.addStep, late))).toBe('conflict');
    expect(await administrator(calls.get, { oid })).toMatchObject({ flights: 'first' });
    for (const text of ['\u202Eevil', 'x'.repeat(100_000)])
      expect(await reasonOf(administrator(calls.addStep, { oid, step: 1, text }))).toBe('invalid');
  });

  it('is not made while something is unhandled, and names it', async () => {
    const { oid } = await draft();
    const run = await found(chief, null);
    const open = await order(chief, 'unassigned');
    const refusal = await refusalOf(administrator(calls.generate, { oid, format: 'html', language: 'en' }));
    expect(refusal?.reason).toBe('reportUnhandled');
    expect(refusal?.details.data).toMatchObject({
      missing: [
        { kind: 'unaudited', count: 1, first: [{ oid: run }] },
        { kind: 'unhandled', count: 1, first: [{ oid: open }] },
      ],
    });
    expect((await step6(oid)).missing.filter(({ blocks }) => blocks)).toHaveLength(2);
    await sql`update work_order set state = 'ignored'`.execute(rooms.db);
    await sql`update detection_outcome set verdict = 'confirmed'`.execute(rooms.db);
    expect((await made(oid, 'html', 'en')).state).toBe('done');
  });

  it('cannot be changed once it is approved, and is approved only as a file says it', async () => {
    const { oid, version = 0 } = await draft();
    expect(await reasonOf(administrator(calls.approve, { oid, version }))).toBe('reportNotRendered');
    await made(oid, 'html', 'en');
    const written = await administrator(calls.addStep, { oid, step: 1, text: 'later', version });
    expect((await step6(oid)).files[0]).toMatchObject({ current: false });
    const now = { oid, version: written.version };
    expect(await reasonOf(administrator(calls.approve, now))).toBe('reportNotRendered');
    await made(oid, 'html', 'en');
    expect(await reasonOf(administrator(calls.approve, { oid, version }))).toBe('conflict');
    // One that is asked for again counts anew: until it is made, nobody has read what would be approved.
    await administrator(calls.generate, { oid, format: 'docx', language: 'en' });
    expect(await reasonOf(administrator(calls.approve, now))).toBe('reportNotRendered');
    await made(oid, 'html', 'en');
    const both = await Promise.all([1, 2].map(() => reasonOf(administrator(calls.approve, now))));
    expect(both.toSorted()).toEqual(['done', 'reportLocked']);
    for (const [one, part] of [
      [calls.addStep, { step: 1, text: 'after' }],
      [calls.edit, { name: 'after' }],
      [calls.remove, { oids: [oid] }],
    ] as const)
      expect(await reasonOf(administrator(one, { oid, ...part }))).toBe('reportLocked');
    // What happens afterwards is no part of what was approved.
    await found(chief, 'confirmed');
    expect(await administrator(calls.step3, { oid })).toMatchObject({
      findings: { total: { confirmed: 0 } },
    });
    const file = await made(oid, 'html', 'en');
    expect((await bytesOf(file)).toString()).toContain('gamma administrator');
  });

  it('says that its month is empty, and what is another figure than in the last file', async () => {
    const { oid } = await draft();
    expect(await administrator(calls.step1, { oid })).toMatchObject({ empty: true });
    const html = (await bytesOf(await made(oid, 'html', 'en'))).toString();
    expect(html).toContain('There were no flights, findings or work orders in this month.');
    await found(chief, 'confirmed');
    expect(await administrator(calls.step1, { oid })).toMatchObject({ empty: false });
    expect((await step6(oid)).changes).toEqual([{ figure: 'findings.confirmed', from: 0, to: 1 }]);
  });
});

describe('a file of a monthly report', () => {
  const headings: Readonly<Record<Language, string>> = {
    'zh-CN': '误报',
    en: 'False alarms',
    ar: 'الإنذارات الكاذبة',
  };
  it.each(['zh-CN', 'en', 'ar'] as const)('is what its hash says, and reads in %s', async (language) => {
    const { oid } = await draft();
    await found(chief, 'falseAlarm');
    await order(chief, 'done');
    await administrator(calls.addStep, { oid, step: 6, text: 'Schluss <script>x</script> نهاية 结论' });
    const file = await made(oid, 'docx', language);
    expect(file).toMatchObject({ state: 'done', progress: 100, reason: null });
    const bytes = await bytesOf(file);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    expect(bytes.length).toBe(file.size);
    const xml = await wordText(bytes);
    const texts = [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, words]) => words);
    expect(texts).toContain('九月 &lt;report&gt;');
    expect(texts).toContain('run &amp; one');
    expect(texts).toContain('Schluss &lt;script&gt;x&lt;/script&gt; نهاية 结论');
    expect(texts).toContain(headings[language]);
    expect(xml.includes('<w:bidi/>')).toBe(language === 'ar');
    const pdf = await made(oid, 'pdf', language);
    expect(pdf).toMatchObject({ state: 'done', reason: null });
    const pdfBytes = await bytesOf(pdf);
    expect(createHash('sha256').update(pdfBytes).digest('hex')).toBe(pdf.sha256);
    expect(pdfBytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { body: proof } = await administrator<BytesAnswer>(calls.proof, { oid: pdf.oid });
    const marks = { size: pdf.size ?? 0, sha256: pdf.sha256 ?? '' };
    const own = publicKeyOf(await reportKey(rooms.db));
    expect(proofFaultOf(Buffer.from(proof as Uint8Array).toString(), marks, own)).toMatchObject({
      fault: null,
      manifest: { reportOID: oid, state: 'draft', format: 'pdf', language },
    });
    const html = (await bytesOf(await made(oid, 'html', language))).toString();
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(html).not.toContain('<script');
  });

  it('shows photos with what was found on them, and names those that are gone', async () => {
    const { oid } = await draft();
    await found(chief, 'confirmed');
    await found(chief, 'confirmed');
    const { rows } = await sql<{
      oid: string;
    }>`update media set name = oid || '.jpg', lng = 120.5, lat = 30.25
      returning oid`.execute(rooms.db);
    const [there = { oid: '' }, gone = { oid: '' }] = rows;
    const create = { width: 90, height: 60, channels: 3 as const, background: '#336699' };
    for (const one of rows) await objects.put(one.oid, await sharp({ create }).jpeg().toBuffer());
    // Deleted after the file was asked for, before it is made.
    await administrator<ReportFile>(calls.generate, { oid, format: 'html', language: 'en' });
    await sql`update media set deleted_at = now() where oid = ${gone.oid}::uuid`.execute(rooms.db);
    const { runtime } = rooms;
    while (await renderNext({ runtime, objects, dataDir: folder, jobs }));
    const [file] = (await step6(oid)).files;
    if (!file) throw new Error('the file is not listed');
    const html = (await bytesOf(file)).toString();
    expect(html.match(/<img /g)).toHaveLength(1);
    expect(html).toContain('alt="crack (Confirmed). Place: 30.25000, 120.50000"');
    expect(html).toContain(`The picture “${gone.oid}.jpg” has been deleted`);
    expect(html).toContain(`${there.oid}.jpg, taken 2025-09-15 04:00 UTC`);
    expect(html.match(/crack \(Confirmed\)/g)).toHaveLength(3);
    for (const format of ['pdf', 'docx'] as const)
      expect(await made(oid, format, 'ar')).toMatchObject({ state: 'done' });
    await objects.put(there.oid, Buffer.from('no picture at all'));
    expect((await bytesOf(await made(oid, 'html', 'en'))).toString()).toContain(
      `The picture “${there.oid}.jpg” cannot be read`,
    );
  });

  it('is refused by name while it is not made, or when its bytes are gone', async () => {
    const { oid } = await draft();
    const waiting = await administrator<ReportFile>(calls.generate, { oid, format: 'docx', language: 'en' });
    expect(await reasonOf(administrator(calls.download, { oid: waiting.oid }))).toBe('reportFileMissing');
    expect(await reasonOf(administrator(calls.proof, { oid: waiting.oid }))).toBe('reportFileMissing');
    const { runtime } = rooms;
    expect(await renderNext({ runtime, objects, dataDir: folder, jobs })).toBe(true);
    expect(await reasonOf(administrator(calls.download, { oid: waiting.oid }))).toBe('done');
    const { rows } = await sql<{ key: string }>`select object_key as key from inspection_report_file
      where oid = ${waiting.oid}`.execute(rooms.db);
    await objects.delete(rows[0]?.key ?? '');
    expect(await reasonOf(administrator(calls.download, { oid: waiting.oid }))).toBe('reportFileMissing');
  });

  it('is begun again when it could not be made, and fails by name in the end', async () => {
    const { oid } = await draft();
    await administrator<ReportFile>(calls.generate, { oid, format: 'docx', language: 'en' });
    const broken = { run: () => Promise.reject(new Error('no process')) };
    const { runtime } = rooms;
    for (const state of ['queued', 'queued', 'failed']) {
      await renderNext({ runtime, objects, dataDir: folder, jobs: broken });
      expect((await step6(oid)).files[0]).toMatchObject({ state });
    }
    expect(await renderNext({ runtime, objects, dataDir: folder, jobs })).toBe(false);
    expect((await step6(oid)).files[0]).toMatchObject({ reason: 'internal' });
  });
});
