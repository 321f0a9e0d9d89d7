import { workOrderCalls, type FieldAnswer, type WorkOrderRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { addPhoto, createOrderBench, memberOf, type OrderBench } from './work-order.fixture.ts';

let bench: OrderBench;
const taken: string[] = [];
const administrator = memberOf(() => bench, 'gamma-administrator');
const inspector = memberOf(() => bench, 'gamma-inspector');
const operator = memberOf(() => bench, 'gamma-operator');
const stranger = memberOf(() => bench, 'omega-administrator');

beforeAll(async () => {
  bench = await createOrderBench(['administrator', 'inspector', 'operator', 'auditor'], {
    takeFile: async ({ name }) => {
      taken.push(name);
      return bench.members['gamma-inspector'] ?? '';
    },
  });
});
afterAll(() => bench?.rooms.close());

/** An order that a department was given, or a person of it. */
const given = async (account?: string): Promise<WorkOrderRecord> => {
  const { oid, groupOID } = await administrator(workOrderCalls.add, { name: 'Bolt', class: 'rust' });
  const to = account === undefined ? { assigneeGroupOID: groupOID } : { assigneeOID: bench.members[account] };
  return administrator(workOrderCalls.assign, { oid, ...to });
};
const at = 1_750_000_000_000;
let keys = 0;
const key = (): string => `phone-key-${(keys += 1)}`;
const claim = (oid: string, own = key()) => ({ oid, key: own, doneAt: at });
const done = (oid: string, part: object = {}) => ({
  ...claim(oid),
  result: 'tightened',
  beforeOIDs: [],
  afterOIDs: [],
  ...part,
});
const detail = (oid: string) => administrator(workOrderCalls.findByOID, { oid });
const movesOf = async (oid: string): Promise<string[]> => (await detail(oid)).log.map(({ move }) => move);
const audited = async (oid: string): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`select action from audit_log
    where detail ->> 'oid' = ${oid} and outcome = 'done'`.execute(bench.rooms.db);
  return rows.map(({ action }) => action);
};

describe('a step from the field', () => {
  it('is done once, however often and however much at once it is sent', async () => {
    const { oid } = await given('gamma-inspector');
    const [before, after] = [await addPhoto(bench), await addPhoto(bench)];
    const asked = done(oid, { beforeOIDs: [before], afterOIDs: [after] });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => inspector(workOrderCalls.completeInField, asked)),
    );
    answers.push(await inspector(workOrderCalls.completeInField, asked));
    for (const answer of answers) expect(answer).toEqual({ standing: 'completed', by: null, state: 'done' });
    expect(await movesOf(oid)).toEqual(['add', 'assign', 'claim', 'complete']);
    const { order, log, field } = await detail(oid);
    expect([order.state, order.result, order.claimedBy]).toEqual(['done', 'tightened', 'gamma inspector']);
    expect(log.at(-1)?.mediaOIDs).toEqual([before, after]);
    expect(field).toMatchObject([
      { by: 'gamma inspector', note: 'tightened', standing: 'completed', doneAt: at },
    ]);
    expect([field[0]?.before[0]?.mediaOID, field[0]?.after[0]?.url]).toEqual([
      before,
      expect.stringContaining(after),
    ]);
  });

  it('that somebody else was quicker with says who, and keeps what was brought', async () => {
    const { oid } = await given();
    const mine = claim(oid);
    const answers = await Promise.all([
      inspector(workOrderCalls.claimInField, mine),
      operator(workOrderCalls.claimInField, claim(oid)),
    ]);
    const won = answers.findIndex(({ standing }) => standing === 'claimed');
    const lost = answers[1 - won] as FieldAnswer;
    const winner = won === 0 ? 'gamma inspector' : 'gamma operator';
    expect(lost).toEqual({ standing: 'claimedByOther', by: winner, state: 'inProcess' });
    const loser = won === 0 ? operator : inspector;
    const photo = await addPhoto(bench);
    const asked = done(oid, { result: 'bolt was loose', afterOIDs: [photo] });
    expect(await loser(workOrderCalls.completeInField, asked)).toEqual(lost);
    const { order, field } = await detail(oid);
    expect([order.state, order.claimedBy]).toEqual(['inProcess', winner]);
    expect(field).toMatchObject([
      { note: 'bolt was loose', standing: 'claimedByOther', after: [{ mediaOID: photo }] },
    ]);
    expect(await audited(oid)).toContain('workOrder.keepWork');
    // The claim is answered as it was, also when the order stands otherwise by now.
    if (won === 0) {
      await inspector(workOrderCalls.completeInField, done(oid));
      expect(await inspector(workOrderCalls.claimInField, mine)).toMatchObject({ standing: 'claimed' });
    }
  });

  it('says to whom an order was given meanwhile, and that it was closed', async () => {
    const { oid } = await given('gamma-operator');
    expect(await inspector(workOrderCalls.claimInField, claim(oid))).toEqual({
      standing: 'givenToOther',
      by: 'gamma operator',
      state: 'toBeClaimed',
    });
    const closed = await administrator(workOrderCalls.add, { name: 'Nest', class: 'nest' });
    await administrator(workOrderCalls.ignore, { oid: closed.oid, reason: 'old' });
    expect(await inspector(workOrderCalls.completeInField, done(closed.oid))).toEqual({
      standing: 'orderClosed',
      by: null,
      state: 'ignored',
    });
    expect((await detail(closed.oid)).field).toHaveLength(1);
  });

  it('is never later than it came, whatever the clock of the phone says', async () => {
    const { oid } = await given('gamma-inspector');
    const ahead = bench.rooms.clock.wall() + 86_400_000;
    await inspector(workOrderCalls.completeInField, done(oid, { doneAt: ahead }));
    const [work] = (await detail(oid)).field;
    expect(work?.doneAt).toBe(work?.receivedAt);
  });

  it('is refused with a key of another step, with unknown photos, and for orders of others', async () => {
    const { oid } = await given('gamma-inspector');
    const asked = claim(oid);
    await inspector(workOrderCalls.claimInField, asked);
    const reused = done(oid, { key: asked.key });
    expect(await reasonOf(inspector(workOrderCalls.completeInField, reused))).toBe('keyReused');
    const unknown = done(oid, { afterOIDs: [oid] });
    expect(await reasonOf(inspector(workOrderCalls.completeInField, unknown))).toBe('pictureUnknown');
    expect(await movesOf(oid)).toEqual(['add', 'assign', 'claim']);
    expect(await reasonOf(stranger(workOrderCalls.claimInField, claim(oid)))).toBe('notFound');
    const auditor = memberOf(() => bench, 'gamma-auditor');
    expect(await reasonOf(auditor(workOrderCalls.claimInField, claim(oid)))).toBe('notAllowed');
  });
});

it('a photo from the field is a picture, for an order that its sender sees', async () => {
  const { oid } = await given('gamma-inspector');
  const spooled = { name: 'before.jpg', path: '', size: 3 };
  const add = (who: typeof inspector, name: string) =>
    who(workOrderCalls.addPhoto, { oid }, { spooled: { ...spooled, name } });
  expect(await add(inspector, 'before.jpg')).toEqual({ mediaOID: bench.members['gamma-inspector'] });
  expect(await reasonOf(add(inspector, 'before.mp4'))).toBe('fileFormat');
  expect(await reasonOf(add(stranger, 'before.jpg'))).toBe('notFound');
  expect(await reasonOf(inspector(workOrderCalls.addPhoto, { oid }))).toBe('malformed');
  expect(taken).toEqual(['before.jpg']);
});
