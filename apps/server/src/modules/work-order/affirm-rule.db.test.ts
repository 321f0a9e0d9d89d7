import {
  affirmRuleCalls,
  detectionCalls,
  workOrderCalls,
  type AffirmRule,
  type ResponseOf,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints as detectionEndpoints, type Defects } from '../detection/index.ts';
import { workOrderEndpoints, workOrderTimers } from './index.ts';

let rooms: TestRooms;
let defects: Defects;
let detectionOID: string;
const tokens: Record<string, string> = {};

type Declaration = Parameters<TestRooms['call']>[0];
const as =
  (account: string) =>
  async <One extends Declaration>(declaration: One, request: object): Promise<ResponseOf<One>> => {
    const { audit: auditLog, department, runtime } = rooms;
    const extra = [
      ...detectionEndpoints({ runtime }, { auditLog, department }, defects),
      ...workOrderEndpoints({
        runtime,
        audit: auditLog,
        department,
        defects,
        makeRoute: async () => '',
        notify: async () => undefined,
      }),
    ];
    return (await rooms.call(declaration, request, { token: tokens[account] ?? '', extra }))
      .data as ResponseOf<One>;
  };
const administrator = as('gamma-administrator');
const auditor = as('gamma-auditor');
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

let photos = 0;
const found = async (confidence: number, lng = 113.9): Promise<string> => {
  const mediaOID = rooms.runtime.newOid();
  photos += 1;
  await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size, lng, lat, reading_state)
    select ${mediaOID}::uuid, group_root, group_oid, ${mediaOID}, ${`${photos}.jpg`}, 'photo', 1, ${lng}::float8, 22.5, 'done'
    from member where account = 'gamma-administrator'`.execute(rooms.db);
  const box = { x: 1, y: 1, width: 9, height: 9 };
  const picture = { width: 100, height: 100 };
  const outcome = { sourceId: '1', mediaOID, box, picture, class: 'crack', confidence };
  await administrator(detectionCalls.submit, { oid: detectionOID, outcomes: [outcome] });
  const { list } = await administrator(detectionCalls.queryOutcome, { detectionOID, mediaOID });
  return list[0]?.oid ?? '';
};
const stands = async (oid: string) => {
  const { list } = await administrator(detectionCalls.queryOutcome, { detectionOID });
  return list.find((one) => one.oid === oid);
};
const judge = (oid: string, verdict: 'confirmed' | 'falseAlarm') =>
  auditor(detectionCalls.auditOutcome, { oid, detectionOID, verdict, reason: 'shadow' });

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator', 'auditor', 'operator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  for (const account of ['gamma-administrator', 'gamma-auditor', 'gamma-operator', 'omega-administrator'])
    tokens[account] = await rooms.tokenOf(account);
  defects = createDefects({ runtime: rooms.runtime, audit: rooms.audit, ground: async () => null });
  const given = { name: 'run', model: 'cracks', modelVersion: '1', sourceId: 'one' };
  detectionOID = (await administrator(detectionCalls.add, given)).oid;
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
      expect(await reasonOf(as('gamma-operator')(call, { oid: rule.oid }))).toBe('notAllowed');
      expect(await reasonOf(as('omega-administrator')(call, { oid: rule.oid }))).toBe('notFound');
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
