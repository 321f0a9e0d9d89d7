import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appearanceCalls, limits, type LiveCredential } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskObjects } from '../../platform/objects/index.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createAppearance, type AppearanceRoom } from './index.ts';

let rooms: TestRooms;
let appearance: AppearanceRoom;
let groupRoot: string;
let dataDir: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-appearance-'));
  const objects = await createDiskObjects({ dataDir, clock: rooms.clock, publicUrl: () => '' });
  groupRoot = await rooms.seed('delta', ['operator'], 'Flug-4711!');
  const { audit, organisation, session } = rooms;
  appearance = createAppearance(rooms.runtime, { audit, organisation, session, objects, liveUrl: null });
});
afterAll(async () => {
  await rooms.close();
  await rm(dataDir, { recursive: true });
});

const call = async (declaration: Parameters<TestRooms['call']>[0], token: string | null): Promise<unknown> =>
  (await rooms.call(declaration, {}, { token, extra: appearance.endpoints })).data;
const mint = async (token: string): Promise<LiveCredential> =>
  JSON.parse((await call(appearanceCalls.screenConfig, token)) as string) as LiveCredential;
const connect = ({ clientId, account, password }: LiveCredential) =>
  appearance.authenticateLive({ clientId, username: account, password });

describe('the look', () => {
  it('has the product’s own values before anything is configured', async () => {
    expect(await call(appearanceCalls.background, null)).toMatchObject({
      pcName: 'Eyrie',
      nameChineseOnly: true,
      insuranceRequired: true,
    });
  });

  it('is the organisation’s own after sign-in, broken values aside', async () => {
    const settings = { pcName: '北方巡检', level: 'far', longitude: 500 };
    await sql`insert into appearance (oid, group_root, kind, version, look, origin)
      values (${rooms.runtime.newOid()}, ${groupRoot}, 'console', 1, ${JSON.stringify(settings)}::jsonb, 'moved')`.execute(
      rooms.db,
    );
    await sql`update organisation set policy = '{"nameChineseOnly": false}' where oid = ${groupRoot}`.execute(
      rooms.db,
    );
    const token = await rooms.tokenOf('delta-operator');
    expect(await call(appearanceCalls.background, token)).toMatchObject({
      pcName: '北方巡检',
      level: 4,
      longitude: 104.1,
      nameChineseOnly: false,
      insuranceRequired: true,
    });
    expect(await call(appearanceCalls.mapSettings, token)).toMatchObject({ levelMIN: 3, levelMAX: 20 });
  });
});

describe('live credentials', () => {
  it('open the live endpoint for their session, each call with one of its own', async () => {
    const token = await rooms.tokenOf('delta-operator');
    const [first, second] = [await mint(token), await mint(token)];
    expect(first.password).not.toBe(second.password);
    expect(first.clientId).not.toBe(second.clientId);
    expect(first.url).toBe('/mqtt');
    expect(await connect(first)).toMatchObject({ groupRoot, sessionOID: first.account });
    expect(await connect(second)).not.toBeNull();
  });

  it('need all three parts', async () => {
    const [one, other] = [
      await mint(await rooms.tokenOf('delta-operator')),
      await mint(await rooms.tokenOf('delta-operator')),
    ];
    expect(await connect({ ...one, password: other.password })).toBeNull();
    expect(await connect({ ...one, account: other.account })).toBeNull();
    expect(await connect({ ...one, clientId: other.clientId })).toBeNull();
    expect(await connect({ ...one, clientId: '\u0000'.repeat(3_000) })).toBeNull();
  });

  it('are stored as hashes, end after ten minutes and with their session', async () => {
    const token = await rooms.tokenOf('delta-operator');
    const old = await mint(token);
    const { rows } = await sql<{ text: string }>`select string_agg(live_credential::text, ' ') as text
      from live_credential`.execute(rooms.db);
    expect(rows[0]?.text).not.toContain(old.password);
    rooms.clock.move(limits.liveCredential.life);
    expect(await connect(old)).toBeNull();
    const fresh = await mint(token);
    await rooms.session.end(rooms.db, fresh.account);
    expect(await connect(fresh)).toBeNull();
  });
});
