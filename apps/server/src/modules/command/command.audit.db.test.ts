import { randomUUID } from 'node:crypto';
import { limits, type CommandMethod } from '@eyrie/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import { createAuditLog, type AuditLog } from '../audit-log/index.ts';
import { auditRow, storeOutcome } from './command.audit.ts';

const groupRoot = '018f0000-0000-7000-8000-000000000001';
const memberOID = '018f0000-0000-7000-8000-000000000002';
const automatic = { automatic: true };
const every = limits.audit.automaticPictureEvery;
let database: TestDatabase;
let audit: AuditLog;
let now = 1_760_000_000_000;
let dockOID: string;

beforeAll(async () => {
  database = await createTestDatabase();
  audit = createAuditLog({ db: database.connection.kysely, clock: { wall: () => now, mono: () => now } });
});
beforeEach(() => {
  dockOID = randomUUID();
});
afterAll(() => database.drop());

/** One step of an order of the member, one second after the one before. */
const step = async (
  method: CommandMethod,
  reported: Record<string, unknown>,
  by: { member?: string; outcome?: string } = {},
): Promise<void> => {
  now += 1_000;
  const command = {
    oid: randomUUID(),
    groupRoot,
    issuedBy: by.member ?? memberOID,
    sessionOID: null,
    address: null,
    dockOID,
    method,
    epoch: null,
    arguments: reported,
  };
  const row = auditRow(command, by.outcome ?? 'authorised', null, null);
  await storeOutcome({ db: database.connection.kysely, audit }, row, async () => true);
};
const rows = async (): Promise<string[]> =>
  (
    await database.connection.kysely
      .selectFrom('audit_log')
      .select(['action', 'outcome'])
      .where('dock_oid', '=', dockOID)
      .orderBy('chain_seq')
      .execute()
  ).map(({ action, outcome }) => `${action} ${outcome}`);

it('a picture that the program starts and stops has one row per sitting, whatever becomes of it', async () => {
  for (const outcome of ['authorised', 'accepted', 'failed', 'authorised'])
    await step('startLive', { videoId: 'D/1-0-0/a', ...automatic }, { outcome });
  await step('stopLive', { videoId: 'D/1-0-0/a', ...automatic });
  await step('stopLive', { videoId: 'D/1-0-0/a', byServer: true });
  expect(await rows()).toEqual(['command.startLive authorised']);
  now += every;
  await step('startLive', { videoId: 'D/1-0-0/a', ...automatic });
  expect(await rows()).toHaveLength(2);
});

it('another camera, another person and a press of one are told apart', async () => {
  await step('startLive', { videoId: 'D/1-0-0/a', ...automatic });
  await step('startLive', { videoId: 'D/2-0-0/a', ...automatic });
  await step('startLive', { videoId: 'D/1-0-0/a', ...automatic }, { member: randomUUID() });
  await step('startLive', { videoId: 'D/1-0-0/a' });
  await step('startLive', { videoId: 'D/1-0-0/a' }, { outcome: 'accepted' });
  await step('stopLive', { videoId: 'D/1-0-0/a' });
  expect(await rows()).toHaveLength(6);
});

it.each(['returnHome', 'hover', 'startJob', 'flightPause', 'forceEndJob', 'switchQuality'] as const)(
  'no row of %s is left out, whoever calls it automatic',
  async (method) => {
    for (let times = 0; times < 3; times += 1)
      await step(method, { videoId: 'D/1-0-0/a', ...automatic, byServer: true });
    expect(await rows()).toHaveLength(3);
  },
);

it('while the log takes no rows a known picture is no exception: it is not started either', async () => {
  await step('startLive', { videoId: 'D/1-0-0/a', ...automatic });
  const closed: AuditLog = {
    ...audit,
    takesRows: () => false,
    write: async () => {
      throw new Error('asked');
    },
  };
  const row = auditRow(
    {
      oid: randomUUID(),
      groupRoot,
      issuedBy: memberOID,
      sessionOID: null,
      address: null,
      dockOID,
      method: 'startLive',
      epoch: null,
      arguments: { videoId: 'D/1-0-0/a', ...automatic },
    },
    'authorised',
    null,
    null,
  );
  const stored = storeOutcome({ db: database.connection.kysely, audit: closed }, row, async () => true);
  await expect(stored).rejects.toThrow('asked');
});
