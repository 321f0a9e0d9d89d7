import {
  dayLater,
  flightDrillings,
  statisticsCalls,
  wallTime,
  type CallDeclaration,
  type Measured,
  type MeasureSeries,
} from '@eyrie/domain';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { countDays, createStatistics } from './index.ts';

let rooms: TestRooms;
const account = 'sigma-administrator';
/** A department, one below it, and one beside. */
let groups: string[] = [];
let docks: string[] = [];
let place: { taskOID: string; routeOID: string };

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  const make = createTestFlights(rooms.runtime);
  place = { taskOID: await make.task(account), routeOID: await make.route(account) };
  docks = [await make.dock(account), await make.dock(account)];
  const { group_root: groupRoot, group_oid: top } = await rooms.db
    .selectFrom('member')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  const under = await rooms.department.add(rooms.db, { groupRoot, parentOID: top, name: '甲' });
  const below = await rooms.department.add(rooms.db, { groupRoot, parentOID: under, name: '乙' });
  groups = [
    top,
    under,
    below,
    await rooms.department.add(rooms.db, { groupRoot, parentOID: top, name: '丙' }),
  ];
});
afterAll(() => rooms?.close());

const zones = ['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'Europe/Berlin'] as const;
let zone: string = zones[0];
const seriesCalls = ['flight', 'flighttime', 'flightdistance', 'returnHome'] as const;

const asking = async (declaration: CallDeclaration, request: object, who = account): Promise<unknown> => {
  const extra = createStatistics(rooms.runtime, {
    organisation: rooms.organisation,
    audit: rooms.audit,
    timeZoneOf: async () => zone,
    requireVisible: rooms.department.requireVisible,
  }).endpoints;
  return (await rooms.call(declaration, request, { token: await rooms.tokenOf(who), extra })).data;
};

/** A measure as a Parquet file, read by a program that did not write it. */
const parquetOf = async (request: object, who = account) => {
  const answer = (await asking(statisticsCalls.export, request, who)) as { body: Uint8Array<ArrayBuffer> };
  const bytes = answer.body.buffer;
  const metadata = parquetMetadata(bytes).key_value_metadata ?? [];
  return {
    file: await parquetReadObjects({ file: bytes }),
    metadata: Object.fromEntries(metadata.map(({ key, value }) => [key, value])),
  };
};

const ask = async (
  name: (typeof seriesCalls)[number],
  request: Record<string, unknown> = {},
  who = account,
): Promise<MeasureSeries> =>
  (await asking(statisticsCalls[name], { from: '2026-03-01', days: 60, ...request }, who)) as MeasureSeries;

/** Around a change of the clocks in Berlin and in New York. */
const first = Date.UTC(2026, 2, 1, 12);
const quarters = 55 * 96;
const outcome = fc.constantFrom('done', 'partly', 'failed', 'cancelled', 'missed', 'unknown', null);
const record = {
  at: fc.integer({ min: 0, max: quarters }),
  begun: fc.boolean(),
  group: fc.nat(3),
  dock: fc.nat(1),
  outcome,
  duration: fc.nat(4_000),
  distance: fc.nat(20_000),
  unordered: fc.constantFrom('returned', 'halted', null),
};
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('close' as const), ...record }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('correct' as const), which: fc.nat(30), ...record }),
  },
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat(30) }),
  fc.record({
    kind: fc.constant('order' as const),
    which: fc.nat(30),
    state: fc.constantFrom('accepted', 'rejected'),
  }),
  fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...zones) }),
  fc.record({ kind: fc.constant('count' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;
type Part = Extract<Step, { kind: 'close' }>;
/** What a full count by hand knows of a flight. */
interface Known extends Omit<Part, 'kind'> {
  oid: string;
  gone: boolean;
  ordered: boolean;
}

const write = async (oid: string, part: Part | Extract<Step, { kind: 'correct' }>): Promise<void> => {
  const at = new Date(first + part.at * 900_000);
  await sql`update flight set outcome = ${part.outcome}, duration = ${part.duration}, distance = ${part.distance},
    unordered = ${part.unordered}, group_oid = ${groups[part.group] ?? ''}, dock_oid = ${docks[part.dock] ?? ''},
    start_time = ${part.begun ? at : null}, end_time = ${at}, state = 'over' where oid = ${oid}`.execute(
    rooms.db,
  );
};

const orderHome = async (oid: string, state: string): Promise<void> => {
  const command = rooms.runtime.newOid();
  await sql`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments,
      arguments_hash, issued_by, issued_at, expires_at, state)
    select ${command}::uuid, group_root, dock_oid, oid, 'returnHome', ${command}, '{}', '', executor_oid, now(), now(),
      ${state} from flight where oid = ${oid}`.execute(rooms.db);
};

/** Does a step, and the same to what is known. */
const act = async (one: Step, known: Known[]): Promise<void> => {
  if (one.kind === 'count') return countDays(rooms.runtime);
  if (one.kind === 'zone') {
    zone = one.zone;
    await sql`update organisation set time_zone = ${zone} where name = 'sigma'`.execute(rooms.db);
    return;
  }
  if (one.kind === 'close') {
    const oid = await createTestFlights(rooms.runtime).flight(account, {
      ...place,
      dockOID: docks[one.dock] ?? '',
    });
    await write(oid, one);
    known.push({ ...one, oid, gone: false, ordered: false });
    return;
  }
  const flight = known[one.which % Math.max(known.length, 1)];
  if (!flight) return;
  if (one.kind === 'correct') {
    await write(flight.oid, one);
    Object.assign(flight, one);
  } else if (one.kind === 'remove') {
    await sql`update flight set deleted_at = now() where oid = ${flight.oid}`.execute(rooms.db);
    flight.gone = true;
  } else {
    await orderHome(flight.oid, one.state);
    flight.ordered ||= one.state === 'accepted';
  }
};

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((all, one) => all + (one ?? 0), 0);
const dayOf = ({ at }: Known): string => {
  const { year, month, day } = wallTime(zone, first + at * 900_000);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
};
const valueOf = {
  flight: () => 1,
  flighttime: ({ duration }: Known) => duration,
  flightdistance: ({ distance }: Known) => distance,
  returnHome: ({ ordered, unordered }: Known) => (ordered || unordered === 'returned' ? 1 : 0),
};

/** Of departments by their place: the whole organisation, one and what is below it, the one below, the one beside. */
const scopes: readonly (readonly [groupOID: number | undefined, seen: readonly number[]])[] = [
  [undefined, [0, 1, 2, 3]],
  [1, [1, 2]],
  [2, [2]],
  [3, [3]],
];

describe('measures over random histories', () => {
  it('are what a full count says, and what their parts, days, departments and docks add up to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        await sql`delete from command`.execute(rooms.db);
        await sql`delete from flight`.execute(rooms.db);
        const known: Known[] = [];
        for (const one of steps) await act(one, known);
        await countDays(rooms.runtime);
        for (const name of seriesCalls)
          for (const [at, seen] of scopes) {
            const counted = known.filter(({ gone, begun, group }) => begun && !gone && seen.includes(group));
            const groupOID = at === undefined ? {} : { groupOID: groups[at] };
            for (const by of flightDrillings) {
              const answer = await ask(name, { ...groupOID, by });
              const total = sum(counted.map(valueOf[name]));
              expect(answer).toMatchObject({ total, pending: 0, recounting: 0, timeZone: zone });
              expect(sum(answer.points.map(({ value }) => value))).toBe(total);
              if (answer.parts.length > 0) expect(sum(answer.parts.map(({ value }) => value))).toBe(total);
              expect(sum(answer.named.map(({ value }) => value)) + answer.rest).toBe(total);
              for (const { day, value } of answer.points)
                expect(value).toBe(sum(counted.filter((one) => dayOf(one) === day).map(valueOf[name])));
            }
          }
      }),
      { numRuns: 12 },
    );
  });

  it('are nothing to those of another organisation, and its departments never were', async () => {
    const [, under = ''] = groups;
    expect(await ask('flight', {}, 'tau-administrator')).toMatchObject({ total: 0, named: [], rest: 0 });
    await expect(ask('flight', { groupOID: under }, 'tau-administrator')).rejects.toMatchObject({
      reason: 'notFound',
    });
  });

  it('say how many records are not counted yet', async () => {
    const oid = await createTestFlights(rooms.runtime).flight(account, { ...place, dockOID: docks[0] ?? '' });
    await sql`update flight set state = 'over', start_time = now(), end_time = now() where oid = ${oid}`.execute(
      rooms.db,
    );
    expect((await ask('flight')).pending).toBeGreaterThan(0);
    await countDays(rooms.runtime);
    expect((await ask('flight')).pending).toBe(0);
  });

  it.each([
    [{ days: 36_500 }, 'days'],
    [{ days: 0 }, 'days'],
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '0001-01-01' }, 'from'],
  ])('refuse %o by its field', async (request, path) => {
    await expect(ask('flight', request)).rejects.toMatchObject({
      reason: 'invalid',
      details: { issues: [expect.objectContaining({ path })] },
    });
  });

  it.each(['2016-12-02', '2099-12-31'])('are answered for ten years from %s', async (from) => {
    const answer = await ask('flight', { from, days: 3_650 });
    expect(answer).toMatchObject({ from, to: dayLater(from, 3_649), step: 'month' });
    expect(answer.points[0]?.day).toBe(`${from.slice(0, 7)}-01`);
    expect(answer.points.at(-1)?.day).toBe(`${answer.to.slice(0, 7)}-01`);
    await asking(statisticsCalls.screenOverview, { from, days: 3_650 });
    await asking(statisticsCalls.aiPercentage, { from, days: 3_650 });
  });

  it('have the same totals on a big screen, with a distinct count and a share that do not add up', async () => {
    await sql`delete from command`.execute(rooms.db);
    await sql`delete from flight`.execute(rooms.db);
    const part = { kind: 'close', begun: true, group: 0, unordered: null } as const;
    // Two docks a day, the first of them on two days; one flight a year before.
    for (const [days, dock, ended] of [
      [0, 0, 'done'],
      [0, 1, 'failed'],
      [1, 0, 'done'],
      [-365, 0, 'done'],
    ] as const)
      await act({ ...part, dock, outcome: ended, at: days * 96, duration: 60, distance: 100 }, []);
    await countDays(rooms.runtime);
    const period = { from: '2026-03-01', days: 2 };
    const { measures } = (await asking(statisticsCalls.screenOverview, period)) as { measures: Measured[] };
    expect(measures.find(({ measure }) => measure === 'flights')).toMatchObject({
      total: 3,
      previous: 0,
      yearBefore: 1,
      adds: true,
    });
    expect(measures.find(({ measure }) => measure === 'docksFlown')).toMatchObject({ total: 2, adds: false });
    expect(measures.find(({ measure }) => measure === 'doneShare')).toMatchObject({
      total: 2 / 3,
      previous: null,
      yearBefore: 1,
    });
    expect(await asking(statisticsCalls.screenFlighttime, period)).toMatchObject({ total: 180 });
    const table = { ...period, measure: 'flights', of: 'day', format: 'csv' };
    const { body } = (await asking(statisticsCalls.export, table)) as { body: Readable };
    const [head = '', ...lines] = (await text(body)).trim().split(/\r?\n/);
    expect(head).toContain('Flights');
    expect(lines).toEqual(['2026-03-01,2,1,0,1,0,0,0', '2026-03-02,1,1,0,0,0,0,0']);
    // The same for programs, in each zone: Berlin puts its clocks on at the end of March.
    zone = 'Europe/Berlin';
    const spring = { from: '2026-03-28', days: 3, measure: 'flights', of: 'day', format: 'parquet' };
    const { file, metadata } = await parquetOf(spring);
    expect(metadata).toMatchObject({ measure: 'flights', unit: 'count', of: 'day', timeZone: zone });
    expect(file.map(({ day, from, to }) => [day, from, to])).toEqual([
      ['2026-03-28', new Date('2026-03-27T23:00:00Z'), new Date('2026-03-28T23:00:00Z')],
      ['2026-03-29', new Date('2026-03-28T23:00:00Z'), new Date('2026-03-29T22:00:00Z')],
      ['2026-03-30', new Date('2026-03-29T22:00:00Z'), new Date('2026-03-30T22:00:00Z')],
    ]);
    zone = 'Asia/Shanghai';
    const days = await parquetOf({ ...table, format: 'parquet' });
    expect(days.file).toMatchObject([
      { day: '2026-03-01', value: 2n, done: 1n, failed: 1n, missed: 0n },
      { day: '2026-03-02', value: 1n, done: 1n, failed: 0n, missed: 0n },
    ]);
    const time = await parquetOf({ ...table, measure: 'flightTime', of: 'dock', format: 'parquet' });
    expect(new Map(time.file.map(({ oid, value }) => [oid, value]))).toEqual(
      new Map([
        [docks[0], 120],
        [docks[1], 60],
      ]),
    );
    const nobody = await parquetOf({ ...table, format: 'parquet', of: 'dock' }, 'tau-administrator');
    expect(nobody.file).toEqual([]);
  });

  it('are broken down by person, route and kind, a flight by hand by no route', async () => {
    const asked = { from: '2026-03-01', days: 2 };
    const before = await ask('flight', { ...asked, by: 'kind' });
    expect(before.named).toEqual([{ oid: 'arranged', name: '', value: before.total }]);
    await sql`insert into flight (oid, group_root, group_oid, dock_oid, state, outcome, route_checksum, waypoint_count,
        return_altitude, lost_action, clarity, executor_oid, start_time, take_off_to)
      select gen_random_uuid(), group_root, group_oid, dock_oid, 'over', 'done', '', 0, 100, 'return', 'hd', executor_oid,
        start_time, '{}' from flight where state = 'over' and deleted_at is null and (start_time at time zone ${zone})::date = '2026-03-01'
      limit 1`.execute(rooms.db);
    await countDays(rooms.runtime);
    const kinds = await ask('flight', { ...asked, by: 'kind' });
    expect(kinds.named).toContainEqual({ oid: 'byHand', name: '', value: 1 });
    const routes = await ask('flight', { ...asked, by: 'route' });
    expect(routes).toMatchObject({ total: kinds.total, rest: 1 });
    expect(routes.named.map(({ name }) => name)).toEqual(['航线']);
    const people = await ask('flight', { ...asked, by: 'person' });
    expect(people).toMatchObject({ rest: 0, named: [expect.objectContaining({ value: kinds.total })] });
    await sql`delete from flight where task_oid is null`.execute(rooms.db);
    await countDays(rooms.runtime);
  });

  it('of findings are not broken down by route, which they do not have', async () => {
    await expect(
      asking(statisticsCalls.order, { from: '2026-03-01', days: 2, by: 'route' }),
    ).rejects.toMatchObject({ details: { issues: [expect.objectContaining({ path: 'by' })] } });
    const table = { from: '2026-03-01', days: 2, measure: 'findings', of: 'route', format: 'csv' };
    await expect(asking(statisticsCalls.export, table)).rejects.toMatchObject({
      details: { issues: [expect.objectContaining({ path: 'of' })] },
    });
  });

  it('are points of a map for docks that one sees, and for nothing else', async () => {
    await sql`insert into dock_snapshot (dock_oid, online, lng, lat)
      values (${docks[0] ?? ''}, true, 113.95, 22.54), (${docks[1] ?? ''}, true, 8.5, 47.4)`.execute(
      rooms.db,
    );
    const asked = { from: '2026-03-01', days: 2, measure: 'flights', of: 'dock', format: 'geojson' };
    const map = async (): Promise<{ features: { id: string; geometry: unknown; properties: object }[] }> =>
      JSON.parse(String(((await asking(statisticsCalls.export, asked)) as { body: Buffer }).body));
    const pointOf = async (dock = ''): Promise<unknown> =>
      (await map()).features.find(({ id }) => id === dock)?.geometry;
    expect((await map()).features.find(({ id }) => id === docks[0])).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [113.95, 22.54] },
      properties: {
        value: 2,
        done: 2,
        failed: 0,
        from: '2026-02-28T16:00:00.000Z',
        to: '2026-03-02T16:00:00.000Z',
      },
    });
    expect(await pointOf(docks[1])).not.toBeNull();
    // It was handed to somebody else: what it flew stays, where it stands now is not for these eyes.
    const { group_root: root, group_oid: top } = await rooms.db
      .selectFrom('member')
      .selectAll()
      .where('account', '=', 'tau-administrator')
      .executeTakeFirstOrThrow();
    const moved = (groupRoot: string, groupOID: string) =>
      sql`update dock set group_root = ${groupRoot}::uuid, group_oid = ${groupOID}::uuid
        where oid = ${docks[1] ?? ''}`.execute(rooms.db);
    const before = await rooms.db
      .selectFrom('dock')
      .select(['group_root', 'group_oid'])
      .where('oid', '=', docks[1] ?? '')
      .executeTakeFirstOrThrow();
    await moved(root, top);
    expect(await pointOf(docks[1])).toBeNull();
    await moved(before.group_root, before.group_oid);
    await sql`delete from dock_snapshot`.execute(rooms.db);
    for (const other of ['day', 'department'])
      await expect(asking(statisticsCalls.export, { ...asked, of: other })).rejects.toMatchObject({
        details: { issues: [expect.objectContaining({ path: 'of' })] },
      });
  });

  it('show which aircraft are in the air, to those of the department and above', async () => {
    const drone = rooms.runtime.newOid();
    const seenAt = new Date('2026-03-01T10:00:00Z');
    await sql`insert into drone (oid, group_root, group_oid, dock_oid, name, sn, model)
      select ${drone}::uuid, group_root, group_oid, oid, '无人机', ${drone}, '0-91-1' from dock
      where oid = ${docks[0] ?? ''}`.execute(rooms.db);
    await sql`insert into dock_snapshot (dock_oid, online, drone_online, drone_airborne, drone_last_seen_at)
      values (${docks[0] ?? ''}, true, true, true, ${seenAt})`.execute(rooms.db);
    expect(await asking(statisticsCalls.liveUav, {})).toMatchObject({
      total: 1,
      list: [{ droneOID: drone, dockOID: docks[0], kind: 'dock', seenAt: seenAt.getTime(), flightOID: null }],
    });
    expect(await asking(statisticsCalls.screenUav, {})).toMatchObject({ docks: 2, dronesAirborne: 1 });

    // One in the hand of a pilot is in the air too, and is watched on the page of its controller; there is no dock more.
    await sql`update dock set kind = 'remoteController' where oid = ${docks[0] ?? ''}`.execute(rooms.db);
    expect(await asking(statisticsCalls.liveUav, {})).toMatchObject({
      total: 1,
      list: [{ droneOID: drone, kind: 'remoteController' }],
    });
    expect(await asking(statisticsCalls.screenUav, {})).toMatchObject({ docks: 1, dronesAirborne: 1 });
    await sql`update dock set kind = 'dock' where oid = ${docks[0] ?? ''}`.execute(rooms.db);

    expect(await asking(statisticsCalls.screenTask, {})).toMatchObject({ total: 1 });
    const [, under = ''] = groups;
    expect(await asking(statisticsCalls.liveUav, { groupOID: under })).toMatchObject({ total: 0 });
    expect(await asking(statisticsCalls.liveUav, {}, 'tau-administrator')).toMatchObject({
      total: 0,
      list: [],
    });
  });
});
