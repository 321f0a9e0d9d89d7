import { affirmRuleCalls, detectionCalls, workOrderCalls, type AffirmRule } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import type { Defects } from '../detection/index.ts';
import { workOrderTimers } from './index.ts';
import { addFinding, addPhoto, createOrderBench, memberOf, type OrderBench } from './work-order.fixture.ts';

let bench: OrderBench;
let rooms: OrderBench['rooms'];
let defects: Defects;
let detectionOID: string;
const administrator = memberOf(() => bench, 'gamma-administrator');
const auditor = memberOf(() => bench, 'gamma-auditor');
const timers = (settling: Pick<Defects, 'settle'>) =>
  workOrderTimers({
    runtime: rooms.runtime,
    audit: rooms.audit,
    defects: settling,
    assignersOf: async () => [],
    notify: async () => undefined,
  });
const run = async (): Promise<void> => {
  for (const timer of timers(defects)) await timer.run();
};
/** Rows of the audit log about one thing that name a rule. */
const audited = async (oid: string) => {
  const { rows } = await sql<Record<'action' | 'outcome' | 'rule' | 'ruleOID' | 'account', string>>`
    select action, outcome, detail ->> 'rule' as rule, detail ->> 'ruleOID' as "ruleOID", account
    from audit_log join member on member.oid = member_oid
    where detail ->> 'oid' = ${oid} and detail ? 'ruleOID' and audit_log.group_root = member.group_root`.execute(
    rooms.db,
  );
  return rows;
};

const found = async (confidence: number, lng = 113.9): Promise<string> =>
  addFinding(bench, await addPhoto(bench, { lng, lat: 22.5 }), { confidence });
const stands = async (oid: string) => {
  const { list } = await administrator(detectionCalls.queryOutcome, { detectionOID });
  return list.find((one) => one.oid === oid);
};
const judge = (oid: string, verdict: 'confirmed' | 'falseAlarm') =>
  auditor(detectionCalls.auditOutcome, { oid, detectionOID, verdict, reason: 'shadow' });

beforeAll(async () => {
  bench = await createOrderBench(['administrator', 'auditor', 'operator']);
  ({ rooms, defects, detectionOID } = bench);
});
afterAll(() => rooms.close());

describe('a rule that confirms findings', () => {
  let rule: AffirmRule;

  it('is tried on the past before it is switched on, and by whoever may', async () => {
    await judge(await found(0.95), 'confirmed');
    await judge(await found(0.95), 'falseAlarm');
    const past = await found(0.95);
    await found(0.5);
    await found(0.95, 114.9);
    const around = { lng: 113.9, lat: 22.5, metres: 500 };
    const given = { name: 'sure cracks', class: 'crack', confidence: 0.9 };
    rule = await administrator(affirmRuleCalls.add, { ...given, ...around });
    expect(rule).toMatchObject({ enabled: false, triedAt: null });
    expect(await reasonOf(administrator(affirmRuleCalls.add, { ...given, lng: 1 }))).toBe('invalid');
    expect(await reasonOf(administrator(affirmRuleCalls.switchOn, { oid: rule.oid }))).toBe('ruleUntried');
    for (const call of [affirmRuleCalls.tryRule, affirmRuleCalls.switchOn]) {
      expect(await reasonOf(memberOf(() => bench, 'gamma-operator')(call, { oid: rule.oid }))).toBe(
        'notAllowed',
      );
      expect(await reasonOf(memberOf(() => bench, 'omega-administrator')(call, { oid: rule.oid }))).toBe(
        'notFound',
      );
    }
    const tried = await administrator(affirmRuleCalls.tryRule, { oid: rule.oid });
    expect(tried).toMatchObject({ triedCount: 1, triedConfirmed: 1, triedFalse: 1, enabled: false });
    rooms.clock.move(1_000);
    const on = await administrator(affirmRuleCalls.switchOn, { oid: rule.oid });
    expect(on).toMatchObject({ enabled: true, switchedBy: 'gamma administrator' });
    await run();
    // What came before it decided stays for people.
    expect((await stands(past))?.verdict).toBeNull();
  });

  it('confirms what comes then, on two servers at once, and is named in the log of the order', async () => {
    rooms.clock.move(1_000);
    const [sure, unsure, far] = [await found(0.95), await found(0.8), await found(0.99, 114.9)];
    await Promise.all([run(), run()]);
    await run();
    expect(await stands(sure)).toMatchObject({ verdict: 'confirmed', verdictBy: 'gamma administrator' });
    expect([(await stands(unsure))?.verdict, (await stands(far))?.verdict]).toEqual([null, null]);
    const { list } = await administrator(workOrderCalls.query, {});
    expect(list.filter(({ outcomeOID }) => outcomeOID === sure)).toHaveLength(1);
    const oid = list.find(({ outcomeOID }) => outcomeOID === sure)?.oid ?? '';
    const { log } = await administrator(workOrderCalls.findByOID, { oid });
    expect(log).toMatchObject([{ move: 'add', rule: 'sure cracks' }]);
    const named = { outcome: 'done', rule: 'sure cracks', ruleOID: rule.oid, account: 'gamma-administrator' };
    // Once each, although two servers decided.
    expect(await audited(sure)).toEqual([{ action: 'detection.audit', ...named }]);
    expect(await audited(oid)).toEqual([{ action: 'workOrder.affirm', ...named }]);
    expect([await audited(unsure), await audited(far)]).toEqual([[], []]);
  });

  it('decides nothing that the audit log does not take', async () => {
    rooms.clock.move(1_000);
    const oid = await found(0.95);
    await sql`alter table audit_log rename to audit_log_away`.execute(rooms.db);
    const blocked = await reasonOf(run());
    await sql`alter table audit_log_away rename to audit_log`.execute(rooms.db);
    expect([blocked, (await stands(oid))?.verdict]).toEqual(['auditBlocked', null]);
    await run();
    expect(await audited(oid)).toHaveLength(1);
  });

  it('leaves a picture that somebody reviews to them', async () => {
    rooms.clock.move(1_000);
    const oid = await found(0.95);
    const mediaOID = (await stands(oid))?.mediaOID ?? '';
    await auditor(detectionCalls.lockPicture, { detectionOID, mediaOID });
    await run();
    expect((await stands(oid))?.verdict).toBeNull();
    await auditor(detectionCalls.unlockPicture, { detectionOID, mediaOID });
    await run();
    expect((await stands(oid))?.verdict).toBe('confirmed');
  });

  it('makes the orders that a server left undone when it died', async () => {
    rooms.clock.move(1_000);
    const oid = await found(0.95);
    const broken = { settle: () => Promise.reject(new Error('died')) };
    const dying = timers(broken).map(async (timer) => timer.run());
    await expect(Promise.all(dying)).rejects.toThrow('died');
    expect(await stands(oid)).toMatchObject({ verdict: 'confirmed', orderOID: null });
    await run();
    expect((await stands(oid))?.orderOID).not.toBeNull();
  });

  it('decides nothing once it is another one, or whoever switched it on may no longer', async () => {
    rooms.clock.move(1_000);
    const other = await found(0.95);
    await sql`update member set enabled = false where account = 'gamma-administrator'`.execute(rooms.db);
    await run();
    await sql`update member set enabled = true where account = 'gamma-administrator'`.execute(rooms.db);
    expect((await stands(other))?.verdict).toBeNull();
    await administrator(affirmRuleCalls.switchOff, { oid: rule.oid });
    await run();
    expect((await stands(other))?.verdict).toBeNull();
    const edited = await administrator(affirmRuleCalls.edit, { oid: rule.oid, confidence: 0.1 });
    expect(edited).toMatchObject({ enabled: false, triedAt: null });
    await run();
    expect((await stands(other))?.verdict).toBeNull();
  });

  it('decides, and is switched on, only as exactly what was tried', async () => {
    const given = { name: 'exact', class: 'crack', confidence: 0.97, lng: 10, lat: 20, metres: 500 };
    const { oid } = await administrator(affirmRuleCalls.add, given);
    await administrator(affirmRuleCalls.tryRule, { oid });
    await administrator(affirmRuleCalls.switchOn, { oid });
    // Changed by whatever does not take the trial away with it, as another release may.
    for (const changed of [
      'class = class || $$s$$',
      'confidence = 0.1',
      'metres = 90000',
      'lng = 113.9, lat = 22.5',
    ]) {
      await sql.raw(`update affirm_rule set ${changed} where oid = '${oid}'`).execute(rooms.db);
      expect(await administrator(affirmRuleCalls.get, { oid })).toMatchObject({ triedAt: null });
      rooms.clock.move(1_000);
      const near = await found(0.99);
      await run();
      expect((await stands(near))?.verdict).toBeNull();
      await administrator(affirmRuleCalls.switchOff, { oid });
      expect(await reasonOf(administrator(affirmRuleCalls.switchOn, { oid }))).toBe('ruleUntried');
      await sql`update affirm_rule set class = ${given.class}, confidence = ${given.confidence}, lng = ${given.lng},
        lat = ${given.lat}, metres = ${given.metres} where oid = ${oid}::uuid`.execute(rooms.db);
      await administrator(affirmRuleCalls.switchOn, { oid });
    }
    expect(await administrator(affirmRuleCalls.tryRule, { oid })).toMatchObject({ enabled: true });
    await administrator(affirmRuleCalls.remove, { oids: [oid] });
  });
});

describe('a rule that is bound to a region', () => {
  const ring = (west: number, east: number) => [
    [west, 22],
    [east, 22],
    [east, 23],
    [west, 23],
    [west, 22],
  ];
  const region = async (geometry: object, account = 'gamma-administrator'): Promise<string> => {
    const oid = rooms.runtime.newOid();
    await sql`insert into region (oid, group_root, group_oid, name, geometry, color, on_ground, created_by)
      select ${oid}::uuid, group_root, group_oid, 'harbour', ${JSON.stringify(geometry)}::jsonb, '#2D8CF0', true, oid
      from member where account = ${account}`.execute(rooms.db);
    return oid;
  };
  const add = (part: object) =>
    administrator(affirmRuleCalls.add, { name: 'harbour', class: 'crack', confidence: 0.9, ...part });

  it('is tried on it, confirms inside it, and rests while it is another than the one of the trial', async () => {
    const hole = [
      [120.4, 22.4],
      [120.6, 22.4],
      [120.6, 22.6],
      [120.4, 22.6],
      [120.4, 22.4],
    ];
    const regionOID = await region({ type: 'Polygon', coordinates: [ring(120, 121), hole] });
    await found(0.95, 120.1);
    await found(0.95, 120.5);
    await found(0.95, 121.5);
    const { oid } = await add({ regionOID });
    const tried = await administrator(affirmRuleCalls.tryRule, { oid });
    expect(tried).toMatchObject({ triedCount: 1, regionName: 'harbour', regionChanged: false });
    await administrator(affirmRuleCalls.switchOn, { oid });
    rooms.clock.move(1_000);
    const [inside, inHole, outside] = [
      await found(0.95, 120.2),
      await found(0.95, 120.5),
      await found(0.95, 121.5),
    ];
    await run();
    const verdicts = async (...oids: string[]) =>
      Promise.all(oids.map(async (one) => (await stands(one))?.verdict));
    expect(await verdicts(inside, inHole, outside)).toEqual(['confirmed', null, null]);

    await sql`update region set geometry = ${JSON.stringify({ type: 'Polygon', coordinates: [ring(120, 122)] })}::jsonb
      where oid = ${regionOID}::uuid`.execute(rooms.db);
    const later = await found(0.95, 121.6);
    await run();
    expect(await verdicts(later)).toEqual([null]);
    expect((await administrator(affirmRuleCalls.get, { oid })).regionChanged).toBe(true);
    await administrator(affirmRuleCalls.switchOff, { oid });
    expect(await reasonOf(administrator(affirmRuleCalls.switchOn, { oid }))).toBe('ruleUntried');
    await administrator(affirmRuleCalls.tryRule, { oid });
    await administrator(affirmRuleCalls.switchOn, { oid });
    await sql`delete from region where oid = ${regionOID}::uuid`.execute(rooms.db);
    rooms.clock.move(1_000);
    const after = await found(0.95, 120.3);
    await run();
    expect(await verdicts(after)).toEqual([null]);
    expect(await administrator(affirmRuleCalls.get, { oid })).toMatchObject({ regionName: null, regionOID });
    expect(await reasonOf(administrator(affirmRuleCalls.tryRule, { oid }))).toBe('notFound');
  });

  it('takes outlines and circles that its maker sees, and counts within a circle by metres', async () => {
    const line = await region({
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    });
    expect(await reasonOf(add({ regionOID: line }))).toBe('regionWithoutArea');
    const theirs = await region({ type: 'Polygon', coordinates: [ring(1, 2)] }, 'omega-administrator');
    expect(await reasonOf(add({ regionOID: theirs }))).toBe('notFound');
    const circle = await region({ type: 'Point', coordinates: [130, 22.5] });
    await sql`update region set radius = 500 where oid = ${circle}::uuid`.execute(rooms.db);
    await found(0.95, 130.004);
    await found(0.95, 130.006);
    const { oid } = await add({ regionOID: circle });
    expect(await administrator(affirmRuleCalls.tryRule, { oid })).toMatchObject({ triedCount: 1 });
  });
});
