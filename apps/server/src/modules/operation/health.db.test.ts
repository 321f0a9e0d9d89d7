import { limits, operationCalls, type HealthPart } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createMeasuring, type HealthProbe } from './health-measure.ts';
import { createHealth } from './health.service.ts';
import { operationEndpoints, type OperationServices } from './operation.endpoints.ts';

let rooms: TestRooms;

const health = async (account: string): Promise<HealthPart[]> => {
  const services = { health: createHealth(rooms.runtime) } as unknown as OperationServices;
  const options = { token: await rooms.tokenOf(account), extra: operationEndpoints(services) };
  return ((await rooms.call(operationCalls.health, {}, options)).data as { list: HealthPart[] }).list;
};
const fine: HealthProbe = {
  part: 'process',
  measure: async () => ({ state: 'fine', reason: null, figures: { loopLag: 3 } }),
};
const dead: HealthProbe = { part: 'video', measure: () => Promise.reject(new Error('gone')) };
const hanging: HealthProbe = { part: 'storage', measure: () => new Promise(() => undefined) };

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.organisation.ensureFirstOrganisation({
    dataDir: '/nowhere',
    demo: false,
    adminPassword: 'Given-Pass1!',
  });
  await rooms.seed('south', ['administrator'], 'Flug-4711!');
});
afterAll(() => rooms.close());

describe('health', () => {
  it('shows every server, with what is down and what does not answer', async () => {
    const one = createMeasuring(rooms.runtime, { instanceId: 'one', probes: [fine, dead] });
    const two = createMeasuring(rooms.runtime, { instanceId: 'two', probes: [fine, hanging] });
    await Promise.all([one.run(), two.run()]);
    const list = (await health('admin')).filter((part) => part.instanceId);
    expect(list.map(({ instanceId, part, state, reason }) => [instanceId, part, state, reason])).toEqual([
      ['one', 'process', 'fine', null],
      ['one', 'video', 'down', 'failed'],
      ['two', 'process', 'fine', null],
      ['two', 'storage', 'down', 'noAnswer'],
    ]);
    expect(list[0]?.figures).toEqual([{ name: 'loopLag', value: 3 }]);
  });

  it('tells how old a measurement is, and forgets servers that are gone for good', async () => {
    await sql`update health_measure set measured_at = now() - interval '40 seconds' where part = 'video'`.execute(
      rooms.db,
    );
    const old = (await health('admin')).find((part) => part.part === 'video');
    expect(old?.age).toBeGreaterThan(limits.operation.staleAfter);
    expect(old?.age).toBeLessThan(60_000);
    await sql`update health_measure set measured_at = now() - interval '2 days' where instance_id = 'two'`.execute(
      rooms.db,
    );
    const one = createMeasuring(rooms.runtime, { instanceId: 'one', probes: [fine] });
    await one.run();
    expect((await health('admin')).filter((part) => part.instanceId === 'two')).toEqual([]);
  });

  it('says that work is stuck when it runs without a sign of life, and not while it gives one', async () => {
    const { groupRoot } = await rooms.db
      .selectFrom('member')
      .select('group_root as groupRoot')
      .where('account', '=', 'south-administrator')
      .executeTakeFirstOrThrow();
    const silent = limits.work.stillFor + 5_000;
    await sql`insert into work (oid, group_root, kind, state, request, created_at, updated_at)
      values (gen_random_uuid(), ${groupRoot}::uuid, 'diagnosis', 'running', '{}', now(),
        now() - ${silent} * interval '1 millisecond')`.execute(rooms.db);
    const work = async (): Promise<HealthPart | undefined> =>
      (await health('admin')).find(({ part }) => part === 'work');
    expect(await work()).toMatchObject({ state: 'strained', reason: 'workStuck' });
    expect((await work())?.figures).toContainEqual({ name: 'stuck', value: 1 });
    await sql`update work set updated_at = now()`.execute(rooms.db);
    expect(await work()).toMatchObject({ state: 'fine', reason: null });
    await rooms.db.deleteFrom('work').execute();
  });

  it.each([
    ['diagnosis', limits.operation.health.shortWorkWait + 5_000, 'workWaits'],
    ['diagnosis', 1_000, null],
    ['layerTiles', limits.operation.health.shortWorkWait + 5_000, null],
    ['layerTiles', limits.operation.health.workWait + 5_000, 'workWaits'],
  ])('looks at how long work waits: %s, %i ms', async (kind, waited, reason) => {
    await sql`insert into work (oid, group_root, kind, request, created_at, updated_at)
      select gen_random_uuid(), group_root, ${kind}::text, '{}', now() - ${waited} * interval '1 millisecond', now()
      from member where account = 'south-administrator'`.execute(rooms.db);
    const work = (await health('admin')).find(({ part }) => part === 'work');
    expect(work?.reason).toBe(reason);
    await rooms.db.deleteFrom('work').execute();
  });

  it('keeps the instance to its operators', async () => {
    expect((await health('south-administrator')).map((part) => part.part)).toEqual(['docks', 'work']);
  });
});
