import { createHash } from 'node:crypto';
import { inspectionReportCalls as calls, nameLanguageOf, type ReportFile } from '@eyrie/domain';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { BytesAnswer, Language } from '../../platform/http/endpoint.ts';
import { addListedCodes, removeListedCode } from '../../migrations/listed-code.fixture.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { publicKeyOf } from '../../platform/signature.ts';
import { signingKey } from '../../platform/signing-key.ts';
import { proofFaultOf, renderNext } from './index.ts';
import {
  administrator,
  bytesOf,
  chief,
  draft,
  folder,
  found,
  jobs,
  made,
  objects,
  order,
  rooms,
  step6,
  wordText,
} from './inspection-report.fixture.ts';

/** Formats that can be read as text: one in each language, and both in one. All are made of the same blocks. */
const readable = (language: Language) =>
  language === 'ar' ? (['html', 'docx'] as const) : (['html'] as const);

export function fileSuite(): void {
  describe('a file of a monthly report', () => {
    const headings: Readonly<Record<Language, string>> = {
      'zh-CN': '误报',
      en: 'False alarms',
      ar: 'الإنذارات الكاذبة',
    };
    it.each(['zh-CN', 'en', 'ar'] as const)('is what its hash says, and reads in %s', async (language) => {
      const { oid } = await draft();
      await found(chief, 'falseAlarm');
      await order(chief, 'done');
      await administrator(calls.addStep, { oid, step: 6, text: 'Schluss <script>x</script> نهاية 结论' });
      const file = await made(oid, 'docx', language);
      expect(file).toMatchObject({ state: 'done', progress: 100, reason: null });
      const bytes = await bytesOf(file);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
      expect(bytes.length).toBe(file.size);
      const xml = await wordText(bytes);
      const texts = [...xml.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, words]) => words);
      expect(texts).toContain('九月 &lt;report&gt;');
      expect(texts).toContain('run &amp; one');
      expect(texts).toContain('Schluss &lt;script&gt;x&lt;/script&gt; نهاية 结论');
      expect(texts).toContain(headings[language]);
      expect(xml.includes('<w:bidi/>')).toBe(language === 'ar');
      const pdf = await made(oid, 'pdf', language);
      expect(pdf).toMatchObject({ state: 'done', reason: null });
      const pdfBytes = await bytesOf(pdf);
      expect(createHash('sha256').update(pdfBytes).digest('hex')).toBe(pdf.sha256);
      expect(pdfBytes.subarray(0, 5).toString()).toBe('%PDF-');
      const { body: proof } = await administrator<BytesAnswer>(calls.proof, { oid: pdf.oid });
      const marks = { size: pdf.size ?? 0, sha256: pdf.sha256 ?? '' };
      const own = publicKeyOf(await signingKey(rooms.db));
      expect(proofFaultOf(Buffer.from(proof as Uint8Array).toString(), marks, own)).toMatchObject({
        fault: null,
        manifest: { reportOID: oid, state: 'draft', format: 'pdf', language },
      });
      const html = (await bytesOf(await made(oid, 'html', language))).toString();
      expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
      expect(html).not.toContain('<script');
    });

    it('shows photos with what was found on them, and names those that are gone', async () => {
      const { oid } = await draft();
      await found(chief, 'confirmed');
      await found(chief, 'confirmed');
      const { rows } = await sql<{
        oid: string;
      }>`update media set name = oid || '.jpg', lng = 120.5, lat = 30.25
        returning oid`.execute(rooms.db);
      const [there = { oid: '' }, gone = { oid: '' }] = rows;
      const create = { width: 90, height: 60, channels: 3 as const, background: '#336699' };
      for (const one of rows) await objects.put(one.oid, await sharp({ create }).jpeg().toBuffer());
      // Deleted after the file was asked for, before it is made.
      await administrator<ReportFile>(calls.generate, { oid, format: 'html', language: 'en' });
      await sql`update media set deleted_at = now() where oid = ${gone.oid}::uuid`.execute(rooms.db);
      const { runtime } = rooms;
      while (await renderNext({ runtime, objects, dataDir: folder, jobs }));
      const [file] = (await step6(oid)).files;
      if (!file) throw new Error('the file is not listed');
      const html = (await bytesOf(file)).toString();
      expect(html.match(/<img /g)).toHaveLength(1);
      expect(html).toContain('alt="crack (Confirmed). Place: 30.25000, 120.50000"');
      expect(html).toContain(`The picture “${gone.oid}.jpg” has been deleted`);
      expect(html).toContain(`${there.oid}.jpg, taken 2025-09-15 04:00 UTC`);
      expect(html.match(/crack \(Confirmed\)/g)).toHaveLength(3);
      for (const format of ['pdf', 'docx'] as const)
        expect(await made(oid, format, 'ar')).toMatchObject({ state: 'done' });
      await objects.put(there.oid, Buffer.from('no picture at all'));
      expect((await bytesOf(await made(oid, 'html', 'en'))).toString()).toContain(
        `The picture “${there.oid}.jpg” cannot be read`,
      );
    });

    it('is refused by name while it is not made, or when its bytes are gone', async () => {
      const { oid } = await draft();
      const waiting = await administrator<ReportFile>(calls.generate, {
        oid,
        format: 'docx',
        language: 'en',
      });
      expect(await reasonOf(administrator(calls.download, { oid: waiting.oid }))).toBe('reportFileMissing');
      expect(await reasonOf(administrator(calls.proof, { oid: waiting.oid }))).toBe('reportFileMissing');
      const { runtime } = rooms;
      // More than once where the first attempt found its process full of what the files before it had left.
      while (await renderNext({ runtime, objects, dataDir: folder, jobs }));
      expect((await step6(oid)).files[0]).toMatchObject({ state: 'done', reason: null });
      expect(await reasonOf(administrator(calls.download, { oid: waiting.oid }))).toBe('done');
      const { rows } = await sql<{ key: string }>`select object_key as key from inspection_report_file
        where oid = ${waiting.oid}`.execute(rooms.db);
      await objects.delete(rows[0]?.key ?? '');
      expect(await reasonOf(administrator(calls.download, { oid: waiting.oid }))).toBe('reportFileMissing');
    });

    it('is begun again when it could not be made, and fails by name in the end', async () => {
      const { oid } = await draft();
      await administrator<ReportFile>(calls.generate, { oid, format: 'docx', language: 'en' });
      const broken = { run: () => Promise.reject(new Error('no process')) };
      const { runtime } = rooms;
      for (const state of ['queued', 'queued', 'failed']) {
        await renderNext({ runtime, objects, dataDir: folder, jobs: broken });
        expect((await step6(oid)).files[0]).toMatchObject({ state });
      }
      expect(await renderNext({ runtime, objects, dataDir: folder, jobs })).toBe(false);
      expect((await step6(oid)).files[0]).toMatchObject({ reason: 'internal' });
    });

    it('names the reason of a false alarm in its language, and what is no code as it was written', async () => {
      const { oid } = await draft();
      const [code, names] = ['shadow', { zh: '阴影', en: 'Shade of a pole', ar: 'ظل عمود' }] as const;
      await addListedCodes(rooms.db, chief, 'falseAlarmReason', [{ code, names }]);
      for (const reason of [code, 'a <kite>']) await found(chief, 'falseAlarm', { reason });
      expect(await administrator(calls.step4, { oid })).toMatchObject({
        falseAlarms: {
          reasons: [
            { reason: 'a <kite>', names: null },
            { reason: code, names },
          ],
        },
      });
      for (const language of ['zh-CN', 'en', 'ar'] as const) {
        const name = names[nameLanguageOf(language)];
        for (const format of readable(language)) {
          const file = await made(oid, format, language);
          expect(file).toMatchObject({ state: 'done', reason: null });
          const bytes = await bytesOf(file);
          const text = format === 'docx' ? await wordText(bytes) : bytes.toString();
          expect(text).toContain(name);
          expect(text).toContain('a &lt;kite&gt;');
          expect(text).not.toContain(code);
        }
      }
    });

    it('calls classes by the names of AI types in its language, those that are no longer offered too', async () => {
      const { oid } = await draft();
      const [code, names] = ['crack', { zh: '墙体裂缝', en: 'Gap in a wall', ar: 'فتحة في جدار' }] as const;
      await addListedCodes(rooms.db, chief, 'aiType', [{ code, names, enabled: false }]);
      try {
        await found(chief, 'confirmed');
        await found(chief, 'falseAlarm');
        await order(chief, 'done');
        for (const language of ['zh-CN', 'en', 'ar'] as const) {
          const name = names[nameLanguageOf(language)];
          for (const format of readable(language)) {
            const bytes = await bytesOf(await made(oid, format, language));
            const text = format === 'docx' ? await wordText(bytes) : bytes.toString();
            // By class, of the false alarms, beside the picture, and of the orders.
            expect(text.split(name).length - 1).toBeGreaterThanOrEqual(4);
            expect(text).not.toContain(code);
          }
        }
      } finally {
        await removeListedCode(rooms.db, code);
      }
    });
  });
}
