import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import {
  detectionCalls,
  workOrderCalls,
  type DetectionRecord,
  type OutcomeRecord,
  type WorkOrderDetail,
  type WorkOrderRecord,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { addListedCodes, removeListedCode } from '../../migrations/listed-code.fixture.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints as detectionEndpoints } from '../detection/index.ts';
import { servedOrders } from './work-order.fixture.ts';

let rooms: TestRooms;
let flightOID: string;
const media: string[] = [];
const notified: string[] = [];
const tokens: Record<string, string> = {};
const members: Record<string, string> = {};

beforeAll(async () => {
  rooms = await createTestRooms();
  const roles = ['administrator', 'auditor', 'inspector', 'operator'] as const;
  await rooms.seed('gamma', roles, 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  for (const account of [...roles.map((role) => `gamma-${role}`), 'omega-administrator']) {
    tokens[account] = await rooms.tokenOf(account);
    members[account] = (await rooms.member.byAccount(rooms.db, account))?.oid ?? '';
  }
  const flights = createTestFlights(rooms.runtime);
  const account = 'gamma-administrator';
  const [taskOID, routeOID, dockOID] = [
    await flights.task(account),
    await flights.route(account),
    await flights.dock(account),
  ];
  flightOID = await flights.flight(account, { taskOID, routeOID, dockOID });
  for (const name of ['a.jpg', 'b.jpg']) {
    const oid = rooms.runtime.newOid();
    media.push(oid);
    await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size, lng, lat, shot_at)
      select ${oid}::uuid, group_root, group_oid, ${flightOID}::uuid, ${oid}, ${name}, 'photo', 1, 113.9, 22.5,
        to_timestamp(${media.length}) from member where account = ${account}`.execute(rooms.db);
  }
});
afterAll(() => rooms?.close());

type Declaration = Parameters<TestRooms['call']>[0];
const as =
  (account: string) =>
  async <T = WorkOrderRecord>(declaration: Declaration, request: unknown): Promise<T> => {
    const { audit: auditLog, department, runtime } = rooms;
    const defects = createDefects({
      runtime,
      audit: auditLog,
      ground: async () => null,
      placeOrders: async () => undefined,
    });
    const extra = [
      ...detectionEndpoints({ runtime }, { auditLog, department }, defects),
      ...servedOrders(rooms, { defects, notify: async (to) => void notified.push(...to) }),
    ];
    return (await rooms.call(declaration, request, { token: tokens[account] ?? '', extra, language: 'en' }))
      .data as T;
  };
const administrator = as('gamma-administrator');
const auditor = as('gamma-auditor');
const inspector = as('gamma-inspector');
const operator = as('gamma-operator');
const stranger = as('omega-administrator');

const box = { x: 10, y: 20, width: 30, height: 40 };
const picture = { width: 100, height: 100 };
const found = (sourceId: string, part: object = {}) => ({
  sourceId,
  mediaOID: media[0],
  box,
  picture,
  class: 'crack',
  confidence: 0.9,
  ...part,
});
let runs = 0;
const beginRun = (): Promise<DetectionRecord> => {
  runs += 1;
  return administrator<DetectionRecord>(detectionCalls.add, {
    name: `run ${runs}`,
    model: 'cracks',
    modelVersion: String(runs),
    sourceId: 'flight-1',
    flightOID,
  });
};
const submit = (oid: string, outcomes: object[]) =>
  administrator<{ added: number; known: number; differing: string[] }>(detectionCalls.submit, {
    oid,
    outcomes,
  });
const outcomesOf = async (detectionOID: string): Promise<OutcomeRecord[]> =>
  (await auditor<{ list: OutcomeRecord[] }>(detectionCalls.queryOutcome, { detectionOID })).list;
const refusalOf = async (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('not refused')),
    (error: unknown) => error as Refusal,
  );

describe('what a detector posts', () => {
  it('is one run, however many calls begin it at once', async () => {
    const begun = { name: 'twice', model: 'cracks', modelVersion: 'twice', sourceId: 'flight-1', flightOID };
    const runsBegun = await Promise.all(
      Array.from({ length: 20 }, () => administrator<DetectionRecord>(detectionCalls.add, begun)),
    );
    expect(new Set(runsBegun.map(({ oid }) => oid)).size).toBe(1);
  });

  it('is stored once, however often it comes, and says what came otherwise', async () => {
    const run = await beginRun();
    const again = { name: 'run 1', model: 'cracks', modelVersion: '1', sourceId: 'flight-1', flightOID };
    expect((await administrator<DetectionRecord>(detectionCalls.add, again)).oid).toBe(run.oid);
    expect(await submit(run.oid, [found('1'), found('2')])).toEqual({ added: 2, known: 0, differing: [] });
    const both = await Promise.all([1, 2].map(() => submit(run.oid, [found('3'), found('2'), found('1')])));
    expect(both.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 1]);
    const other = [found('1', { class: 'rust' }), found('4')];
    expect(await submit(run.oid, other)).toEqual({ added: 1, known: 1, differing: ['1'] });
    expect((await outcomesOf(run.oid)).map(({ class: name }) => name)).toEqual(Array(4).fill('crack'));
    expect(await auditor<DetectionRecord>(detectionCalls.get, { oid: run.oid })).toMatchObject({
      outcomes: 4,
      audit: 'unaudited',
    });
  });

  it('is refused whole when one of it lies outside, is on no picture of the run, or is somebody else’s', async () => {
    const run = await beginRun();
    const outside = found('2', { box: { ...box, x: 90 } });
    expect(await reasonOf(submit(run.oid, [found('1'), outside]))).toBe('boxOutside');
    const elsewhere = found('1', { mediaOID: rooms.runtime.newOid() });
    expect(await reasonOf(submit(run.oid, [elsewhere]))).toBe('pictureUnknown');
    const flat = found('1', { box: { ...box, width: 0 } });
    expect(await reasonOf(submit(run.oid, [flat]))).toBe('invalid');
    const theirs = { oid: run.oid, outcomes: [found('1')] };
    expect(await reasonOf(stranger(detectionCalls.submit, theirs))).toBe('notFound');
    expect(await reasonOf(auditor(detectionCalls.submit, theirs))).toBe('notAllowed');
    expect(await outcomesOf(run.oid)).toEqual([]);
  });
});

describe('a review', () => {
  it('goes from unaudited over partially to fully audited, and shows the next picture', async () => {
    const { oid: detectionOID } = await beginRun();
    await submit(detectionOID, [found('1'), found('2', { mediaOID: media[1] })]);
    const view = () =>
      auditor<{ mediaOID: string; outcomes: OutcomeRecord[]; detection: DetectionRecord }>(
        detectionCalls.toView,
        { oid: detectionOID },
      );
    const first = await view();
    expect([first.mediaOID, first.detection.audit]).toEqual([media[0], 'unaudited']);
    const [one] = first.outcomes;
    const verdict = { oid: one?.oid, detectionOID, verdict: 'confirmed', version: 0 };
    await auditor(detectionCalls.auditOutcome, verdict);
    const late = await refusalOf(administrator(detectionCalls.outerAuditOutcome, verdict));
    expect([late.reason, late.details.data]).toEqual(['outcomeChanged', { by: 'gamma auditor', version: 1 }]);
    const second = await view();
    expect([second.mediaOID, second.detection.audit]).toEqual([media[1], 'partially']);
    const alarm = { oid: second.outcomes[0]?.oid, detectionOID, verdict: 'falseAlarm', reason: 'shadow' };
    await auditor(detectionCalls.newerAuditOutcome, alarm);
    expect((await view()).detection.audit).toBe('fully');
    expect(await reasonOf(administrator(detectionCalls.remove, { oids: [detectionOID] }))).toBe(
      'detectionAudited',
    );
    const report = await auditor<BytesAnswer>(detectionCalls.report, { oid: detectionOID });
    expect(await text(report.body as Readable)).toMatch(/False alarm,gamma auditor,shadow/);
  });

  it('demands a box, and words for another type', async () => {
    const { oid: detectionOID } = await beginRun();
    const drawn = { detectionOID, mediaOID: media[0], verdict: 'confirmed', picture, sourceId: 'drawn-01' };
    const draw = (part: object) => auditor<OutcomeRecord>(detectionCalls.auditOutcome, { ...drawn, ...part });
    expect(await reasonOf(draw({}))).toBe('boxRequired');
    expect(await reasonOf(draw({ box, class: 'other', otherText: ' ' }))).toBe('otherTextRequired');
    const made = await draw({ box, class: 'other', otherText: 'nest' });
    expect(made).toMatchObject({
      drawnBy: 'gamma auditor',
      verdict: 'confirmed',
      otherText: 'nest',
      version: 1,
    });
    expect((await draw({ box, class: 'other', otherText: 'nest' })).oid).toBe(made.oid);
    await submit(detectionOID, [found('1')]);
    const detected = (await outcomesOf(detectionOID)).find(({ drawnBy }) => drawnBy === null);
    const remove = (oid?: string) =>
      auditor(detectionCalls.auditOutcome, { oid, detectionOID, verdict: 'deleted' });
    expect(await reasonOf(remove(detected?.oid))).toBe('detectorBox');
    await remove(made.oid);
    expect((await outcomesOf(detectionOID)).map(({ oid }) => oid)).toEqual([detected?.oid]);
  });

  it('keeps one box where a new one is drawn anew before its answer came', async () => {
    const { oid: detectionOID } = await beginRun();
    const drawn = { detectionOID, mediaOID: media[0], verdict: 'confirmed', picture, sourceId: 'drawn-02' };
    const draw = (part: object) =>
      auditor<OutcomeRecord>(detectionCalls.auditOutcome, { ...drawn, class: 'crack', ...part });
    const moved = { ...box, x: box.x + 3 };
    const made = await draw({ box });
    expect(await draw({ box: moved })).toMatchObject({ oid: made.oid, box: moved, version: 2 });
    // The first one comes once more, late: what was drawn since stands.
    expect(await draw({ box })).toMatchObject({ oid: made.oid, box: moved, version: 2 });
    expect(await outcomesOf(detectionOID)).toHaveLength(1);
    const judged = { oid: made.oid, detectionOID, verdict: 'falseAlarm', reason: 'shadow' };
    await administrator(detectionCalls.auditOutcome, judged);
    const late = await refusalOf(draw({ box: { ...box, x: box.x + 5 } }));
    expect([late?.reason, late?.details.data]).toEqual([
      'outcomeChanged',
      { by: 'gamma administrator', version: 3 },
    ]);
  });
});

describe('a work order', () => {
  /** Beside those of other runs: what lies on each other is one thing, and has one order. */
  const ownBox = () => ({ x: runs * 2, y: 70, width: 2, height: 2 });
  const confirmedFinding = async (): Promise<OutcomeRecord> => {
    const { oid: detectionOID } = await beginRun();
    await submit(detectionOID, [found('1', { box: ownBox() })]);
    const [one] = await outcomesOf(detectionOID);
    return auditor<OutcomeRecord>(detectionCalls.auditOutcome, {
      oid: one?.oid,
      detectionOID,
      verdict: 'confirmed',
    });
  };
  const made = async (): Promise<WorkOrderRecord> => {
    const { oid } = await confirmedFinding();
    const { list } = await auditor<{ list: WorkOrderRecord[] }>(workOrderCalls.affirm, { oids: [oid] });
    return list[0] as WorkOrderRecord;
  };
  const assign = (oid: string, to: object) => administrator(workOrderCalls.assign, { oid, ...to });

  it('is made of a confirmed finding once, and the finding stays confirmed', async () => {
    const { oid: detectionOID } = await beginRun();
    await submit(detectionOID, [found('1')]);
    const [one] = await outcomesOf(detectionOID);
    const affirm = () =>
      auditor<{ list: WorkOrderRecord[]; added: number }>(workOrderCalls.affirm, { oids: [one?.oid] });
    expect(await reasonOf(affirm())).toBe('outcomeNotConfirmed');
    const verdict = { oid: one?.oid, detectionOID, verdict: 'confirmed' };
    await auditor(detectionCalls.auditOutcome, verdict);
    const both = await Promise.all([affirm(), affirm()]);
    expect(both.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(both[0]?.list[0]?.oid).toBe(both[1]?.list[0]?.oid);
    expect(both[0]?.list[0]).toMatchObject({ state: 'unassigned', class: 'crack', lng: 113.9, name: '任务' });
    const falseAlarm = { ...verdict, verdict: 'falseAlarm', reason: 'shadow' };
    expect(await reasonOf(auditor(detectionCalls.auditOutcome, falseAlarm))).toBe('outcomeOrdered');
    expect(await reasonOf(stranger(workOrderCalls.affirm, { oids: [one?.oid] }))).toBe('notFound');
  });

  it('has the type that its flight was arranged with, is found by it, and keeps it', async () => {
    const untyped = await made();
    expect(untyped.type).toBeNull();
    const names = { zh: '维修', en: 'Repair', ar: 'إصلاح' };
    await addListedCodes(rooms.db, 'gamma-administrator', 'workOrderType', [{ code: 'repair', names }]);
    await sql`update flight set work_order_type = 'repair' where oid = ${flightOID}::uuid`.execute(rooms.db);
    const order = await made();
    expect(order.type).toEqual({ code: 'repair', name: 'Repair' });
    const ofType = async (type: string) =>
      (await administrator<{ list: WorkOrderRecord[] }>(workOrderCalls.query, { type })).list;
    expect((await ofType('repair')).map(({ oid }) => oid)).toEqual([order.oid]);
    expect(await ofType('other')).toEqual([]);
    // What is decided of the flight later is decided of later orders.
    await sql`update flight set work_order_type = null where oid = ${flightOID}::uuid`.execute(rooms.db);
    await removeListedCode(rooms.db, 'repair');
    const detail = await administrator<WorkOrderDetail>(workOrderCalls.findByOID, { oid: order.oid });
    expect(detail.order.type).toEqual({ code: 'repair', name: 'repair' });
  });

  it('goes to one of two who claim it at once, and the other learns who has it', async () => {
    const { oid, groupOID } = await made();
    await assign(oid, { assigneeGroupOID: groupOID });
    const claims = await Promise.allSettled([
      inspector(workOrderCalls.claim, { oid }),
      operator(workOrderCalls.claim, { oid }),
    ]);
    const won = claims.findIndex(({ status }) => status === 'fulfilled');
    const lost = claims.find((one) => one.status === 'rejected')?.reason as Refusal;
    expect(claims.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const by = won === 0 ? 'gamma inspector' : 'gamma operator';
    expect([lost.reason, lost.details.data]).toEqual(['orderClaimed', { by, state: 'inProcess' }]);
    const loser = won === 0 ? operator : inspector;
    expect(await reasonOf(loser(workOrderCalls.complete, { oid, result: 'done' }))).toBe('orderNotYours');
  });

  it('is given, claimed, completed and opened again, each a row of the log', async () => {
    const { oid } = await made();
    expect(await reasonOf(assign(oid, {}))).toBe('designatePerson');
    const nobody = { assigneeOID: members['omega-administrator'] };
    expect(await reasonOf(assign(oid, nobody))).toBe('notFound');
    expect(await reasonOf(inspector(workOrderCalls.claim, { oid }))).toBe('orderState');
    const offered = await administrator<{ list: { oid: string }[] }>(workOrderCalls.assignees, {
      keyword: 'INSP',
    });
    expect(offered.list.map((one) => one.oid)).toEqual([members['gamma-inspector']]);
    const given = await assign(oid, { assigneeOID: members['gamma-inspector'] });
    expect(given).toMatchObject({ state: 'toBeClaimed', assigneeName: 'gamma inspector' });
    expect(notified).toContain(members['gamma-inspector']);
    expect(await reasonOf(operator(workOrderCalls.claim, { oid }))).toBe('orderNotYours');
    expect((await inspector(workOrderCalls.get, { oid })).allowed).toEqual(['get', 'claim', 'reject']);
    await inspector(workOrderCalls.claim, { oid });
    const proof = { oid, result: 'tightened', mediaOIDs: [media[1]] };
    expect(await inspector(workOrderCalls.complete, proof)).toMatchObject({
      state: 'done',
      result: 'tightened',
    });
    await administrator(workOrderCalls.reopen, { oid, reason: 'still loose' });
    await inspector(workOrderCalls.reject, { oid, reason: 'no ladder' });
    expect(await reasonOf(administrator(workOrderCalls.remove, { oids: [oid] }))).toBe('orderOpen');
    const {
      log,
      outcome,
      picture: shown,
    } = await auditor<WorkOrderDetail>(workOrderCalls.findByOID, { oid });
    expect(log.map(({ move, to, by }) => [move, to, by])).toEqual([
      ['add', 'unassigned', 'gamma auditor'],
      ['assign', 'toBeClaimed', 'gamma administrator'],
      ['claim', 'inProcess', 'gamma inspector'],
      ['complete', 'done', 'gamma inspector'],
      ['reopen', 'toBeClaimed', 'gamma administrator'],
      ['reject', 'rejected', 'gamma inspector'],
    ]);
    expect([log[3]?.reason, log[3]?.mediaOIDs, log[5]?.reason]).toEqual([
      'tightened',
      [media[1]],
      'no ladder',
    ]);
    expect([outcome?.box.y, shown?.mediaOID]).toEqual([70, media[0]]);
    for (const declaration of [workOrderCalls.findByOID, workOrderCalls.get])
      expect(await reasonOf(stranger(declaration, { oid }))).toBe('notFound');
  });

  it('is ignored and restored, and counted as it stands', async () => {
    const { oid } = await administrator(workOrderCalls.add, { name: 'by hand', class: 'rust' });
    expect(await administrator(workOrderCalls.ignore, { oid, reason: 'twice' })).toMatchObject({
      state: 'ignored',
    });
    expect(await administrator(workOrderCalls.restoreOrder, { oid })).toMatchObject({ state: 'unassigned' });
    const { states, classes } = await administrator<{
      states: { state: string; count: number }[];
      classes: object[];
    }>(workOrderCalls.statistic, {});
    expect(states.find(({ state }) => state === 'rejected')?.count).toBe(1);
    expect(classes).toContainEqual({ class: 'rust', count: 1, open: 1 });
    expect(await stranger(workOrderCalls.statistic, {})).toEqual({ states: [], classes: [], meanTime: null });
  });

  it('is counted as the list shows it: also one that was given to somebody below', async () => {
    const under = rooms.runtime.newOid();
    await sql`insert into department (oid, group_root, parent_oid, name, path)
      select ${under}::uuid, member.group_root, department.oid, 'under', department.path || ${under}::uuid
      from member join department on department.oid = member.group_oid
      where member.account = 'gamma-operator'`.execute(rooms.db);
    const home = await sql<{ oid: string }>`update member as moved set group_oid = ${under}::uuid
      from member as before where moved.oid = before.oid and moved.account = 'gamma-operator'
      returning before.group_oid as oid`.execute(rooms.db);
    // A session knows the department that its member had.
    tokens['gamma-operator'] = await rooms.tokenOf('gamma-operator');
    const shown = async (): Promise<[number, number]> => {
      const { states } = await operator<{ states: { count: number }[] }>(workOrderCalls.statistic, {});
      const { total } = await operator<{ total: number }>(workOrderCalls.query, { pageNum: 1, pageSize: 20 });
      return [states.reduce((sum, { count }) => sum + count, 0), total];
    };
    const [, before] = await shown();
    const { oid } = await administrator(workOrderCalls.add, { name: 'from above', class: 'moss' });
    expect(await shown()).toEqual([before, before]);
    await assign(oid, { assigneeOID: members['gamma-operator'] });
    expect(await shown()).toEqual([before + 1, before + 1]);
    await sql`update member set group_oid = ${home.rows[0]?.oid}::uuid where account = 'gamma-operator'`.execute(
      rooms.db,
    );
    tokens['gamma-operator'] = await rooms.tokenOf('gamma-operator');
  });

  it('comes of a rule only when it was no trial, and leaves what people judged', async () => {
    const { oid } = await beginRun();
    await submit(oid, [
      found('1', { class: 'nest' }),
      found('2', { class: 'nest' }),
      found('3', { class: 'nest', confidence: 0.2 }),
    ]);
    const alarm = (await outcomesOf(oid)).find(({ sourceId }) => sourceId === '1');
    await auditor(detectionCalls.auditOutcome, {
      oid: alarm?.oid,
      detectionOID: oid,
      verdict: 'falseAlarm',
      reason: 'shadow',
    });
    const rule = { class: 'nest', confidence: 0.5 };
    const counted = { count: 1, confirmed: 0, falseAlarm: 1 };
    const apply = (part: object = {}) =>
      reasonOf(administrator(workOrderCalls.autoAffirm, { ...rule, trial: false, ...part }));
    expect(await apply()).toBe('ruleUntried');
    expect(await administrator(workOrderCalls.autoAffirm, rule)).toEqual({ ...counted, added: 0 });
    // A trial speaks for its own class and confidence, and for whoever looked at it.
    for (const part of [{ confidence: 0.1 }, { class: 'crack' }])
      expect(await apply(part)).toBe('ruleUntried');
    expect((await outcomesOf(oid)).filter(({ verdict }) => verdict === 'confirmed')).toEqual([]);
    expect(await administrator(workOrderCalls.autoAffirm, { ...rule, trial: false })).toEqual({
      ...counted,
      added: 1,
    });
    expect(
      (await outcomesOf(oid))
        .map(({ sourceId, verdict }) => [sourceId, verdict])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['1', 'falseAlarm'],
      ['2', 'confirmed'],
      ['3', null],
    ]);
    // Nobody looked at what the rule confirmed: it is no evidence for the rule, nor for a sample.
    expect(await administrator(workOrderCalls.autoAffirm, rule)).toEqual({
      count: 0,
      confirmed: 0,
      falseAlarm: 1,
      added: 0,
    });
    const { rows } = await sql<{ ruled: boolean; waits: boolean }>`select audit.rule_oid is not null as ruled,
        audit.rule_waits as waits
      from detection_audit audit join detection_outcome outcome on outcome.oid = audit.outcome_oid
      where outcome.detection_oid = ${oid}::uuid and audit.verdict = 'confirmed'`.execute(rooms.db);
    expect(rows).toEqual([{ ruled: true, waits: false }]);
  });
});
