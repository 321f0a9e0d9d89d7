import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import { dropStream, holdStreams, keepStreams, streamsElsewhere } from './stream.store.ts';

const a = { instanceId: 'a', machine: 'here', address: 'http://127.0.0.1:1' };
const b = { instanceId: 'b', machine: 'here', address: 'http://127.0.0.1:2' };
const far = { instanceId: 'c', machine: 'there', address: 'http://127.0.0.1:3' };
const open = { instanceId: 'd', machine: null, address: 'http://192.0.2.4:8190' };
let database: TestDatabase;

const db = () => database.connection.kysely;
const seenFrom = async (instanceId: string): Promise<Record<string, string>> =>
  Object.fromEntries(await streamsElsewhere(db(), { instanceId, machine: 'here' }));

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await db().deleteFrom('video_stream').execute();
});
afterAll(() => database?.drop());

it('answers each server what others take, if it can be fetched from there', async () => {
  await holdStreams(db(), a, ['one']);
  await holdStreams(db(), b, ['two']);
  await holdStreams(db(), far, ['three']);
  await holdStreams(db(), open, ['four']);
  expect(await seenFrom('a')).toEqual({ two: b.address, four: open.address });
  expect(await seenFrom('b')).toEqual({ one: a.address, four: open.address });
});

it('gives a stream to the server to which it was published last, also against the beats of the first', async () => {
  await holdStreams(db(), a, ['one']);
  await holdStreams(db(), b, ['one']);
  await keepStreams(db(), a, ['one']);
  await dropStream(db(), 'a', 'one');
  expect(await seenFrom('a')).toEqual({ one: b.address });
  await dropStream(db(), 'b', 'one');
  expect(await seenFrom('a')).toEqual({});
});

it('notes at a beat what was not noted before, and lets go of what has ended', async () => {
  await keepStreams(db(), a, ['one', 'two']);
  expect(await seenFrom('b')).toEqual({ one: a.address, two: a.address });
  await keepStreams(db(), a, ['two']);
  expect(await seenFrom('b')).toEqual({ two: a.address });
  await keepStreams(db(), a, []);
  expect(await seenFrom('b')).toEqual({});
});

it('believes no server that has fallen silent', async () => {
  await holdStreams(db(), a, ['one']);
  await db()
    .updateTable('video_stream')
    .set({ seen_at: sql<Date>`now() - interval '11 s'` })
    .execute();
  expect(await seenFrom('b')).toEqual({});
  await keepStreams(db(), b, ['one']);
  expect(await seenFrom('a')).toEqual({ one: b.address });
});
