import { inspectionReportCalls as calls, type ReportRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import {
  administrator,
  asking,
  below,
  bytesOf,
  chief,
  draft,
  found,
  local,
  made,
  month,
  order,
  rooms,
  step6,
  stranger,
} from './inspection-report.fixture.ts';

export function monthSuite(): void {
  describe('a monthly report', () => {
    it('is one of a department and month, however many add it at once', async () => {
      const asked = await Promise.all([1, 2, 3].map(() => reasonOf(draft())));
      expect(asked.toSorted()).toEqual(['done', 'reportExists', 'reportExists']);
      expect(await reasonOf(draft({ groupOID: below }))).toBe('done');
      expect(await reasonOf(draft({ month: '2025-08' }))).toBe('done');
      expect(await reasonOf(draft({ month: '2025-13' }))).toBe('invalid');
    });

    it('is seen from its department and above, and by nobody of another organisation', async () => {
      const top = await draft();
      const own = await asking(local)(calls.add, { name: 'own', month });
      const seen = async (account: string): Promise<string[]> =>
        (await asking(account)<{ list: ReportRecord[] }>(calls.query, {})).list.map(({ oid }) => oid);
      expect(new Set(await seen(chief))).toEqual(new Set([top.oid, own.oid]));
      expect(await seen(local)).toEqual([own.oid]);
      expect(await seen(stranger)).toEqual([]);
      const request = { oid: top.oid, step: 1, text: 'x', format: 'html', language: 'en' };
      for (const account of [local, stranger])
        for (const one of [calls.get, calls.step1, calls.step6, calls.addStep, calls.generate])
          expect(await reasonOf(asking(account)(one, request))).toBe('notFound');
      expect(await reasonOf(asking(local)(calls.approve, { oid: own.oid, version: 0 }))).toBe('notAllowed');
      const file = await made(top.oid, 'html', 'en');
      for (const account of [local, stranger])
        expect(await reasonOf(asking(account)(calls.download, { oid: file.oid }))).toBe('notFound');
    });

    it('counts its own department and those below, in the month of the organisation', async () => {
      const top = await draft();
      const own = await asking(local)(calls.add, { name: 'own', month });
      await found(chief, 'confirmed');
      await found(local, 'falseAlarm', { reason: 'shadow' });
      // The first moment of October in Shanghai is still September in Greenwich.
      await found(chief, 'confirmed', { at: new Date('2025-09-30T16:00:00Z') });
      await found(stranger, 'confirmed');
      await order(local, 'done');
      const total = async (oid: string): Promise<unknown> =>
        (await administrator<{ findings: { total: unknown } }>(calls.step3, { oid })).findings.total;
      expect(await total(top.oid)).toEqual({ confirmed: 1, falseAlarm: 1, unaudited: 0 });
      expect(await total(own.oid)).toEqual({ confirmed: 0, falseAlarm: 1, unaudited: 0 });
      expect(await administrator(calls.step4, { oid: top.oid })).toMatchObject({
        falseAlarms: { total: 1, reasons: [{ class: 'crack', reason: 'shadow', count: 1 }] },
      });
      expect(await administrator(calls.step5, { oid: top.oid })).toMatchObject({
        orders: { total: { total: 1, done: 1, ignored: 0, open: 0 }, previous: { total: 0 } },
      });
    });

    it('keeps the text of who wrote first, and refuses marks that turn text around', async () => {
      const { oid, version = 0 } = await draft();
      const kept = await administrator(calls.addStep, { oid, step: 2, text: 'first', version });
      expect(kept).toMatchObject({ flights: 'first', step: 2, version: version + 1 });
      const late = { oid, step: 2, text: 'second', version };
      expect(await reasonOf(administrator(calls.addStep, late))).toBe('conflict');
      expect(await administrator(calls.get, { oid })).toMatchObject({ flights: 'first' });
      // Each text for itself: who keeps another step is neither refused nor written over.
      const beside = await administrator(calls.addStep, { ...late, step: 3 });
      expect(beside).toMatchObject({ flights: 'first', findings: 'second', version: version + 2 });
      const own = { oid, step: 2, text: 'third', version: version + 1 };
      expect(await administrator(calls.addStep, own)).toMatchObject({ flights: 'third', findings: 'second' });
      expect(await reasonOf(administrator(calls.addStep, { ...own, version: version + 9 }))).toBe('conflict');
      for (const text of ['\u202Eevil', 'x'.repeat(100_000)])
        expect(await reasonOf(administrator(calls.addStep, { oid, step: 1, text }))).toBe('invalid');
    });

    it('is not made while something is unhandled, and names it', async () => {
      const { oid } = await draft();
      const run = await found(chief, null);
      const open = await order(chief, 'unassigned');
      const refusal = await refusalOf(administrator(calls.generate, { oid, format: 'html', language: 'en' }));
      expect(refusal?.reason).toBe('reportUnhandled');
      expect(refusal?.details.data).toMatchObject({
        missing: [
          { kind: 'unaudited', count: 1, first: [{ oid: run }] },
          { kind: 'unhandled', count: 1, first: [{ oid: open }] },
        ],
      });
      expect((await step6(oid)).missing.filter(({ blocks }) => blocks)).toHaveLength(2);
      await sql`update work_order set state = 'ignored'`.execute(rooms.db);
      await sql`update detection_outcome set verdict = 'confirmed'`.execute(rooms.db);
      expect((await made(oid, 'html', 'en')).state).toBe('done');
    });

    it('cannot be changed once it is approved, and is approved only as a file says it', async () => {
      const { oid, version = 0 } = await draft();
      expect(await reasonOf(administrator(calls.approve, { oid, version }))).toBe('reportNotRendered');
      await made(oid, 'html', 'en');
      const written = await administrator(calls.addStep, { oid, step: 1, text: 'later', version });
      expect((await step6(oid)).files[0]).toMatchObject({ current: false });
      const now = { oid, version: written.version };
      expect(await reasonOf(administrator(calls.approve, now))).toBe('reportNotRendered');
      await made(oid, 'html', 'en');
      expect(await reasonOf(administrator(calls.approve, { oid, version }))).toBe('conflict');
      // One that is asked for again counts anew: until it is made, nobody has read what would be approved.
      await administrator(calls.generate, { oid, format: 'docx', language: 'en' });
      expect(await reasonOf(administrator(calls.approve, now))).toBe('reportNotRendered');
      await made(oid, 'html', 'en');
      const both = await Promise.all([1, 2].map(() => reasonOf(administrator(calls.approve, now))));
      expect(both.toSorted()).toEqual(['done', 'reportLocked']);
      for (const [one, part] of [
        [calls.addStep, { step: 1, text: 'after' }],
        [calls.edit, { name: 'after' }],
        [calls.remove, { oids: [oid] }],
      ] as const)
        expect(await reasonOf(administrator(one, { oid, ...part }))).toBe('reportLocked');
      // What happens afterwards is no part of what was approved.
      await found(chief, 'confirmed');
      expect(await administrator(calls.step3, { oid })).toMatchObject({
        findings: { total: { confirmed: 0 } },
      });
      const file = await made(oid, 'html', 'en');
      expect((await bytesOf(file)).toString()).toContain('gamma administrator');
    });

    it('says that its month is empty, and what is another figure than in the last file', async () => {
      const { oid } = await draft();
      expect(await administrator(calls.step1, { oid })).toMatchObject({ empty: true });
      const html = (await bytesOf(await made(oid, 'html', 'en'))).toString();
      expect(html).toContain('There were no flights, findings or work orders in this month.');
      await found(chief, 'confirmed');
      expect(await administrator(calls.step1, { oid })).toMatchObject({ empty: false });
      expect((await step6(oid)).changes).toEqual([{ figure: 'findings.confirmed', from: 0, to: 1 }]);
    });
  });
}
