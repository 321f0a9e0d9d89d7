import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { deviceDocumentCalls, limits, type DeviceDocument } from '@eyrie/domain';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects } from '../../platform/objects/index.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { deviceDocumentEndpoints, remindOfDocuments } from './index.ts';

const day = 86_400_000;
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n');

let rooms: TestRooms;
let folder: string;
let endpoints: ReturnType<typeof deviceDocumentEndpoints>;
let administrator: string;
let operator: string;
let stranger: string;
let dockOID: string;
/** Keys of files that were stored and not thrown away. */
const stored = new Set<string>();

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-document-'));
  const objects = await createDiskObjects({ dataDir: folder, clock: rooms.clock, publicUrl: () => '' });
  endpoints = deviceDocumentEndpoints(rooms.runtime, {
    audit: rooms.audit,
    objects: {
      ...objects,
      put: (key, ...more) => {
        stored.add(key);
        return objects.put(key, ...more);
      },
      delete: (key) => {
        stored.delete(key);
        return objects.delete(key);
      },
    },
    timeZoneOf: async () => 'Asia/Shanghai',
  });
  await rooms.seed('gamma', ['administrator', 'operator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  administrator = await rooms.tokenOf('gamma-administrator');
  operator = await rooms.tokenOf('gamma-operator');
  stranger = await rooms.tokenOf('omega-administrator');
});
afterAll(async () => {
  await rooms?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  dockOID = await createTestFlights(rooms.runtime).dock('gamma-administrator');
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T = DeviceDocument>(
  declaration: Declaration,
  request: unknown,
  more: object = {},
): Promise<T> =>
  (await rooms.call(declaration, request, { token: administrator, extra: endpoints, ...more })).data as T;
const send = (bytes: Uint8Array, more: object = {}, token = administrator): Promise<DeviceDocument> =>
  call(
    deviceDocumentCalls.add,
    { deviceOID: dockOID, name: 'policy.pdf', kind: 'policy', ...more },
    { token, file: { name: 'policy.pdf', bytes } },
  );
const listed = async (token = administrator): Promise<DeviceDocument[]> =>
  (await call<{ list: DeviceDocument[] }>(deviceDocumentCalls.query, { deviceOID: dockOID }, { token })).list;
const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#2fb3a6' } });

describe('a document of a device', () => {
  it('is stored with who, when and until when, is saved as a file, and goes with its file', async () => {
    const before = stored.size;
    const document = await send(pdf, { validUntil: '2027-03-31', remark: 'hull' });
    expect(document).toMatchObject({
      deviceOID: dockOID,
      name: 'policy',
      kind: 'policy',
      contentType: 'application/pdf',
      size: pdf.length,
      validUntil: Date.UTC(2027, 2, 31, 16) - 1,
      remark: 'hull',
      createdBy: 'gamma administrator',
      allowed: ['delete'],
    });
    expect(await listed()).toEqual([document]);
    const { oid } = document;
    const file = await call<BytesAnswer>(deviceDocumentCalls.download, { oid });
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="policy[.]pdf"/) as unknown,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    });
    expect(await buffer(file.body as Readable)).toEqual(pdf);
    expect(stored.size).toBe(before + 1);
    await call(deviceDocumentCalls.remove, { oids: [oid] });
    expect(await listed()).toEqual([]);
    expect(stored.size).toBe(before);
    expect(await reasonOf(call(deviceDocumentCalls.download, { oid }))).toBe('notFound');
  });

  it('may be a picture, which is made anew of its pixels', async () => {
    const script = Buffer.from('<script>alert("canary")</script>');
    for (const bytes of [
      await picture().png().toBuffer(),
      await picture().jpeg().toBuffer(),
      await picture().webp().toBuffer(),
      await picture().webp({ lossless: true }).toBuffer(),
      Buffer.concat([await picture().jpeg().toBuffer(), script]),
    ]) {
      const { oid, contentType } = await send(bytes, { name: 'photo.webp', kind: 'maintenance' });
      expect(contentType).toBe('image/jpeg');
      const file = await call<BytesAnswer>(deviceDocumentCalls.download, { oid });
      const kept = await buffer(file.body as Readable);
      expect((await sharp(kept).metadata()).width).toBe(40);
      expect(kept.toString('latin1')).not.toContain('canary');
    }
  });

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'HTML'],
    ['a page behind blanks', '\n  <html><body>', 'HTML'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'SVG'],
    ['a drawing behind a heading', '<?xml version="1.0"?>\n<svg/>', 'SVG'],
    ['an archive', 'PK\u0003\u0004rest', 'ZIP'],
    ['a program', 'MZ\u0000\u0000', 'EXE'],
    ['a moving picture', 'GIF89a\u0001\u0000', 'GIF'],
    ['a PDF that is a page as well', '%PDF-1.7\n<html><script>1</script>\nstartxref\n9\n%%EOF', 'PDF + HTML'],
    ['a PDF that is an archive as well', '%PDF-1.7\nstartxref\n9\n%%EOF PK\u0005\u0006', 'PDF + ZIP'],
    ['a PDF with something behind its end', '%PDF-1.7\nstartxref\n9\n%%EOF\nmore', 'PDF?'],
    ['a PDF that is cut off', '%PDF-1.7\n1 0 obj', 'PDF?'],
    ['a PDF behind something else', 'x%PDF-1.7\nstartxref\n9\n%%EOF', '?'],
    ['a picture that is none', '\u0089PNG\r\n\u001a\n<script>', 'PNG?'],
    ['nothing', '', '?'],
  ])('is not %s', async (_what, content, found) => {
    const before = stored.size;
    const refused = await refusalOf(send(Buffer.from(content, 'latin1')));
    expect(refused).toMatchObject({ reason: 'documentFormat', details: { values: { found } } });
    expect(await listed()).toEqual([]);
    expect(stored.size).toBe(before);
  });

  it('is refused with a day that does not exist, and one more than there may be', async () => {
    expect(await reasonOf(send(pdf, { validUntil: '2027-02-30' }))).toBe('invalid');
    const { most } = limits.deviceDocument;
    const { oid } = await send(pdf);
    await sql`insert into device_document select gen_random_uuid(), group_root, device_oid, device_kind, kind, name,
        remark, content_type, size, gen_random_uuid()::text, valid_until, created_by, created_at
      from device_document, generate_series(3, ${most}::int) where oid = ${oid}::uuid`.execute(rooms.db);
    // Two come at once for the last place.
    const both = await Promise.all([reasonOf(send(pdf)), reasonOf(send(pdf))]);
    expect(both.toSorted()).toEqual(['documentsFull', 'done'].toSorted());
    expect(await listed()).toHaveLength(most);
  });
});

describe('documents are for', () => {
  it('the organisation of the device alone', async () => {
    const { oid } = await send(pdf);
    expect(await reasonOf(listed(stranger))).toBe('notFound');
    expect(await reasonOf(send(pdf, {}, stranger))).toBe('notFound');
    for (const [declaration, request] of [
      [deviceDocumentCalls.download, { oid }],
      [deviceDocumentCalls.remove, { oids: [oid] }],
    ] as const)
      expect(await reasonOf(call(declaration, request, { token: stranger }))).toBe('notFound');
    expect(await listed()).toHaveLength(1);
  });

  it('who sees the page of that kind of device, and are changed by who may change the kind', async () => {
    const { oid } = await send(pdf);
    const limited = async (...resources: string[]): Promise<object> => {
      const caller = await rooms.session.authenticate(administrator);
      if (!caller) throw new Error('not signed in');
      const context = { caller: { ...caller, resources: new Set(resources) } };
      return context;
    };
    const [query, , , remove] = endpoints;
    const drones = (await limited('/UAVAdmin', 'device:edit')) as never;
    await expect(query?.handle({ deviceOID: dockOID }, drones)).rejects.toMatchObject({ reason: 'notFound' });
    await expect(remove?.handle({ oids: [oid] }, drones)).rejects.toMatchObject({ reason: 'notFound' });
    const docks = (await limited('/DaJiAirport')) as never;
    expect(await query?.handle({ deviceOID: dockOID }, docks)).toMatchObject({ list: [{ allowed: [] }] });
    expect(await reasonOf(send(pdf, {}, operator))).toBe('notAllowed');
  });
});

it('a document that ends is reminded of 30, 7 and 0 days before, each time once', async () => {
  const remind = async () =>
    (await remindOfDocuments(rooms.runtime)).filter(({ deviceOID }) => deviceOID === dockOID);
  const { oid } = await send(pdf);
  const setUntil = (at: number) =>
    sql`update device_document set valid_until = ${new Date(at)} where oid = ${oid}::uuid`.execute(rooms.db);
  await setUntil(rooms.clock.wall() + 31 * day);
  expect(await remind()).toEqual([]);
  const said: number[] = [];
  for (const passed of [2, 1, 21, 2, 5, 2, 1]) {
    rooms.clock.move(passed * day);
    for (const one of await remind()) {
      expect(one).toMatchObject({ kind: 'dock', document: 'policy', name: '机场' });
      said.push(one.days);
    }
  }
  expect(said).toEqual([30, 7, 0]);
  await sql`update dock set retired_at = now() where oid = ${dockOID}::uuid`.execute(rooms.db);
  await sql`delete from device_document_reminder`.execute(rooms.db);
  expect(await remind()).toEqual([]);
});
