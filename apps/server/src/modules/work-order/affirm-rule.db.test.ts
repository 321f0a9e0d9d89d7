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
});
