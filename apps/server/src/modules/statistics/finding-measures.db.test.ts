import {
  findingVerdicts,
  orderStates,
  statisticsCalls,
  wallTime,
  type CallDeclaration,
  type ClassShares,
  type Measured,
  type MeasureSeries,
} from '@eyrie/domain';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addListedCodes } from '../../migrations/listed-code.fixture.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { countDays, createStatistics } from './index.ts';

let rooms: TestRooms;
const account = 'sigma-administrator';
/** A department, one below it, and one beside. */
let groups: string[] = [];
let docks: string[] = [];
/** Flights of either dock, each with a picture; the last picture is of no flight. */
const flights: string[] = [];
const pictures: string[] = [];
let memberOID = '';

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  const make = createTestFlights(rooms.runtime);
  const place = { taskOID: await make.task(account), routeOID: await make.route(account) };
  docks = [await make.dock(account), await make.dock(account)];
  for (const dockOID of docks) flights.push(await make.flight(account, { ...place, dockOID }));
  for (const flight of [...flights, null]) {
    const oid = rooms.runtime.newOid();
    await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size)
      select ${oid}::uuid, group_root, group_oid, ${flight}::uuid, ${oid}, ${oid}, 'photo', 1 from member
      where account = ${account}`.execute(rooms.db);
    pictures.push(oid);
  }
  const member = await rooms.db
    .selectFrom('member')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  memberOID = member.oid;
  const { group_root: groupRoot, group_oid: top } = member;
  const under = await rooms.department.add(rooms.db, { groupRoot, parentOID: top, name: '甲' });
  const below = await rooms.department.add(rooms.db, { groupRoot, parentOID: under, name: '乙' });
  const beside = await rooms.department.add(rooms.db, { groupRoot, parentOID: top, name: '丙' });
  groups = [top, under, below, beside];
});
afterAll(() => rooms?.close());

const zones = ['Asia/Shanghai', 'America/New_York', 'Europe/Berlin'] as const;
let zone: string = zones[0];
const period = { from: '2026-03-01', days: 60 };

const asking = async <T>(declaration: CallDeclaration, request: object, who = account): Promise<T> => {
  const extra = createStatistics(rooms.runtime, {
    organisation: rooms.organisation,
    audit: rooms.audit,
    timeZoneOf: async () => zone,
    requireVisible: rooms.department.requireVisible,
  }).endpoints;
  return (await rooms.call(declaration, request, { token: await rooms.tokenOf(who), extra })).data as T;
};

/** Around a change of the clocks in Berlin and in New York. */
const first = Date.UTC(2026, 2, 1, 12);
const record = { at: fc.nat(55 * 96), group: fc.nat(3), picture: fc.nat(2) };
const verdict = fc.constantFrom('confirmed', 'falseAlarm', 'deleted', null);
const name = fc.constantFrom('crack', 'rust', 'other');
const step = fc.oneof(
  fc.record({ kind: fc.constant('run' as const), ...record }),
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('find' as const), run: fc.nat(30), name, verdict, ...record }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('judge' as const), which: fc.nat(30), name, verdict }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('order' as const), name, ...record }) },
  fc.record({
    kind: fc.constant('move' as const),
    which: fc.nat(30),
    state: fc.constantFrom(...orderStates),
  }),
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat(30) }),
  fc.record({ kind: fc.constant('dock' as const), flight: fc.nat(1), dock: fc.nat(1) }),
  fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...zones) }),
  fc.record({ kind: fc.constant('count' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** What a full count by hand knows. */
interface Known {
  oid: string;
  group: number;
  at: number;
  /** Its place in `pictures`. */
  picture: number;
  class: string;
  verdict: string | null;
  run: string;
  state: string;
}
class History {
  runs: Known[] = [];
  found: Known[] = [];
  orders: Known[] = [];
  /** Of flights, by their place. */
  docks = [0, 1];

  async act(one: Step): Promise<void> {
    const { db, runtime } = rooms;
    const oid = runtime.newOid();
    if (one.kind === 'count') return countDays(runtime);
    if (one.kind === 'zone') {
      zone = one.zone;
      await sql`update organisation set time_zone = ${zone} where name = 'sigma'`.execute(db);
    } else if (one.kind === 'dock') {
      this.docks[one.flight] = one.dock;
      await sql`update flight set dock_oid = ${docks[one.dock]} where oid = ${flights[one.flight]}`.execute(
        db,
      );
    } else if (one.kind === 'run' || one.kind === 'find' || one.kind === 'order') {
      await this.add(oid, one);
    } else if (one.kind === 'remove') {
      const run = this.runs[one.which % Math.max(this.runs.length, 1)];
      if (!run) return;
      await sql`delete from detection where oid = ${run.oid}`.execute(db);
      this.runs = this.runs.filter((other) => other !== run);
      this.found = this.found.filter((other) => other.run !== run.oid);
    } else if (one.kind === 'judge') {
      const found = this.found[one.which % Math.max(this.found.length, 1)];
      if (!found) return;
      await sql`update detection_outcome set verdict = ${one.verdict}, class = ${one.name}
        where oid = ${found.oid}`.execute(db);
      Object.assign(found, { verdict: one.verdict, class: one.name });
    } else {
      const order = this.orders[one.which % Math.max(this.orders.length, 1)];
      if (!order) return;
      await sql`update work_order set state = ${one.state} where oid = ${order.oid}`.execute(db);
      order.state = one.state;
    }
  }

  private async add(oid: string, one: Extract<Step, { kind: 'run' | 'find' | 'order' }>): Promise<void> {
    const { db } = rooms;
    const at = new Date(first + one.at * 900_000);
    const own = sql`(select group_root from member where oid = ${memberOID}::uuid)`;
    const flight = flights[one.picture] ?? null;
    const known: Known = {
      oid,
      group: one.group,
      at: at.getTime(),
      picture: one.picture,
      class: 'name' in one ? one.name : '',
      verdict: 'verdict' in one ? one.verdict : null,
      run: '',
      state: 'unassigned',
    };
    if (one.kind === 'run') {
      await sql`insert into detection (oid, group_root, group_oid, name, model, model_version, source_id, flight_oid,
          created_by, created_at)
        values (${oid}, ${own}, ${groups[one.group]}, 'run', 'm', '1', ${oid}, ${flight}, ${memberOID}, ${at})`.execute(
        db,
      );
      this.runs.push(known);
    } else if (one.kind === 'order') {
      await sql`insert into work_order (oid, group_root, group_oid, name, class, flight_oid, created_by, created_at)
        values (${oid}, ${own}, ${groups[one.group]}, 'order', ${one.name}, ${flight}, ${memberOID}, ${at})`.execute(
        db,
      );
      this.orders.push(known);
    } else {
      const run = this.runs[one.run % Math.max(this.runs.length, 1)];
      if (!run) return;
      await sql`insert into detection_outcome (oid, group_root, group_oid, detection_oid, media_oid, model,
          model_version, source_id, x, y, width, height, picture_width, picture_height, class, verdict, created_at)
        values (${oid}, ${own}, ${groups[one.group]}, ${run.oid}, ${pictures[one.picture]}, 'm', '1', ${oid}, 0, 0, 1, 1,
          9, 9, ${one.name}, ${one.verdict}, ${at})`.execute(db);
      this.found.push({ ...known, run: run.oid });
    }
  }

  dockOf({ picture }: Known): string | undefined {
    const at = this.docks[picture];
    return at === undefined ? undefined : docks[at];
  }
  auditOf(run: Known): string {
    const found = this.found.filter(({ run: oid, verdict: is }) => oid === run.oid && is !== 'deleted');
    const audited = found.filter(({ verdict: is }) => is !== null).length;
    if (audited === 0) return 'unaudited';
    return audited === found.length ? 'fully' : 'partially';
  }
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((all, one) => all + (one ?? 0), 0);
const dayOf = ({ at }: Known): string => {
  const { year, month, day } = wallTime(zone, at);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
};
const standing = ({ found }: History): Known[] => found.filter((one) => one.verdict !== 'deleted');
const verdictOf = (one: Known): string => one.verdict ?? 'unjudged';

/** Each call with the records that it counts, and the part into which each falls. */
const counted = [
  ['screenAiHistory', standing, verdictOf],
  ['aiAbnomal', (all: History) => all.found.filter((one) => one.verdict === 'confirmed'), () => ''],
  ['aiTask', (all: History) => all.runs, (one: Known, all: History) => all.auditOf(one)],
  ['order', (all: History) => all.orders, (one: Known) => one.state],
] as const;

/** Of departments by their place: the whole organisation, one and what is below it, the one beside. */
const scopes: readonly (readonly [groupOID: number | undefined, seen: readonly number[]])[] = [
  [undefined, [0, 1, 2, 3]],
  [1, [1, 2]],
  [3, [3]],
];

const empty = async (): Promise<void> => {
  await sql`delete from work_order`.execute(rooms.db);
  await sql`delete from detection`.execute(rooms.db);
  for (const [at, flight] of flights.entries())
    await sql`update flight set dock_oid = ${docks[at]} where oid = ${flight}`.execute(rooms.db);
};

async function compare(all: History, at: number | undefined, seen: readonly number[]): Promise<void> {
  const groupOID = at === undefined ? {} : { groupOID: groups[at] };
  const within = (one: Known): boolean => seen.includes(one.group);
  for (const [call, recordsOf, partOf] of counted) {
    const records = recordsOf(all).filter(within);
    const total = records.length;
    for (const by of ['department', 'dock'] as const) {
      const answer = await asking<MeasureSeries>(statisticsCalls[call], { ...period, ...groupOID, by });
      expect(answer).toMatchObject({ total, pending: 0, recounting: 0, timeZone: zone });
      for (const { day, value } of answer.points)
        expect(value).toBe(records.filter((one) => dayOf(one) === day).length);
      expect(sum(answer.points.map(({ value }) => value))).toBe(total);
      for (const { part, value } of answer.parts)
        expect(value).toBe(records.filter((one) => partOf(one, all) === part).length);
      if (answer.parts.length > 0) expect(sum(answer.parts.map(({ value }) => value))).toBe(total);
      expect(sum(answer.named.map(({ value }) => value)) + answer.rest).toBe(total);
      for (const { oid, value } of answer.named)
        expect(value).toBe(
          records.filter((one) => (by === 'dock' ? all.dockOf(one) : groups[one.group]) === oid).length,
        );
    }
  }
  const found = standing(all).filter(within);
  const shares = await asking<ClassShares>(statisticsCalls.aiPercentage, { ...period, ...groupOID });
  expect(shares.total).toBe(found.length);
  expect(sum(shares.classes.map(({ value }) => value)) + shares.rest).toBe(found.length);
  for (const { class: of, value, parts } of shares.classes) {
    const same = found.filter((one) => one.class === of);
    expect(value).toBe(same.length);
    for (const one of parts)
      expect(one.value).toBe(same.filter((each) => verdictOf(each) === one.part).length);
  }
}

describe('measures of findings and orders over random histories', () => {
  it('are what a full count says, and what their parts, days, classes and drilling add up to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        await empty();
        const all = new History();
        for (const one of steps) await all.act(one);
        await countDays(rooms.runtime);
        for (const [at, seen] of scopes) await compare(all, at, seen);
      }),
      { numRuns: 12 },
    );
  });

  it('are nothing to another organisation, say what waits, and have a share, a table and a big screen', async () => {
    await empty();
    const all = new History();
    const part = { at: 0, group: 0, picture: 0 };
    await all.act({ kind: 'run', ...part });
    for (const [is, of] of [
      ['confirmed', 'crack'],
      ['confirmed', 'crack'],
      ['falseAlarm', 'crack'],
      [null, 'rust'],
    ] as const)
      await all.act({ kind: 'find', run: 0, name: of, verdict: is, ...part });
    const days = { from: '2026-03-01', days: 2 };
    expect((await asking<MeasureSeries>(statisticsCalls.order, days)).pending).toBeGreaterThan(0);
    await countDays(rooms.runtime);
    expect(await asking(statisticsCalls.screenAiHistory, days, 'tau-administrator')).toMatchObject({
      total: 0,
    });
    const foreign = asking(
      statisticsCalls.aiPercentage,
      { ...days, groupOID: groups[1] },
      'tau-administrator',
    );
    await expect(foreign).rejects.toMatchObject({ reason: 'notFound' });
    const { measures } = await asking<{ measures: Measured[] }>(statisticsCalls.screenOverview, days);
    expect(measures.find(({ measure }) => measure === 'confirmedShare')).toMatchObject({
      total: 2 / 3,
      previous: null,
      adds: false,
    });
    // A class that is an AI type of the organisation has its name beside it, another one has none.
    await addListedCodes(rooms.db, account, 'aiType', [
      { code: 'crack', names: { zh: '', en: 'Crack', ar: '' } },
      { code: 'smoke', names: { zh: '', en: 'Smoke', ar: '' } },
    ]);
    expect(await asking(statisticsCalls.screenAiType, days)).toMatchObject({
      total: 4,
      names: [{ code: 'crack', name: 'Crack' }],
      classes: [
        { class: 'crack', value: 3, share: 3 / 4 },
        { class: 'rust', value: 1, share: 1 / 4 },
      ],
    });
    const tables: [CallDeclaration, object, string[]][] = [
      [statisticsCalls.classExport, {}, ['crack,3,0.75,2,1,0', 'rust,1,0.25,0,0,1']],
      [statisticsCalls.export, { measure: 'findings' }, ['2026-03-01,4,2,1,1', '2026-03-02,0,0,0,0']],
    ];
    for (const [declaration, request, expected] of tables) {
      const table = { ...days, ...request, format: 'csv' };
      const { body } = await asking<{ body: Readable }>(declaration, table);
      const [, ...lines] = (await text(body)).trim().split(/\r?\n/);
      expect(lines).toEqual(expected);
    }
    expect(findingVerdicts).toHaveLength(3);
  });
});
