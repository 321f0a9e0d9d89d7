import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { hashSecret } from '../device-secret.ts';
import { createLog } from '../log.ts';
import { freePort } from '../postgres/index.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import type { DenialNotice } from './denials.ts';
import { EmqxAdmissions } from './emqx-admissions.ts';
import { emqxApi, EmqxApiError } from './emqx-api.ts';
import { createEmqx, createEnding } from './emqx.ts';
import { addDock, addDrone } from './test-docks.ts';
import { startFakeEmqx, type FakeEmqx } from './emqx.fixture.ts';

const log = createLog({ level: 'silent' });
const secret = 'y'.repeat(32);
let db: TestDatabase;
let fake: FakeEmqx;
let emqx: ReturnType<typeof createEmqx>;
let ending: ReturnType<typeof createEnding>;
const denials: DenialNotice[] = [];
/** A dock of its own for each test. */
let count = 0;
let sn: string;
let drone: string;

const query = (text: string, values: unknown[] = []) => db.connection.pool.query(text, values);
const own = (name = sn) => ({ username: name, password: `secret of ${name}` });
const osd = (name: string): string => `thing/product/${name}/osd`;
/** As if it had been let in a while ago. */
const settle = () => query(`update broker_admission set admitted_at = admitted_at - interval '1 minute'`);
const admitted = async (): Promise<string[]> => {
  const { rows } = await query('select name from broker_admission');
  return (rows as { name: string }[]).map(({ name }) => name).toSorted();
};
/** What was read a moment ago counts for a second. */
const refused = async (device: { username: string; password: string }): Promise<void> => {
  await expect.poll(() => fake.connect(device), { timeout: 5_000 }).toBe(false);
};

beforeAll(async () => {
  db = await createTestDatabase();
  const port = await freePort();
  fake = await startFakeEmqx({ port, secret });
  emqx = createEmqx(
    { api: fake.api, listen: { host: '127.0.0.1', port, secret } },
    { ownName: 'eyrie', database: db.connection, clock: systemClock, log },
  );
  emqx.onDenial((notice) => denials.push(notice));
  ending = createEnding(new EmqxAdmissions(db.connection), emqxApi(fake.api));
  for (const unit of emqx.units) await unit.start();
});
beforeEach(async () => {
  count += 1;
  [sn, drone] = [`DOCK${count}`, `DRONE${count}`];
  await addDock(db, sn, hashSecret(`secret of ${sn}`));
  await addDrone(db, drone, sn);
});
afterEach(async () => {
  fake.answersWith(null);
  denials.length = 0;
  await query('delete from broker_admission');
});
afterAll(async () => {
  for (const unit of emqx?.units.toReversed() ?? []) await unit.stop();
  await fake?.stop();
  await db?.drop();
});

describe('a dock at EMQX', () => {
  it('signs in with its secret, and speaks for itself and for its aircraft', async () => {
    await emqx.check();
    expect(await fake.connect(own())).toBe(true);
    expect(await fake.may(sn, 'publish', osd(sn))).toBe(true);
    expect(await fake.may(sn, 'publish', osd(drone))).toBe(true);
    expect(await fake.may(sn, 'subscribe', `thing/product/${sn}/services`)).toBe(true);
    expect(await fake.may(sn, 'publish', `thing/product/${sn}/services`)).toBe(false);
    expect(await fake.may(sn, 'subscribe', '#')).toBe(false);
    expect(await admitted()).toEqual([sn]);
  });

  it('is refused with another secret, which is reported as at the embedded broker', async () => {
    expect(await fake.connect({ username: sn, password: 'other' })).toBe(false);
    expect(denials).toMatchObject([{ denied: 'deviceCredentials', sn, count: 1, address: '192.0.2.7' }]);
    expect(await admitted()).toEqual([]);
  });

  it('signs in together with many others', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `STORM${at}`);
    for (const name of names) await addDock(db, name, hashSecret(`secret of ${name}`));
    const outcomes = await Promise.all(names.map((name) => fake.connect(own(name))));
    expect(outcomes).toEqual(names.map(() => true));
    expect(await admitted()).toEqual(names.toSorted());
  });

  it('speaks for an aircraft that is bound while it is connected, once EMQX has forgotten its refusal', async () => {
    const fresh = `FRESH${count}`;
    expect(await fake.connect(own())).toBe(true);
    expect(await fake.may(sn, 'publish', osd(fresh))).toBe(false);
    await addDrone(db, fresh, sn);
    expect(await fake.may(sn, 'publish', osd(fresh))).toBe(false);
    await emqx.accounts.bindDrones([{ sn, droneSn: fresh }]);
    expect(await fake.may(sn, 'publish', osd(fresh))).toBe(true);
  });

  it('opens its second connection by the account for that, and loses it with that', async () => {
    const name = `drc.${sn}`;
    const { rows } = await query('select oid from dock where sn = $1', [sn]);
    const [{ oid }] = rows as [{ oid: string }];
    await query(
      `insert into drc_account (dock_oid, secret_hash, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [oid, hashSecret(`secret of ${name}`)],
    );
    expect(await emqx.accounts.admitRelay(sn, `secret of ${name}`)).toBe(true);
    expect(await fake.connect(own(name))).toBe(true);
    expect(await fake.may(name, 'subscribe', `thing/product/${sn}/drc/down`)).toBe(true);
    expect(await fake.may(name, 'publish', osd(sn))).toBe(false);
    await ending.run();
    expect(fake.connected(name)).toBe(true);
    await query('update drc_account set expires_at = now() where dock_oid = $1', [oid]);
    await ending.run();
    expect(fake.connected(name)).toBe(false);
    expect(await fake.connect(own(name))).toBe(false);
  });
});

describe('an account that is taken away', () => {
  it('is out at once, with its second connection, and does not come back', async () => {
    await fake.connect(own());
    await query('update dock set deleted_at = now() where sn = $1', [sn]);
    await emqx.accounts.removeDock(sn);
    expect(fake.connected(sn)).toBe(false);
    await refused(own());
  });

  it('rests while it is suspended, and comes back with the same secret', async () => {
    await fake.connect(own());
    await query('update dock set retired_at = now() where sn = $1', [sn]);
    await emqx.accounts.suspendDock(sn);
    expect(fake.connected(sn)).toBe(false);
    await refused(own());
    await query('update dock set retired_at = null where sn = $1', [sn]);
    await emqx.accounts.resumeDock(sn);
    await expect.poll(() => fake.connect(own()), { timeout: 5_000 }).toBe(true);
  });

  it('has another secret: whoever came by the one before is out', async () => {
    await fake.connect(own());
    await query('update dock set secret_hash = $2 where sn = $1', [sn, hashSecret('newer')]);
    await emqx.accounts.ensureDock(sn, 'newer');
    expect(fake.connected(sn)).toBe(false);
    await refused(own());
    expect(await fake.connect({ username: sn, password: 'newer' })).toBe(true);
  });

  it('is out later where EMQX did not answer, without anybody asking again', async () => {
    await fake.connect(own());
    await settle();
    await query('update dock set deleted_at = now() where sn = $1', [sn]);
    fake.answersWith(500);
    await emqx.accounts.removeDock(sn);
    await expect(ending.run()).rejects.toThrow(EmqxApiError);
    expect(fake.connected(sn)).toBe(true);
    expect(await admitted()).toEqual([sn]);
    await expect.poll(() => emqx.managed(), { timeout: 15_000 }).toBe(false);
    fake.answersWith(null);
    // By the unit that every server runs.
    await expect.poll(() => fake.connected(sn), { timeout: 15_000 }).toBe(false);
    await expect.poll(admitted, { timeout: 15_000 }).toEqual([]);
    await expect.poll(() => emqx.managed(), { timeout: 15_000 }).toBe(true);
  });

  it('is not forgotten where its connection may only be on its way', async () => {
    await fake.connect(own());
    await query('update dock set deleted_at = now() where sn = $1', [sn]);
    await ending.run();
    expect(fake.connected(sn)).toBe(false);
    expect(await admitted()).toEqual([sn]);
    await settle();
    await ending.run();
    expect(await admitted()).toEqual([]);
  });

  it('of an aircraft that went to another dock ends the connection of the former one, and no other', async () => {
    const other = `OTHER${count}`;
    await addDock(db, other, hashSecret(`secret of ${other}`));
    await fake.connect(own());
    await fake.connect(own(other));
    await settle();
    await ending.run();
    expect([fake.connected(sn), fake.connected(other)]).toEqual([true, true]);
    await query('update drone set dock_oid = (select oid from dock where sn = $1) where sn = $2', [
      other,
      drone,
    ]);
    await ending.run();
    expect([fake.connected(sn), fake.connected(other)]).toEqual([false, true]);
    expect(await admitted()).toEqual([other]);
    await expect
      .poll(async () => (await fake.connect(own())) && fake.may(sn, 'publish', osd(drone)), {
        timeout: 5_000,
      })
      .toBe(false);
  });
});

describe('the management API', () => {
  it('ends the connection of a dock that may come back, and finds nothing to do where it is away', async () => {
    await fake.connect(own());
    await emqx.accounts.disconnect(sn);
    expect(fake.connected(sn)).toBe(false);
    await emqx.accounts.disconnect(sn);
    expect(await fake.connect(own())).toBe(true);
  });

  it('that does not answer, refuses the key, or is no such API, is no success', async () => {
    fake.answersWith(503);
    await expect(emqx.accounts.disconnect(sn)).rejects.toThrow(/503/);
    await expect(emqx.check()).rejects.toThrow(/503/);
    fake.answersWith(null);
    await expect(emqxApi({ ...fake.api, secret: 'other' }).end(sn)).rejects.toThrow(/401/);
    // The path of the version was forgotten: what is not found there says nothing of the dock.
    const wrong = emqxApi({ ...fake.api, url: fake.api.url.replace('/api/v5', '') });
    await expect(wrong.end(sn)).rejects.toThrow(/404/);
    await expect(wrong.forgetAnswers(sn)).rejects.toThrow(/404/);
    const nobody = emqxApi({ ...fake.api, url: `http://127.0.0.1:${await freePort()}/api/v5` });
    await expect(nobody.end(sn)).rejects.toThrow(EmqxApiError);
  });
});
