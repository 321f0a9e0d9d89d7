import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { licenceCalls, type LicenceRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type Objects } from '../../platform/objects/index.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { quotasAbove } from '../media/index.ts';
import { requireDepartmentRoom } from '../upload/index.ts';
import { licenceEndpoints, remindOfLicences } from './licence.endpoints.ts';
import { clearScans } from './licence.scan.ts';
import { licenceUntil } from './licence.store.ts';

let rooms: TestRooms;
const day = 86_400_000;
const notified: { name: string; number: string }[] = [];
const oids: Record<string, string> = {};
let folder: string;
let objects: Objects;
/** Keys of files that were stored and not thrown away. */
const stored = new Set<string>();
/** What happens while a file is being stored. */
let whileStoring: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-licence-'));
  const disk = await createDiskObjects({ dataDir: folder, clock: rooms.clock, publicUrl: () => '' });
  objects = {
    ...disk,
    put: async (key, ...more) => {
      stored.add(key);
      await whileStoring();
      return disk.put(key, ...more);
    },
    delete: (key) => {
      stored.delete(key);
      return disk.delete(key);
    },
  };
  await rooms.seed('gamma', ['operator', 'administrator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  for (const account of ['gamma-operator', 'gamma-administrator', 'omega-administrator']) {
    const { rows } = await sql<{ oid: string }>`select oid from member where account = ${account}`.execute(
      rooms.db,
    );
    oids[account] = rows[0]?.oid ?? '';
  }
});
afterAll(async () => {
  await rooms?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`delete from member_licence`.execute(rooms.db);
  stored.clear();
});

const ask = async (
  declaration: Parameters<TestRooms['call']>[0],
  request: object,
  as = 'gamma-administrator',
  more: object = {},
) =>
  rooms.call(declaration, request, {
    token: await rooms.tokenOf(as),
    ...more,
    extra: licenceEndpoints(rooms.runtime, {
      audit: rooms.audit,
      objects,
      requireRoom: (department, bytes) =>
        requireDepartmentRoom({ db: rooms.db, objects, quotasAbove }, department, bytes),
      notifyEntered: async (_groupOID, values) => void notified.push(values),
    }),
  });
const add = (licenceNumber: string, validUntil: number | null, as?: string) =>
  ask(licenceCalls.add, { memberOID: oids['gamma-operator'], kind: 'visual', licenceNumber, validUntil }, as);

it('are entered by whoever keeps the members, and read by their holder', async () => {
  const now = rooms.clock.wall();
  expect(await reasonOf(add('UA-1', now + day))).toBe('done');
  expect(await reasonOf(add('UA-1', now + day))).toBe('licenceTaken');
  expect(await reasonOf(add('UA-2', null, 'gamma-operator'))).toBe('notAllowed');
  expect(await reasonOf(add('UA-2', null, 'omega-administrator'))).toBe('notFound');
  const own = await ask(licenceCalls.query, { memberOID: oids['gamma-operator'] }, 'gamma-operator');
  expect(own.data).toMatchObject({ list: [{ licenceNumber: 'UA-1', scan: null, allowed: [] }] });
  for (const other of ['gamma-administrator', 'omega-administrator'])
    expect(await reasonOf(ask(licenceCalls.query, { memberOID: oids[other] }, 'gamma-operator'))).not.toBe(
      'done',
    );
  const { oid } = (own.data as { list: LicenceRecord[] }).list[0] ?? { oid: '' };
  expect(await reasonOf(ask(licenceCalls.remove, { oids: [oid] }, 'omega-administrator'))).toBe('notFound');
  expect(await reasonOf(ask(licenceCalls.remove, { oids: [oid] }))).toBe('done');
  const { rows } = await sql<{ action: string }>`select action from audit_log
    where action like 'memberLicence.%' and outcome = 'done' order by action`.execute(rooms.db);
  expect(rows.map(({ action }) => action)).toEqual(['memberLicence.add', 'memberLicence.delete']);
});

it('of several the one that ends last counts; without one there is no record', async () => {
  const holder = oids['gamma-operator'] ?? '';
  const now = rooms.clock.wall();
  expect(await licenceUntil(rooms.db, holder)).toBeUndefined();
  await add('UA-1', now - day);
  await add('UA-2', now + day);
  expect(await licenceUntil(rooms.db, holder)).toBe(now + day);
  await add('UA-3', null);
  expect(await licenceUntil(rooms.db, holder)).toBeNull();
});

it('that end are named once at each distance, unless they were renewed', async () => {
  const now = rooms.clock.wall();
  await add('UA-1', now + 20 * day);
  const first = await Promise.all([1, 2].map(() => remindOfLicences(rooms.runtime)));
  expect(first.flat()).toMatchObject([{ memberOID: oids['gamma-operator'], number: 'UA-1', days: 30 }]);
  rooms.clock.move(15 * day);
  expect(await remindOfLicences(rooms.runtime)).toMatchObject([{ days: 7 }]);
  await add('UA-2', now + 400 * day);
  rooms.clock.move(5 * day);
  expect(await remindOfLicences(rooms.runtime)).toEqual([]);
});

it('entered by their holder count once another person has confirmed them', async () => {
  const holder = oids['gamma-operator'] ?? '';
  const now = rooms.clock.wall();
  notified.length = 0;
  const own = (licenceNumber: string, as = 'gamma-operator') =>
    ask(licenceCalls.addOwn, { kind: 'visual', licenceNumber, validUntil: now + 20 * day }, as);
  const { oid, ...made } = (await own('UA-9')).data as LicenceRecord;
  expect(made).toMatchObject({ memberOID: holder, confirmed: false, allowed: ['withdraw', 'addScan'] });
  expect(notified).toMatchObject([{ number: 'UA-9' }]);
  expect(await licenceUntil(rooms.db, holder)).toBeUndefined();
  expect(await remindOfLicences(rooms.runtime)).toEqual([]);
  expect(await reasonOf(ask(licenceCalls.confirm, { oid }, 'gamma-operator'))).toBe('notAllowed');
  expect(await reasonOf(ask(licenceCalls.confirm, { oid }, 'omega-administrator'))).toBe('notFound');
  const confirmed = (await ask(licenceCalls.confirm, { oid })).data as LicenceRecord;
  expect(confirmed).toMatchObject({
    confirmed: true,
    confirmedBy: 'gamma administrator',
    allowed: ['delete', 'addScan'],
  });
  expect(await licenceUntil(rooms.db, holder)).toBe(now + 20 * day);
  // What counts is no longer its holder's to take back.
  expect(await reasonOf(ask(licenceCalls.withdraw, { oid }, 'gamma-operator'))).toBe('notFound');
  const { oid: wrong } = (await own('UA-8')).data as LicenceRecord;
  expect(await reasonOf(ask(licenceCalls.withdraw, { oid: wrong }))).toBe('notFound');
  expect(await reasonOf(ask(licenceCalls.withdraw, { oid: wrong }, 'gamma-operator'))).toBe('done');
});

it('nobody confirms their own, not even whoever keeps the members', async () => {
  const licence = { kind: 'visual', licenceNumber: 'UA-7', validUntil: null };
  const { oid, allowed } = (await ask(licenceCalls.addOwn, licence)).data as LicenceRecord;
  expect(allowed).toEqual(['delete', 'withdraw', 'addScan']);
  expect(await reasonOf(ask(licenceCalls.confirm, { oid }))).toBe('licenceOwn');
  expect(await licenceUntil(rooms.db, oids['gamma-administrator'] ?? '')).toBeUndefined();
});

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n');
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#2fb3a6' } })
    .png()
    .toBuffer();

describe('the scan of a licence', () => {
  const scan = async (oid: string, bytes: Uint8Array = pdf, as?: string): Promise<LicenceRecord> =>
    (await ask(licenceCalls.addScan, { oid }, as, { file: { name: 'scan.pdf', bytes } }))
      .data as LicenceRecord;
  const open = async (oid: string, as?: string): Promise<Buffer> => {
    const { body } = (await ask(licenceCalls.scan, { oid }, as)).data as BytesAnswer;
    return buffer(body as Readable);
  };
  const removeScan = (oid: string, as?: string) => ask(licenceCalls.removeScan, { oid }, as);
  const kept = async (validUntil: number | null = null): Promise<string> =>
    ((await add('UA-1', validUntil)).data as LicenceRecord).oid;
  const own = async (as = 'gamma-operator'): Promise<string> =>
    (
      (await ask(licenceCalls.addOwn, { kind: 'visual', licenceNumber: 'UA-2', validUntil: null }, as))
        .data as LicenceRecord
    ).oid;
  const written = async (): Promise<string[]> =>
    (
      await sql<{ action: string }>`select action from audit_log
        where action like 'memberLicence.%Scan' and outcome = 'done' order by seq`.execute(rooms.db)
    ).rows.map(({ action }) => action);

  it('is added, opened by whoever sees the licence, replaced and deleted, and every step is written down', async () => {
    const oid = await kept();
    const added = await scan(oid);
    expect(added).toMatchObject({
      scan: { contentType: 'application/pdf', size: pdf.length, addedBy: 'gamma administrator' },
      allowed: ['delete', 'addScan', 'deleteScan'],
    });
    for (const reader of ['gamma-operator', 'gamma-administrator'])
      expect(await open(oid, reader)).toEqual(pdf);
    // A picture is made anew of its pixels, as every document is.
    expect((await scan(oid, await picture())).scan?.contentType).toBe('image/jpeg');
    expect((await sharp(await open(oid)).metadata()).width).toBe(40);
    expect(stored.size).toBe(1);
    expect(((await removeScan(oid)).data as LicenceRecord).scan).toBeNull();
    expect(stored.size).toBe(0);
    expect(await reasonOf(open(oid))).toBe('notFound');
    expect(await reasonOf(removeScan(oid))).toBe('notFound');
    expect(await written()).toEqual([
      'memberLicence.addScan',
      'memberLicence.replaceScan',
      'memberLicence.deleteScan',
    ]);
  });

  it('is nothing but a PDF or a picture, whatever its name says', async () => {
    const oid = await kept();
    for (const bytes of ['<!doctype html><script>1</script>', 'PK\u0003\u0004rest', '%PDF-1.7 cut', ''])
      expect(await reasonOf(scan(oid, Buffer.from(bytes, 'latin1')))).toBe('documentFormat');
    expect(stored.size).toBe(0);
    const { data } = await ask(licenceCalls.query, { memberOID: oids['gamma-operator'] });
    expect(data).toMatchObject({ list: [{ scan: null }] });
  });

  it('is for those who see the licence alone', async () => {
    const oid = await kept();
    await scan(oid);
    const other = await own('gamma-administrator');
    await scan(other);
    // Of another organisation, and of the same one without the page of members.
    for (const [licence, reader] of [
      [oid, 'omega-administrator'],
      [other, 'gamma-operator'],
    ] as const) {
      expect(await reasonOf(open(licence, reader))).toBe('notFound');
      expect(await reasonOf(scan(licence, pdf, reader))).toBe('notFound');
      expect(await reasonOf(removeScan(licence, reader))).toBe('notFound');
    }
    expect(stored.size).toBe(2);
  });

  it('is changed by its holder until the licence is confirmed, and then by whoever keeps the members', async () => {
    const oid = await own();
    expect((await scan(oid, pdf, 'gamma-operator')).allowed).toEqual(['withdraw', 'addScan', 'deleteScan']);
    await ask(licenceCalls.confirm, { oid });
    expect(await reasonOf(scan(oid, pdf, 'gamma-operator'))).toBe('notAllowed');
    expect(await reasonOf(removeScan(oid, 'gamma-operator'))).toBe('notAllowed');
    expect(await open(oid, 'gamma-operator')).toEqual(pdf);
    expect(await reasonOf(scan(oid, await picture()))).toBe('done');
  });

  it('that is on its way while the licence is confirmed or withdrawn does not come', async () => {
    for (const meanwhile of [
      (oid: string) => ask(licenceCalls.confirm, { oid }),
      (oid: string) => ask(licenceCalls.withdraw, { oid }, 'gamma-operator'),
    ]) {
      await sql`delete from member_licence`.execute(rooms.db);
      const oid = await own();
      whileStoring = () => meanwhile(oid);
      expect(['notAllowed', 'notFound']).toContain(await reasonOf(scan(oid, pdf, 'gamma-operator')));
      whileStoring = async () => undefined;
      expect(stored.size).toBe(0);
    }
  });

  it('is the one that was seen when the licence is confirmed', async () => {
    const oid = await own();
    const seen = (await scan(oid, pdf, 'gamma-operator')).scan?.addedAt;
    rooms.clock.move(1_000);
    await scan(oid, await picture(), 'gamma-operator');
    const confirm = (scanAddedAt: number | null | undefined) =>
      reasonOf(ask(licenceCalls.confirm, { oid, scanAddedAt }));
    expect(await confirm(seen)).toBe('conflict');
    expect(await confirm(null)).toBe('conflict');
    expect(await licenceUntil(rooms.db, oids['gamma-operator'] ?? '')).toBeUndefined();
    expect(await confirm((seen ?? 0) + 1_000)).toBe('done');
    expect(await licenceUntil(rooms.db, oids['gamma-operator'] ?? '')).toBeNull();
  });

  it('goes with its licence, deleted or withdrawn', async () => {
    const [oid, waiting] = [await kept(), await own()];
    await scan(oid);
    await scan(waiting, pdf, 'gamma-operator');
    expect(stored.size).toBe(2);
    await ask(licenceCalls.remove, { oids: [oid] });
    await ask(licenceCalls.withdraw, { oid: waiting }, 'gamma-operator');
    expect(stored.size).toBe(0);
  });

  it('goes soon after its member, and no other does', async () => {
    await scan(await kept());
    const other = await own('gamma-administrator');
    await scan(other);
    const leave = (deletedAt: Date | null) =>
      sql`update member set deleted_at = ${deletedAt} where oid = ${oids['gamma-operator']}::uuid`.execute(
        rooms.db,
      );
    await clearScans(rooms.runtime, objects);
    expect(stored.size).toBe(2);
    await leave(new Date(rooms.clock.wall()));
    try {
      await clearScans(rooms.runtime, objects);
    } finally {
      await leave(null);
    }
    expect(stored.size).toBe(1);
    expect(await open(other, 'gamma-administrator')).toEqual(pdf);
    const { data } = await ask(licenceCalls.query, { memberOID: oids['gamma-operator'] });
    expect(data).toMatchObject({ list: [{ licenceNumber: 'UA-1', scan: null }] });
  });

  it('counts for what the department may store', async () => {
    const oid = await kept();
    const setQuota = (bytes: number) =>
      sql`insert into storage_quota (group_oid, group_root, bytes, version)
        select group_oid, group_root, ${bytes}, 1 from member where oid = ${oids['gamma-operator']}::uuid
        on conflict (group_oid) do update set bytes = excluded.bytes`.execute(rooms.db);
    await setQuota(pdf.length - 1);
    expect(await reasonOf(scan(oid))).toBe('uploadDepartmentQuota');
    expect(stored.size).toBe(0);
    await setQuota(pdf.length);
    expect(await reasonOf(scan(oid))).toBe('done');
    // Its successor takes its place; that of another licence has none.
    expect(await reasonOf(scan(oid))).toBe('done');
    expect(await reasonOf(scan(await own(), pdf, 'gamma-operator'))).toBe('uploadDepartmentQuota');
    await sql`delete from storage_quota`.execute(rooms.db);
  });
});
