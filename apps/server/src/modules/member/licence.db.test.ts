import { licenceCalls, type LicenceRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { licenceEndpoints, remindOfLicences } from './licence.endpoints.ts';
import { licenceUntil } from './licence.store.ts';

let rooms: TestRooms;
const day = 86_400_000;
const notified: { name: string; number: string }[] = [];
const oids: Record<string, string> = {};

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['operator', 'administrator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  for (const account of ['gamma-operator', 'gamma-administrator', 'omega-administrator']) {
    const { rows } = await sql<{ oid: string }>`select oid from member where account = ${account}`.execute(
      rooms.db,
    );
    oids[account] = rows[0]?.oid ?? '';
  }
});
afterAll(() => rooms.close());
beforeEach(async () => {
  await sql`delete from member_licence`.execute(rooms.db);
});

const ask = async (
  declaration: Parameters<TestRooms['call']>[0],
  request: object,
  as = 'gamma-administrator',
) =>
  rooms.call(declaration, request, {
    token: await rooms.tokenOf(as),
    extra: licenceEndpoints(rooms.runtime, {
      audit: rooms.audit,
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
  expect(own.data).toMatchObject({ list: [{ licenceNumber: 'UA-1', allowed: [] }] });
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
  expect(made).toMatchObject({ memberOID: holder, confirmed: false, allowed: ['withdraw'] });
  expect(notified).toMatchObject([{ number: 'UA-9' }]);
  expect(await licenceUntil(rooms.db, holder)).toBeUndefined();
  expect(await remindOfLicences(rooms.runtime)).toEqual([]);
  expect(await reasonOf(ask(licenceCalls.confirm, { oid }, 'gamma-operator'))).toBe('notAllowed');
  expect(await reasonOf(ask(licenceCalls.confirm, { oid }, 'omega-administrator'))).toBe('notFound');
  const confirmed = (await ask(licenceCalls.confirm, { oid })).data as LicenceRecord;
  expect(confirmed).toMatchObject({
    confirmed: true,
    confirmedBy: 'gamma administrator',
    allowed: ['delete'],
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
  expect(allowed).toEqual(['delete', 'withdraw']);
  expect(await reasonOf(ask(licenceCalls.confirm, { oid }))).toBe('licenceOwn');
  expect(await licenceUntil(rooms.db, oids['gamma-administrator'] ?? '')).toBeUndefined();
});
