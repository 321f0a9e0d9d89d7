import { inspectionReportCalls as calls, type ReportFormat } from '@eyrie/domain';
import { contrast } from '@eyrie/domain/contrast';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { administrator, bytesOf, draft, look, made, objects, wordText } from './inspection-report.fixture.ts';

const plain = look.now;
const yellow = '#ffee00';
const withLogo = async (key: string): Promise<void> => {
  const create = { width: 300, height: 90, channels: 4 as const, background: '#00000000' };
  await objects.put(key, await sharp({ create }).png().toBuffer());
  look.now = { name: '甲 <Werke>', accent: yellow, logo: { key } };
};
const textIn = async (oid: string, format: ReportFormat): Promise<string> => {
  const file = await made(oid, format, 'en');
  expect(file).toMatchObject({ state: 'done', reason: null });
  const bytes = await bytesOf(file);
  return format === 'docx' ? wordText(bytes) : bytes.toString();
};

export function lookSuite(): void {
  describe('the look of the organisation in files of a report', () => {
    afterEach(() => {
      look.now = plain;
    });

    it('is its name, its logo with a text, and its accent colour so dark that it can be read', async () => {
      const { oid } = await draft();
      await withLogo('logo-one');
      const html = await textIn(oid, 'html');
      expect(html).toContain('alt="Logo of 甲 &lt;Werke&gt;"');
      expect(html).toContain('<strong><bdi>甲 &lt;Werke&gt;</bdi></strong>');
      expect(html).toContain(`3px solid ${yellow}`);
      const ink = /h1,h2\{color:(#[0-9a-f]{6})\}/.exec(html)?.[1] ?? yellow;
      expect(contrast(ink, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      const tint = /thead th\{background:(#[0-9a-f]{6})\}/.exec(html)?.[1] ?? ink;
      expect(contrast('#1b1f24', tint)).toBeGreaterThanOrEqual(4.5);
      const word = await textIn(oid, 'docx');
      expect(word).toContain('descr="Logo of 甲 &lt;Werke&gt;"');
      expect(word).toContain('甲 &lt;Werke&gt;</w:t>');
      expect(word).toContain(`w:color w:val="${ink.slice(1)}"`);
      expect(word).not.toContain(`<w:color w:val="${yellow.slice(1)}"`);
      expect(await made(oid, 'pdf', 'ar')).toMatchObject({ state: 'done', reason: null });
    });

    it('stays in an approved report as it was, and what was made stays byte for byte', async () => {
      const { oid, version } = await draft();
      await withLogo('logo-two');
      const before = await made(oid, 'html', 'en');
      const bytes = await bytesOf(before);
      await administrator(calls.approve, { oid, version });
      // The picture was thrown away, and the organisation looks otherwise.
      await objects.delete('logo-two');
      look.now = { name: 'later', accent: '#112233', logo: null };
      const later = await textIn(oid, 'html');
      expect(later).toContain('alt="Logo of 甲 &lt;Werke&gt;"');
      expect(later).toContain(yellow);
      expect(later).not.toContain('later');
      expect((await bytesOf(before)).equals(bytes)).toBe(true);
    });

    it.each([
      ['gone', null],
      ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ])('says that a logo is not shown when it is %s', async (key, stored) => {
      const { oid } = await draft();
      if (stored) await objects.put(key, stored);
      look.now = { name: 'gamma', accent: 'red;}</style><script>', logo: { key } };
      const html = await textIn(oid, 'html');
      expect(html).toContain('The logo of the organisation could not be read and is not shown.');
      expect(html).not.toContain('<img');
      expect(html).not.toContain('<script');
    });
  });
}
