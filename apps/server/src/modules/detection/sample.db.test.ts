import { detectionCalls, type OutcomeRecord, type ResponseOf, type SampleDetail } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addListedCodes, offerListedCodes } from '../../migrations/listed-code.fixture.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints } from './index.ts';

let rooms: TestRooms;
const tokens: Record<string, string> = {};
const photos: string[] = [];

type Declaration = Parameters<TestRooms['call']>[0];
const as =
  (account: string) =>
  async <One extends Declaration>(declaration: One, request: object): Promise<ResponseOf<One>> => {
    const { audit: auditLog, department, runtime } = rooms;
    const defects = createDefects({
      runtime,
      audit: auditLog,
      ground: async () => null,
      placeOrders: async () => undefined,
    });
    const extra = endpoints({ runtime }, { auditLog, department }, defects);
    return (await rooms.call(declaration, request, { token: tokens[account] ?? '', extra }))
      .data as ResponseOf<One>;
  };
const administrator = as('gamma-administrator');
const auditor = as('gamma-auditor');
const operator = as('gamma-operator');
const stranger = as('omega-administrator');

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator', 'auditor', 'operator'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  for (const account of ['gamma-administrator', 'gamma-auditor', 'gamma-operator', 'omega-administrator'])
    tokens[account] = await rooms.tokenOf(account);
  await addListedCodes(rooms.db, 'gamma-administrator', 'falseAlarmReason', [
    { code: 'shadow' },
    { code: 'bird' },
  ]);
  for (const name of ['a', 'b', 'c']) {
    const oid = rooms.runtime.newOid();
    photos.push(oid);
    await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size)
      select ${oid}::uuid, group_root, group_oid, ${oid}, ${`${name}.jpg`}, 'photo', 1 from member
      where account = 'gamma-auditor'`.execute(rooms.db);
  }
});
afterAll(() => rooms?.close());

let begun = 0;
/** A run with so many cracks of confidence 0.9, and two that no rule of these tests fits. @returns its oid */
async function runOf(count: number): Promise<string> {
  begun += 1;
  const given = { name: `run ${begun}`, model: 'cracks', modelVersion: String(begun), sourceId: 'one' };
  const { oid } = await administrator(detectionCalls.add, given);
  const one = { box: { x: 1, y: 2, width: 9, height: 8 }, picture: { width: 100, height: 80 } };
  const outcomes = Array.from({ length: count + 2 }, (_, index) => ({
    ...one,
    sourceId: String(index),
    mediaOID: photos[index % photos.length],
    class: index === count ? 'rust' : 'crack',
    confidence: index === count + 1 ? 0.3 : 0.9,
  }));
  await administrator(detectionCalls.submit, { oid, outcomes });
  return oid;
}
const outcomesOf = async (detectionOID: string): Promise<OutcomeRecord[]> =>
  (await auditor(detectionCalls.queryOutcome, { detectionOID, pageSize: 100 })).list;
const draw = (detectionOID: string, more: object = {}): Promise<SampleDetail> =>
  auditor(detectionCalls.drawSample, { detectionOID, class: 'crack', least: 0.8, ...more });
const judge = (detectionOID: string, oid: string, more: object = { verdict: 'confirmed' }) =>
  auditor(detectionCalls.auditOutcome, { oid, detectionOID, ...more });
const reviewAll = async ({ detectionOID, drawnOnes }: SampleDetail, more?: object): Promise<void> => {
  for (const { oid } of drawnOnes) await judge(detectionOID, oid, more);
};
const falseAlarm = { verdict: 'falseAlarm', reason: 'shadow' };

describe('a sample of findings', () => {
  it('is drawn of those that fit a rule and nobody judged, and speaks for the others once all of it agrees', async () => {
    const detectionOID = await runOf(60);
    const sample = await draw(detectionOID, { share: 50 });
    expect(sample).toMatchObject({ population: 60, drawn: 30, left: 30, standing: 'open', decided: 0 });
    expect(sample.drawnOnes).toHaveLength(30);
    const last = sample.drawnOnes.at(-1)?.oid ?? '';
    await reviewAll({ ...sample, drawnOnes: sample.drawnOnes.slice(0, -1) });
    const refusal = await refusalOf(auditor(detectionCalls.decideSample, { oid: sample.oid }));
    expect(refusal).toMatchObject({ reason: 'sampleOpen', details: { data: { left: 1, drawn: 30 } } });
    expect((await outcomesOf(detectionOID)).filter(({ verdict }) => verdict !== null)).toHaveLength(29);

    await judge(detectionOID, last);
    const decided = await auditor(detectionCalls.decideSample, { oid: sample.oid });
    expect(decided).toMatchObject({
      verdict: 'confirmed',
      decided: 30,
      decidedBy: 'gamma auditor',
      confirmed: 30,
    });
    const after = await outcomesOf(detectionOID);
    expect(after.filter(({ verdict }) => verdict === 'confirmed')).toHaveLength(60);
    const others = after.filter(({ verdict }) => verdict === null);
    expect(new Set(others.map(({ class: found, confidence }) => `${found} ${confidence}`))).toEqual(
      new Set(['crack 0.3', 'rust 0.9']),
    );
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_log
      where action = 'detection.audit' and detail ->> 'sampleOID' = ${sample.oid}
        and detail ->> 'class' = 'crack' and (detail ->> 'least')::float8 = 0.8`.execute(rooms.db);
    expect(rows[0]?.count).toBe(30);
  });

  it('that agrees on false alarms gives the others the reason that was given most often', async () => {
    const detectionOID = await runOf(30);
    const sample = await draw(detectionOID);
    expect(sample.drawn).toBe(20);
    await reviewAll(sample, falseAlarm);
    await judge(detectionOID, sample.drawnOnes[0]?.oid ?? '', { verdict: 'falseAlarm', reason: 'bird' });
    expect(await auditor(detectionCalls.decideSample, { oid: sample.oid })).toMatchObject({
      verdict: 'falseAlarm',
      decided: 10,
    });
    const reasons = (await outcomesOf(detectionOID)).map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'shadow')).toHaveLength(29);
  });

  it.each([
    ['a false alarm', falseAlarm, { confirmed: 19, falseAlarm: 1, corrected: 0 }],
    ['another type', { verdict: 'confirmed', class: 'rust' }, { confirmed: 19, falseAlarm: 0, corrected: 1 }],
  ])('with %s in it decides nothing, nor does another draw', async (_, differing, figures) => {
    const detectionOID = await runOf(80);
    const sample = await draw(detectionOID, { share: 10 });
    expect(sample.drawn).toBe(20);
    const [first, ...others] = sample.drawnOnes;
    await reviewAll({ ...sample, drawnOnes: others });
    await judge(detectionOID, first?.oid ?? '', differing);
    const refusal = await refusalOf(auditor(detectionCalls.decideSample, { oid: sample.oid }));
    expect(refusal).toMatchObject({ reason: 'sampleDiffers', details: { values: figures } });
    const again = await draw(detectionOID, { share: 10 });
    await reviewAll(again);
    expect(await reasonOf(auditor(detectionCalls.decideSample, { oid: again.oid }))).toBe('sampleDiffers');
    expect((await outcomesOf(detectionOID)).filter(({ verdict }) => verdict === null)).toHaveLength(42);
  });

  it('takes at least twenty looks, also where pictures of what was drawn are gone', async () => {
    const detectionOID = await runOf(60);
    const sample = await draw(detectionOID);
    const [gone, stay] = [sample.drawnOnes.slice(0, 15), sample.drawnOnes.slice(15)];
    const mediaOID = rooms.runtime.newOid();
    await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size, deleted_at)
      select ${mediaOID}::uuid, group_root, group_oid, ${mediaOID}, 'gone.jpg', 'photo', 1, now() from member
      where account = 'gamma-auditor'`.execute(rooms.db);
    await sql`update detection_outcome set media_oid = ${mediaOID}::uuid
      where oid = any(${gone.map(({ oid }) => oid)}::uuid[])`.execute(rooms.db);
    await reviewAll({ ...sample, drawnOnes: stay });
    const decide = () => auditor(detectionCalls.decideSample, { oid: sample.oid });
    const open = { reason: 'sampleOpen', details: { data: { left: 15, drawn: 20 } } };
    expect(await refusalOf(decide())).toMatchObject(open);
    await sql`delete from media where oid = ${mediaOID}::uuid`.execute(rooms.db);
    expect(await refusalOf(decide())).toMatchObject(open);
    const drawn = new Set(sample.drawnOnes.map(({ oid }) => oid));
    const others = (await outcomesOf(detectionOID)).filter(
      ({ oid, class: found, confidence }) => !drawn.has(oid) && found === 'crack' && confidence === 0.9,
    );
    for (const { oid } of others.slice(0, 15)) await judge(detectionOID, oid);
    expect(await decide()).toMatchObject({ verdict: 'confirmed', decided: 25, others: 0 });
  });

  it('gives no reason that is not offered any more', async () => {
    const detectionOID = await runOf(30);
    const sample = await draw(detectionOID);
    const [first, ...others] = sample.drawnOnes;
    await reviewAll({ ...sample, drawnOnes: others }, falseAlarm);
    await judge(detectionOID, first?.oid ?? '', { verdict: 'falseAlarm', reason: 'bird' });
    const offer = (codes: string[]) => offerListedCodes(rooms.db, ['leaf', 'shadow', 'bird'], codes);
    await addListedCodes(rooms.db, 'gamma-administrator', 'falseAlarmReason', [{ code: 'leaf' }]);
    await offer(['leaf']);
    expect(await reasonOf(auditor(detectionCalls.decideSample, { oid: sample.oid }))).toBe('reasonRequired');
    await offer(['leaf', 'bird']);
    expect(await auditor(detectionCalls.decideSample, { oid: sample.oid })).toMatchObject({ decided: 10 });
    await offer(['shadow', 'bird']);
    const reasons = (await outcomesOf(detectionOID)).map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'bird')).toHaveLength(11);
  });

  it('is not looked at by a rule or by another sample', async () => {
    const detectionOID = await runOf(60);
    const [one, other] = [await draw(detectionOID), await draw(detectionOID)];
    await reviewAll(one);
    await auditor(detectionCalls.decideSample, { oid: one.oid });
    const seen = await auditor(detectionCalls.sampleByOID, { oid: other.oid });
    const own = new Set(one.drawnOnes.map(({ oid }) => oid));
    expect(seen.left).toBe(other.drawnOnes.filter(({ oid }) => !own.has(oid)).length);
    expect(seen.drawnOnes.every(({ verdict }) => verdict === 'confirmed')).toBe(true);
  });

  it('leaves what somebody reviews, and what somebody judged meanwhile', async () => {
    const detectionOID = await runOf(60);
    const sample = await draw(detectionOID);
    await reviewAll(sample);
    const drawn = new Set(sample.drawnOnes.map(({ oid }) => oid));
    await administrator(detectionCalls.lockPicture, { detectionOID, mediaOID: photos[0] });
    const held = (await outcomesOf(detectionOID)).filter(
      ({ oid, mediaOID, class: found, confidence }) =>
        mediaOID === photos[0] && !drawn.has(oid) && found === 'crack' && confidence === 0.9,
    );
    const decided = await auditor(detectionCalls.decideSample, { oid: sample.oid });
    expect(decided).toMatchObject({ decided: 40 - held.length, others: held.length });
    const now = new Map((await outcomesOf(detectionOID)).map(({ oid, verdict }) => [oid, verdict]));
    expect(held.map(({ oid }) => now.get(oid))).toEqual(held.map(() => null));
    await administrator(detectionCalls.unlockPicture, { detectionOID, mediaOID: photos[0] });
  });

  it('decides once, by one of two who ask at once, and the other is shown who', async () => {
    const sample = await draw(await runOf(30));
    await reviewAll(sample);
    const ask = (who: typeof auditor) => refusalOf(who(detectionCalls.decideSample, { oid: sample.oid }));
    const both = await Promise.all([ask(auditor), ask(administrator)]);
    const lost = both.filter((one) => one !== null);
    expect(lost).toHaveLength(1);
    expect(lost[0]).toMatchObject({ reason: 'sampleDecided' });
    expect(lost[0]?.details.values?.['by']).toMatch(/^gamma (?:auditor|administrator)$/);
  });

  it('is of enough findings, within a confidence, one’s own, and by whoever may', async () => {
    const detectionOID = await runOf(20);
    expect(await refusalOf(draw(detectionOID))).toMatchObject({
      reason: 'sampleSmall',
      details: { values: { count: 20 } },
    });
    const large = await runOf(30);
    expect(await reasonOf(draw(large, { least: 0.9, most: 0.8 }))).toBe('invalid');
    expect(await reasonOf(draw(large, { share: 5 }))).toBe('invalid');
    const given = { detectionOID: large, class: 'crack', least: 0.8 };
    expect(await reasonOf(operator(detectionCalls.drawSample, given))).toBe('notAllowed');
    expect(await reasonOf(stranger(detectionCalls.drawSample, given))).toBe('notFound');
    const { oid } = await draw(large);
    expect(await reasonOf(stranger(detectionCalls.decideSample, { oid }))).toBe('notFound');
    expect(await reasonOf(stranger(detectionCalls.sampleByOID, { oid }))).toBe('notFound');
    expect((await stranger(detectionCalls.querySample, {})).list).toEqual([]);
    const { list } = await auditor(detectionCalls.querySample, { detectionOID: large });
    expect(list).toMatchObject([{ oid, standing: 'open', population: 30 }]);
  });
});
