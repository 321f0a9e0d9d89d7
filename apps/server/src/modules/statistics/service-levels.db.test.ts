import { serviceLevelCalls, statisticsCalls, type CallDeclaration, type ResponseOf } from '@eyrie/domain';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { countServiceLevels, createStatistics, lookAtDocks } from './index.ts';

let rooms: TestRooms;
let make: TestFlights;
const account = 'levels-administrator';
const zone = 'Asia/Shanghai';
let [online, offline] = ['', ''];
type Levels = ResponseOf<typeof serviceLevelCalls.serviceLevels>;

const seen = async (dockOID: string, isOnline: boolean, ago: string): Promise<void> => {
  await sql`insert into dock_snapshot (dock_oid, online, last_seen_at)
    values (${dockOID}, ${isOnline}, now() - ${ago}::interval)
    on conflict (dock_oid) do update set online = excluded.online, last_seen_at = excluded.last_seen_at`.execute(
    rooms.db,
  );
};

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('levels', ['administrator'], 'Flug-4711!');
  await rooms.seed('others', ['administrator'], 'Flug-4711!');
  make = createTestFlights(rooms.runtime);
  [online, offline] = [await make.dock(account), await make.dock(account)];
  // Never heard: nothing was served to it that could be missing.
  await make.dock(account);
});
afterAll(() => rooms?.close());
beforeEach(async () => {
  await rooms.db.deleteFrom('service_level_day').execute();
});

const endpoints = () =>
  createStatistics(rooms.runtime, {
    organisation: rooms.organisation,
    audit: rooms.audit,
    timeZoneOf: async () => zone,
    requireVisible: rooms.department.requireVisible,
  }).endpoints;

const asking = async (
  declaration: CallDeclaration,
  request: object = {},
  who = account,
): Promise<unknown> => {
  const extra = endpoints();
  const { rows } = await sql<{
    from: string;
  }>`select ((now() at time zone ${zone})::date - 5)::text as "from"`.execute(rooms.db);
  const period = { from: rows[0]?.from, days: 10, ...request };
  return (await rooms.call(declaration, period, { token: await rooms.tokenOf(who), extra })).data;
};
const levels = async (who = account): Promise<Levels> =>
  (await asking(serviceLevelCalls.serviceLevels, {}, who)) as Levels;
const level = async (name: Levels['levels'][number]['level']) =>
  (await levels()).levels.find((one) => one.level === name);
const count = () => rooms.db.transaction().execute(countServiceLevels);

const addCommand = async (part: {
  method?: string;
  state?: string;
  videoId?: string;
  sentAgo: number;
  answeredAfter?: number;
}): Promise<void> => {
  const { method = 'returnHome', state = 'succeeded', videoId, sentAgo, answeredAfter } = part;
  const sent = Date.now() - sentAgo;
  const history = [
    { at: sent, state: 'sent', detail: null },
    ...(answeredAfter === undefined ? [] : [{ at: sent + answeredAfter, state: 'accepted', detail: null }]),
  ];
  await sql`insert into command (oid, group_root, dock_oid, method, idempotency_key, arguments, arguments_hash, issued_by,
      issued_at, expires_at, state, ack_code, history, sent_at, created_at)
    select gen_random_uuid(), dock.group_root, dock.oid, ${method}, gen_random_uuid()::text,
      ${JSON.stringify(videoId ? { videoId } : {})}::jsonb, '', member.oid, now(), now(), ${state},
      ${answeredAfter === undefined ? null : 0}, ${JSON.stringify(history)}::jsonb, ${new Date(sent)}, ${new Date(sent)}
    from dock, member where dock.oid = ${online} and member.account = ${account}`.execute(rooms.db);
};

describe('service levels', () => {
  it('are null where nothing was measured, not 0 or all', async () => {
    const answer = await levels();
    expect(answer.docks).toEqual([]);
    for (const one of answer.levels)
      expect(one).toMatchObject({ count: 0, share: null, mean: null, previous: null });
  });

  it('add one look after the other at docks that were heard', async () => {
    await seen(online, true, '2 seconds');
    await seen(offline, false, '3 hours');
    await lookAtDocks(rooms.db);
    await seen(online, true, '40 seconds');
    await lookAtDocks(rooms.db);
    expect(await level('available')).toMatchObject({ count: 4, share: 0.5, mean: null });
    const age = await level('telemetryAge');
    expect(age).toMatchObject({ count: 2, share: 0.5 });
    expect(age?.mean).toBeGreaterThan(20_000);
    expect(age?.mean).toBeLessThan(40_000);
    const { docks } = await levels();
    expect(new Map(docks.map(({ dockOID, levels: own }) => [dockOID, own[0]?.share]))).toEqual(
      new Map([
        [online, 1],
        [offline, 0],
      ]),
    );
  });

  it('do not take a dock for online that has been silent for long, whatever stands there', async () => {
    await seen(online, true, '5 minutes');
    await seen(offline, false, '3 hours');
    await lookAtDocks(rooms.db);
    expect(await level('available')).toMatchObject({ count: 2, share: 0 });
  });

  it('do not look at docks that are out of service', async () => {
    await seen(online, true, '2 seconds');
    await seen(offline, false, '3 hours');
    await sql`update dock set retired_at = now() where oid = ${offline}`.execute(rooms.db);
    await lookAtDocks(rooms.db);
    await sql`update dock set retired_at = null where oid = ${offline}`.execute(rooms.db);
    expect(await level('available')).toMatchObject({ count: 1, share: 1 });
  });

  it('count orders by their first answer, anew each time', async () => {
    await rooms.db.deleteFrom('command').execute();
    await addCommand({ sentAgo: 600_000, answeredAfter: 1_000 });
    await addCommand({ sentAgo: 600_000, answeredAfter: 9_000 });
    await addCommand({ sentAgo: 600_000, state: 'unknown' });
    // Its answer may still come.
    await addCommand({ sentAgo: 5_000, state: 'sent' });
    await count();
    await count();
    const answer = await level('commandAnswer');
    expect(answer).toMatchObject({ count: 3, share: 1 / 3 });
    expect(answer?.mean).toBeCloseTo(5_000, -2);
  });

  it('count live pictures until their stream, and those without one', async () => {
    await rooms.db.deleteFrom('command').execute();
    const start = { method: 'startLive', sentAgo: 600_000, answeredAfter: 100 };
    const camera = (name: string) => ({ ...start, videoId: `SN1/${name}/normal-0` });
    await addCommand(camera('39-0-7'));
    await addCommand(camera('165-0-7'));
    // It ran before: only another viewer came.
    await addCommand(camera('176-0-0'));
    const came = (stream: string, after: number) =>
      sql`insert into video_stream_start (stream, began_at)
        values (${stream}, ${new Date(Date.now() - 600_000 + after)})`.execute(rooms.db);
    await came(`${online}_drone_39-0-7_normal-0`, 1_500);
    await came(`${online}_drone_176-0-0_normal-0`, -300_000);
    await came(`${offline}_drone_165-0-7_normal-0`, 1_000);
    await count();
    const answer = await level('firstFrame');
    expect(answer).toMatchObject({ count: 2, share: 0.5 });
    expect(answer?.mean).toBeCloseTo(1_500, -2);
  });

  it('count launches by when they were due, missed ones without a time, and none that wait for more', async () => {
    const run = async (state: string, condition: object | null): Promise<void> => {
      const taskOID = await make.task(account);
      const arrangement = { dockOID: online, ...(condition ? { condition } : {}) };
      await sql`update task set type = 'repeat', schedule_rule = '{}', arranged_by = created_by,
        arrangement = ${JSON.stringify(arrangement)}::jsonb where oid = ${taskOID}`.execute(rooms.db);
      await sql`insert into task_occurrence (oid, task_oid, wall_time, time_zone, due_at, state, decided_at)
        values (gen_random_uuid(), ${taskOID}, '2026-03-01T08:00', ${zone}, now() - interval '1 hour', ${state},
          now() - interval '1 hour' + interval '20 seconds')`.execute(rooms.db);
    };
    await run('launched', null);
    await run('missed', null);
    await run('launched', { battery: 90 });
    await run('cancelled', null);
    await count();
    const answer = await level('launch');
    expect(answer).toMatchObject({ count: 2, share: 0.5 });
    expect(answer?.mean).toBeCloseTo(20_000, -2);
  });

  it('leave days alone that are older than what is counted anew', async () => {
    await sql`insert into service_level_day (dock_oid, day, level, group_oid, group_root, count, within, timed, sum)
      select oid, (now() at time zone ${zone})::date - 4, 'commandAnswer', group_oid, group_root, 8, 6, 8, 800
      from dock where oid = ${online}`.execute(rooms.db);
    await rooms.db.deleteFrom('command').execute();
    await count();
    expect(await level('commandAnswer')).toMatchObject({ count: 8, share: 0.75, mean: 100 });
  });

  it('show nothing to others, and are a table', async () => {
    await seen(online, true, '2 seconds');
    await seen(offline, false, '3 hours');
    await lookAtDocks(rooms.db);
    expect((await levels('others-administrator')).docks).toEqual([]);
    const { body } = (await asking(serviceLevelCalls.serviceLevelExport, { format: 'csv' })) as {
      body: Readable;
    };
    const [, ...lines] = (await text(body)).trim().split(/\r?\n/);
    expect(new Set(lines.map((line) => line.split(',').slice(2, 4).join()))).toEqual(new Set(['1,0', '1,1']));
  });

  it('stand beside open orders by state and age, each on the right side of its bound', async () => {
    const add = (state: string, days: number, who = account) =>
      sql`insert into work_order (oid, group_root, group_oid, name, class, state, created_by, created_at)
        select gen_random_uuid(), group_root, group_oid, 'x', 'crack', ${state}, oid, now() - ${days} * interval '1 day'
        from member where account = ${who}`.execute(rooms.db);
    for (const days of [0.9, 1.1, 2.9, 3.1, 6.9, 7.1, 29.9, 30.1]) await add('unassigned', days);
    await add('inProcess', 400);
    await add('done', 2);
    await add('ignored', 2);
    await add('unassigned', 2, 'others-administrator');
    const call = statisticsCalls.orderAge;
    const { data } = await rooms.call(call, {}, { token: await rooms.tokenOf(account), extra: endpoints() });
    const { total, states } = data as ResponseOf<typeof call>;
    expect(total).toBe(9);
    const counts = (of: string) =>
      states.find(({ state }) => state === of)?.ages.map(({ count: one }) => one);
    expect(counts('unassigned')).toEqual([1, 2, 2, 2, 1]);
    expect(counts('inProcess')).toEqual([0, 0, 0, 0, 1]);
  });
});
