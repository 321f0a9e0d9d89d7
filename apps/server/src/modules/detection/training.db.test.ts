import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { detectionCalls, resultLimits } from '@eyrie/domain';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type DiskObjects } from '../../platform/objects/index.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { TestClock } from '../../testing/rooms.ts';
import { createQualityFixture, type QualityFixture } from './quality.fixture.ts';

let fixture: QualityFixture;
let objects: DiskObjects;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-training-'));
  objects = await createDiskObjects({ dataDir, clock: new TestClock(), publicUrl: () => '' });
  fixture = await createQualityFixture(objects);
});
afterAll(async () => {
  await fixture?.rooms.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => fixture.clear());

const asked = { from: '2025-09', months: 1 };
const answered = async (request: object, part: object = {}): Promise<BytesAnswer> =>
  (await fixture.call(detectionCalls.trainingSet, { ...asked, ...request }, part)) as BytesAnswer;
const bytesOf = async ({ body }: BytesAnswer): Promise<Buffer> => buffer(body as Readable);
const filesOf = async (request: object): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(unzipSync(await bytesOf(await answered(request)))).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString(),
    ]),
  );

/** Three pictures: with a confirmed box and a false alarm, with a false alarm alone, and with a box that nobody reviewed. */
const reviewedRun = async () => {
  const run = await fixture.run('2025-09-10T00:00:00Z');
  const pictures: string[] = [];
  for (const name of ['=cmd.JPG', '../b.png', 'c.jpg']) {
    const key = `media/${name.replaceAll(/\W/g, '')}`;
    await objects.put(key, Buffer.from('picture'));
    pictures.push(await fixture.picture({ name, key }));
  }
  const [one = '', two = '', three = ''] = pictures;
  await fixture.box(run, one, { verdict: 'confirmed' });
  await fixture.box(run, one, { verdict: 'falseAlarm', box: [0, 0, 10, 10] });
  await fixture.box(run, one, {
    verdict: 'confirmed',
    confidence: null,
    class: 'nest',
    box: [200, 150, 40, 30],
  });
  await fixture.box(run, two, { verdict: 'falseAlarm' });
  await fixture.box(run, three, { verdict: 'confirmed' });
  await fixture.box(run, three);
  return { run, one, two, three };
};

describe('reviewed boxes for training', () => {
  it('are COCO with the pictures of which every box was reviewed, and how many were left out', async () => {
    const { one, two } = await reviewedRun();
    const files = await filesOf({ format: 'coco' });
    expect(Object.keys(files)).toEqual(['annotations.json']);
    const coco = JSON.parse(files['annotations.json'] ?? '');
    expect(coco.info).toMatchObject({ left_out: 1 });
    expect(coco.categories.map(({ name }: { name: string }) => name)).toEqual(['crack', 'nest']);
    const known = coco.images.map(({ file_name: file, width, height }: Record<string, unknown>) => [
      file,
      width,
      height,
    ]);
    expect(known).toEqual([
      [`${one}.jpg`, 400, 300],
      [`${two}.png`, 400, 300],
    ]);
    expect(coco.annotations).toMatchObject([
      { id: 1, image_id: 1, category_id: 1, bbox: [40, 30, 80, 60] },
      { id: 2, image_id: 1, category_id: 2, bbox: [200, 150, 40, 30] },
    ]);
  });

  it('are YOLO with a file for each picture, and originals under names that are no path and no formula', async () => {
    const { one, two } = await reviewedRun();
    const files = await filesOf({ format: 'yolo', originals: true });
    expect(Object.keys(files).toSorted()).toEqual(
      [
        'classes.txt',
        `images/${one}.jpg`,
        `images/${two}.png`,
        `labels/${one}.txt`,
        `labels/${two}.txt`,
      ].toSorted(),
    );
    expect(files['classes.txt']).toBe('crack\nnest\n');
    expect(files[`labels/${one}.txt`]).toBe(
      '0 0.200000 0.200000 0.200000 0.200000\n1 0.550000 0.550000 0.100000 0.100000\n',
    );
    expect(files[`labels/${two}.txt`]).toBe('');
    expect(files[`images/${one}.jpg`]).toBe('picture');
  });

  it.each([true, 'sample'] as const)(
    'hold nothing that nobody looked at (%s), and nothing that was deleted',
    async (ruled) => {
      const { run, one, two } = await reviewedRun();
      await fixture.box(run, one, { verdict: 'confirmed', ruled, class: 'rust' });
      expect(JSON.parse((await filesOf({ format: 'coco' }))['annotations.json'] ?? '')).toMatchObject({
        images: [{ file_name: `${two}.png` }],
        annotations: [],
        info: { left_out: 2 },
      });
      await sql`update media set deleted_at = now() where oid = ${two}::uuid`.execute(fixture.rooms.db);
      expect(await reasonOf(answered({ format: 'coco' }))).toBe('trainingSetEmpty');
    },
  );

  it('are of the months, the model and the department that are asked for', async () => {
    await reviewedRun();
    expect(await reasonOf(answered({ format: 'coco', from: '2025-10' }))).toBe('trainingSetEmpty');
    expect(await reasonOf(answered({ format: 'coco', model: 'leaks' }))).toBe('trainingSetEmpty');
    expect(await reasonOf(answered({ format: 'coco', model: 'cracks', modelVersion: '1' }))).toBe('done');
    const stranger = { account: 'delta-administrator' };
    expect(await reasonOf(answered({ format: 'coco' }, stranger))).toBe('trainingSetEmpty');
    const { group_oid: groupOID } = fixture.member;
    expect(await reasonOf(answered({ format: 'coco', groupOID }, stranger))).toBe('notFound');
  });

  it('are refused with their originals when those are larger than a download may be', async () => {
    await reviewedRun();
    await sql`update media set size = ${resultLimits.zipBytes}`.execute(fixture.rooms.db);
    expect(await reasonOf(answered({ format: 'yolo', originals: true }))).toBe('downloadTooLarge');
    expect(await reasonOf(answered({ format: 'yolo' }))).toBe('done');
  });

  it('go on where a download was cut, as long as nobody reviews more', async () => {
    const { run, one } = await reviewedRun();
    const first = await answered({ format: 'yolo' });
    const whole = await bytesOf(first);
    const ifRange = first.headers['etag'] ?? null;
    const rest = await answered({ format: 'yolo' }, { range: 'bytes=10-', ifRange });
    expect(rest.status).toBe(206);
    expect((await bytesOf(rest)).equals(whole.subarray(10))).toBe(true);
    await fixture.box(run, one, { verdict: 'confirmed', class: 'rust' });
    expect((await answered({ format: 'yolo' }, { range: 'bytes=10-', ifRange })).status).toBe(200);
  });
});
