import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationCalls, type BackupPlan } from '@eyrie/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../platform/http/refusal.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { backUp } from './backup.service.ts';
import { backupName } from './backup-file.ts';
import { operators } from './backup-plan.store.ts';
import { createBackupPlan, type BackupPlans } from './backup-plan.service.ts';
import { createStoredFiles } from './stored-files.ts';
import { operationEndpoints, type OperationServices } from './operation.endpoints.ts';
import { insertWork } from './work.store.ts';

let rooms: TestRooms;
let plan: BackupPlans;
let endpoints: ReturnType<typeof operationEndpoints>;
let token: string;

const hour = 3_600_000;
const begun = () =>
  rooms.db.selectFrom('work').select(['oid', 'request']).where('kind', '=', 'backup').execute();
const end = (state: 'done' | 'failed') =>
  rooms.db.updateTable('work').set({ state }).where('kind', '=', 'backup').execute();
const call = async (declaration: Parameters<TestRooms['call']>[0], request: unknown = {}) =>
  (await rooms.call(declaration, request, { token, extra: endpoints })).data as BackupPlan;

beforeAll(async () => {
  rooms = await createTestRooms();
  const first = { dataDir: '/nowhere', demo: false, adminPassword: 'Given-Pass1!' };
  await rooms.organisation.ensureFirstOrganisation(first);
  plan = createBackupPlan(rooms.runtime, {
    audit: rooms.audit,
    work: {
      add: async (trx, request) => {
        const oid = rooms.runtime.newOid();
        await insertWork(trx, { oid, ...request }, new Date(rooms.clock.wall()));
        return oid;
      },
    },
    timeZoneOf: async () => 'Asia/Shanghai',
  });
  endpoints = operationEndpoints({ plan } as unknown as OperationServices);
});
afterAll(() => rooms.close());
beforeEach(async () => {
  // Days pass in these tests, and sessions with them.
  token = await rooms.tokenOf('admin');
  await rooms.db.deleteFrom('work').execute();
  await rooms.db.deleteFrom('backup_plan').execute();
});

/** On, at the hour that comes next. */
const switchOn = async (keep = 2): Promise<void> => {
  const next = new Date(rooms.clock.wall() + hour).getUTCHours();
  await call(operationCalls.backupPlanSet, { enabled: true, hour: next, timeZone: 'UTC', keep });
};
/** Three servers look at the same time. */
const check = () => Promise.all([plan.beginDue(), plan.beginDue(), plan.beginDue()]);

describe('the daily backup', () => {
  it('is off until somebody sets it, and says when it is next', async () => {
    expect(await call(operationCalls.backupPlanGet)).toEqual({
      enabled: false,
      hour: 3,
      timeZone: 'Asia/Shanghai',
      keep: 7,
      nextAt: null,
      last: null,
    });
    await check();
    expect(await begun()).toEqual([]);
    await switchOn();
    const { nextAt } = await call(operationCalls.backupPlanGet);
    expect((nextAt ?? 0) - rooms.clock.wall()).toBeLessThanOrEqual(hour);
    const wrong = { enabled: true, hour: 3, timeZone: 'Moon/Base', keep: 1 };
    const refused = await call(operationCalls.backupPlanSet, wrong).catch((error: Refusal) => error);
    expect((refused as Refusal).details.issues?.[0]).toMatchObject({ path: 'timeZone', rule: 'timeZone' });
  });

  it('is begun once a day, however many servers look', async () => {
    await switchOn();
    await check();
    expect(await begun()).toEqual([]);
    rooms.clock.move(hour);
    await check();
    await check();
    expect(await begun()).toHaveLength(1);
    await end('done');
    await check();
    expect(await begun()).toHaveLength(1);
    rooms.clock.move(24 * hour);
    await check();
    expect(await begun()).toHaveLength(2);
  });

  it('is made up for once when no server ran for days, and waits for one that somebody began', async () => {
    await switchOn();
    rooms.clock.move(73 * hour);
    const { group_root: groupRoot } = await rooms.db
      .selectFrom('backup_plan')
      .select('group_root')
      .executeTakeFirstOrThrow();
    const by = { kind: 'backup', ownerOID: null, groupRoot, request: {} };
    await insertWork(rooms.db, { oid: rooms.runtime.newOid(), ...by }, new Date(rooms.clock.wall()));
    await check();
    expect(await begun()).toHaveLength(1);
    await end('failed');
    await check();
    await end('done');
    await check();
    expect(await begun()).toHaveLength(2);
  });

  it('tells the operators of the instance alone', async () => {
    await rooms.seed('elsewhere', ['administrator'], 'Flug-4711!');
    const notified = await operators(rooms.db);
    const names = await rooms.db
      .selectFrom('member')
      .select('account')
      .where('oid', 'in', notified)
      .execute();
    expect(names).toEqual([{ account: 'admin' }]);
  });
});

describe('a backup', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eyrie-plan-'));
  });
  const make = async (keep: number, damage = false): Promise<void> => {
    const stored = createStoredFiles({ folder, contentType: 'x', calls: [], keep: () => keep });
    const facts = {
      url: rooms.database.url,
      dataDir: folder,
      withObjects: true,
      instanceId: 'one',
      release: '0',
    };
    await backUp(
      rooms.clock,
      facts,
      stored,
    )({
      oid: '',
      groupRoot: '',
      ownerOID: null,
      request: {},
      signal: new AbortController().signal,
      alive: () => undefined,
      progress: async (_share, step) => {
        if (damage && step === 'checking')
          await writeFile(stored.pathOf(backupName(rooms.clock.wall())), 'cut off');
      },
    });
    rooms.clock.move(1_000);
  };
  const names = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith('.zst')).toSorted();

  it('pushes out older ones only when it was read again and is whole', async () => {
    await make(2);
    await make(2);
    const before = await names();
    await expect(make(2, true)).rejects.toThrow('is no backup of Eyrie, or is damaged');
    rooms.clock.move(1_000);
    expect(await names()).toEqual(before);
    // A server that was killed before it had read its backup again leaves it without a note.
    await writeFile(join(folder, backupName(rooms.clock.wall())), 'not read again');
    rooms.clock.move(1_000);
    await make(2);
    const after = await names();
    expect(after).toHaveLength(2);
    expect(after[0]).toBe(before[1]);
    const list = await createStoredFiles({ folder, contentType: 'x', calls: [], keep: () => 2 }).list();
    expect(list.every(({ checkedAt }) => checkedAt !== null)).toBe(true);
    await rm(folder, { recursive: true });
  });
});
