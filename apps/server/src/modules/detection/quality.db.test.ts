import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { detectionCalls, type QualityAnswer } from '@eyrie/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addListedCodes } from '../../migrations/listed-code.fixture.ts';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { administrator, createQualityFixture, type QualityFixture } from './quality.fixture.ts';

let fixture: QualityFixture;
beforeAll(async () => {
  fixture = await createQualityFixture();
});
afterAll(() => fixture?.rooms.close());
beforeEach(() => fixture.clear());

const asked = { from: '2025-09', months: 2 };
const quality = (part: object = {}, account?: string): Promise<QualityAnswer> =>
  fixture.call(detectionCalls.quality, { ...asked, ...part }, account === undefined ? {} : { account });

describe('the quality of models', () => {
  it('is counted by class, version and the month in which the run began, in the zone of the organisation', async () => {
    const media = await fixture.picture();
    // The first moment of October in Shanghai is still September in Greenwich.
    const september = await fixture.run('2025-09-30T15:59:59Z');
    const october = await fixture.run('2025-09-30T16:00:00Z', { modelVersion: '2' });
    const later = await fixture.run('2025-10-31T16:00:00Z');
    await fixture.box(september, media, { verdict: 'confirmed', confidence: 0.9 });
    await fixture.box(september, media, { verdict: 'confirmed', confidence: 0.29 });
    await fixture.box(september, media, { verdict: 'falseAlarm', confidence: 0.5 });
    await fixture.box(september, media, { confidence: 0.7 });
    await fixture.box(september, media, { verdict: 'confirmed', confidence: 0.99, ruled: true });
    await fixture.box(september, media, { verdict: 'confirmed', confidence: null });
    await fixture.box(september, media, { verdict: 'deleted', confidence: null });
    await fixture.box(october, media, { verdict: 'falseAlarm' });
    await fixture.box(later, media, { verdict: 'falseAlarm' });
    const { rows, total, rest, ...span } = await quality();
    expect(span).toMatchObject({ from: '2025-09', to: '2025-10', timeZone: 'Asia/Shanghai', pace: null });
    expect(rest).toBe(0);
    expect(rows.map(({ month, modelVersion }) => `${month} ${modelVersion}`)).toEqual([
      '2025-10 2',
      '2025-09 1',
    ]);
    expect(rows[0]).toMatchObject({ found: 1, falseAlarms: 1, precision: 0, recall: null, threshold: null });
    expect(rows[1]).toMatchObject({
      found: 5,
      reviewed: 3,
      confirmed: 2,
      falseAlarms: 1,
      unjudged: 1,
      byRule: 1,
      added: 1,
      precision: 2 / 3,
      recall: 2 / 3,
      threshold: { confidence: 0.29, f1: 4 / 6 },
      cost: null,
      drift: { precision: null, meanConfidence: null },
    });
    expect(total).toMatchObject({ found: 6, reviewed: 4, confirmed: 2, falseAlarms: 2, precision: 0.5 });
    expect((await quality({ model: 'cracks', modelVersion: '2' })).total).toMatchObject({ found: 1 });
    expect((await quality({ model: 'leaks' })).rows).toEqual([]);
  });

  it('counts a box that a person corrected for the class that its detector gave, and as missed for the other', async () => {
    const [run, media] = [await fixture.run('2025-09-10T00:00:00Z'), await fixture.picture()];
    const oid = await fixture.box(run, media);
    const correct = { oid, detectionOID: run, verdict: 'confirmed', class: 'leak' };
    const { version } = await fixture.call(detectionCalls.auditOutcome, correct);
    const rowOf = async (name: string) => (await quality()).rows.find((row) => row.class === name);
    expect(await rowOf('crack')).toMatchObject({
      found: 1,
      corrected: 1,
      confirmed: 0,
      precision: 0,
      recall: null,
    });
    expect(await rowOf('leak')).toMatchObject({ found: 0, otherwise: 1, precision: null, recall: 0 });
    expect((await quality()).total).toMatchObject({ found: 1, corrected: 1, otherwise: 1 });
    await fixture.call(detectionCalls.auditOutcome, { ...correct, class: 'crack', version });
    expect(await rowOf('crack')).toMatchObject({ corrected: 0, confirmed: 1, precision: 1 });
    expect(await rowOf('leak')).toBeUndefined();
  });

  it('is of the own department and below, and of no other organisation', async () => {
    const { rooms, member } = fixture;
    const groupRoot = member.group_root;
    const below = await rooms.department.add(rooms.db, {
      groupRoot,
      parentOID: member.group_oid,
      name: '甲',
    });
    const media = await fixture.picture();
    const run = await fixture.run('2025-09-10T00:00:00Z', { groupOID: below });
    await fixture.box(run, media, { verdict: 'confirmed' });
    await fixture.box(await fixture.run('2025-09-11T00:00:00Z'), media, { verdict: 'confirmed' });
    expect((await quality()).total.found).toBe(2);
    expect((await quality({ groupOID: below })).total.found).toBe(1);
    expect((await quality({}, 'delta-administrator')).total.found).toBe(0);
    expect(await reasonOf(quality({ groupOID: below }, 'delta-administrator'))).toBe('notFound');
  });

  it('knows how long a false alarm takes by the verdicts of each person, without breaks', async () => {
    const [run, media] = [await fixture.run('2025-09-10T00:00:00Z'), await fixture.picture()];
    const { db, runtime } = fixture.rooms;
    const judged = async (seconds: number): Promise<void> => {
      const oid = await fixture.box(run, media, { verdict: 'falseAlarm' });
      const at = new Date(Date.UTC(2025, 8, 12) + seconds * 1_000);
      await sql`insert into detection_audit (oid, group_root, outcome_oid, member_oid, at, verdict, box, class,
          other_text, reason)
        select ${runtime.newOid()}::uuid, group_root, oid, verdict_by, ${at}, verdict, '{}', class, '', ''
        from detection_outcome where oid = ${oid}::uuid`.execute(db);
    };
    for (let turn = 0; turn < 30; turn += 1) await judged(turn * 12);
    expect((await quality()).pace).toBeNull();
    // After a break of ten minutes.
    await judged(30 * 12 + 600);
    expect((await quality()).pace).toBeNull();
    await judged(30 * 12 + 612);
    const { pace, rows } = await quality();
    expect(pace).toEqual({ seconds: 12, measured: 30 });
    expect(rows[0]).toMatchObject({ falseAlarms: 32, cost: 384 });
  });

  it('counts what a rule or a sample decided as reviewed by nobody, whatever the verdict', async () => {
    const [run, media] = [await fixture.run('2025-09-10T00:00:00Z'), await fixture.picture()];
    await fixture.box(run, media, { verdict: 'confirmed' });
    for (const ruled of [true, 'sample'] as const)
      for (const verdict of ['confirmed', 'falseAlarm'] as const) {
        const oid = await fixture.box(run, media, { verdict, ruled });
        await sql`update detection_outcome set reason = 'shade' where oid = ${oid}::uuid`.execute(
          fixture.rooms.db,
        );
      }
    const { rows, reasons } = await quality();
    expect(rows[0]).toMatchObject({ found: 5, reviewed: 1, byRule: 4, falseAlarms: 0, precision: 1 });
    expect(reasons).toEqual([]);
  });

  it('takes what a sample decided for nobody’s review, in no share, cost or reason', async () => {
    const [run, media] = [await fixture.run('2025-09-10T00:00:00Z'), await fixture.picture()];
    await fixture.box(run, media, { verdict: 'confirmed' });
    for (let turn = 0; turn < 40; turn += 1) {
      const oid = await fixture.box(run, media, { verdict: 'falseAlarm', ruled: 'sample' });
      await sql`update detection_outcome set reason = 'shade' where oid = ${oid}::uuid`.execute(
        fixture.rooms.db,
      );
      // One after the other, as fast as a server decides.
      const at = new Date(Date.UTC(2025, 8, 12) + turn * 5);
      await sql`update detection_outcome set verdict_at = ${at} where oid = ${oid}::uuid`.execute(
        fixture.rooms.db,
      );
      await sql`update detection_audit set at = ${at} where outcome_oid = ${oid}::uuid`.execute(
        fixture.rooms.db,
      );
    }
    const { rows, reasons, pace } = await quality();
    expect(rows).toMatchObject([{ found: 41, reviewed: 1, falseAlarms: 0, byRule: 40, precision: 1 }]);
    expect([reasons, pace]).toEqual([[], null]);
  });

  it('says why people called boxes false alarms, in the words of the reader', async () => {
    const [run, media] = [await fixture.run('2025-09-10T00:00:00Z'), await fixture.picture()];
    for (const reason of ['shade', 'old', 'shade', ''])
      await sql`update detection_outcome set reason = ${reason}
        where oid = ${await fixture.box(run, media, { verdict: 'falseAlarm' })}::uuid`.execute(
        fixture.rooms.db,
      );
    await addListedCodes(fixture.rooms.db, administrator, 'falseAlarmReason', [
      { code: 'shade', names: { zh: '阴影', en: 'Shade of a pole', ar: 'ظل عمود' } },
    ]);
    expect((await quality()).reasons).toEqual([
      { name: 'Shade of a pole', count: 2 },
      { name: 'old', count: 1 },
    ]);
  });

  it('compares with the three months before, which are not among the rows', async () => {
    const media = await fixture.picture();
    const months = { '2025-06': 0.9, '2025-09': 0.6 };
    for (const [month, confidence] of Object.entries(months)) {
      const run = await fixture.run(`${month}-10T00:00:00Z`);
      const verdict = month === '2025-06' ? 'confirmed' : 'falseAlarm';
      for (let turn = 0; turn < 30; turn += 1) await fixture.box(run, media, { verdict, confidence });
    }
    const { rows } = await quality();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.drift.precision).toBe(-1);
    expect(rows[0]?.drift.meanConfidence).toBeCloseTo(-0.3);
  });

  it('says of any boxes what counting each of them says', async () => {
    const media = await fixture.picture();
    const given = fc.record({
      class: fc.constantFrom('crack', 'rust'),
      foundClass: fc.constantFrom(null, 'crack', 'rust'),
      confidence: fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100)),
      verdict: fc.constantFrom('confirmed' as const, 'falseAlarm' as const, null),
      ruled: fc.constantFrom<boolean | 'sample'>(false, true, 'sample'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 25 }), async (boxes) => {
        await sql`delete from detection`.execute(fixture.rooms.db);
        const run = await fixture.run('2025-09-10T00:00:00Z');
        const kept = boxes.map((one) => ({
          ...one,
          verdict: one.confidence === null ? ('confirmed' as const) : one.verdict,
          foundClass: one.confidence === null ? null : one.foundClass,
          ruled: one.confidence !== null && one.verdict !== null && one.ruled,
        }));
        for (const one of kept) await fixture.box(run, media, one);
        const { rows, total } = await quality();
        const count = (fits: (one: (typeof kept)[number]) => boolean): number => kept.filter(fits).length;
        for (const name of ['crack', 'rust']) {
          const isFound = (one: (typeof kept)[number]): boolean =>
            one.confidence !== null && (one.foundClass ?? one.class) === name;
          const isOther = (one: (typeof kept)[number]): boolean =>
            one.verdict === 'confirmed' && !one.ruled && (one.foundClass ?? one.class) !== one.class;
          const row = rows.find((one) => one.class === name);
          expect(row?.found ?? 0).toBe(count(isFound));
          expect(row?.corrected ?? 0).toBe(count((one) => isFound(one) && isOther(one)));
          expect(row?.falseAlarms ?? 0).toBe(
            count((one) => isFound(one) && one.verdict === 'falseAlarm' && !one.ruled),
          );
          expect(row?.byRule ?? 0).toBe(count((one) => isFound(one) && one.ruled !== false));
          expect(row?.added ?? 0).toBe(count((one) => one.confidence === null && one.class === name));
          expect(row?.otherwise ?? 0).toBe(
            count((one) => one.confidence !== null && one.class === name && isOther(one)),
          );
        }
        expect(total.found).toBe(count((one) => one.confidence !== null));
      }),
      { numRuns: 12 },
    );
  });

  it('is exported as a table in which no name is a formula', async () => {
    const run = await fixture.run('2025-09-10T00:00:00Z', { model: '=cmd' });
    await fixture.box(run, await fixture.picture(), { verdict: 'confirmed' });
    const { body } = (await fixture.call(detectionCalls.qualityExport, {
      ...asked,
      format: 'csv',
    })) as BytesAnswer;
    const lines = (await text(body as Readable)).split('\r\n');
    expect(lines[0]).toContain('Precision,Recall');
    expect(lines[1]).toMatch(/^2025-09,'=cmd,1,crack,1,1,0,0,0,0,0,0,1,1,0\.9,1,,0\.9,,$/);
  });

  it('is asked for a year at the most, of a month that is one', async () => {
    for (const part of [{ months: 13 }, { months: 0 }, { from: '2025-13' }, { from: '2025-9' }])
      expect(await reasonOf(quality(part))).toBe('invalid');
    expect(await reasonOf(quality({ months: 12 }))).toBe('done');
  });
});
