import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Block } from './report-document.ts';
import { drawable } from './font-coverage.ts';
import { reportPdf } from './report-pdf.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-pdf-'));
  path = join(folder, 'photo.jpg');
  await mkdir(join(folder, 'empty'));
  const create = { width: 40, height: 30, channels: 3 as const, background: '#336699' };
  await sharp({ create }).jpeg().toFile(path);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const made = (blocks: readonly Block[], language: 'zh-CN' | 'en' | 'ar'): Promise<Uint8Array> =>
  reportPdf(blocks, { language, at: 1_700_000_000_000, workspace: join(folder, 'empty') });

/** Everything that a file says, its packed parts taken apart. */
const plainOf = (pdf: Uint8Array): string => {
  const bytes = Buffer.from(pdf);
  const parts = [bytes.toString('latin1')];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 1))
    try {
      parts.push(inflateSync(bytes.subarray(at + 7)).toString('latin1'));
    } catch {
      // Not a packed part.
    }
  return parts.join('\n');
};

const hostile =
  '#eval("1") $x^2$ @ref <label> \\u{41} *b* `c` =SUM(A1) <script>x</script> #import "@preview/x:1.0.0" \u0378 😀';
const everything = (): readonly Block[] => [
  {
    kind: 'letterhead',
    name: hostile,
    colours: { rule: '#ffee00', ink: '#5a5400', tint: '#fffcdb' },
    logo: { name: 'letterhead', alt: 'Logo of everybody', path, width: 40, height: 30 },
  },
  { kind: 'title', text: '九月 September أيلول' },
  { kind: 'note', text: hostile },
  { kind: 'heading', text: '\u202Eturned' },
  {
    kind: 'table',
    caption: hostile,
    head: ['a', 'b'],
    rows: [
      [hostile, 'x'.repeat(5_000)],
      ['裂缝', 'شرخ'],
    ],
  },
  {
    kind: 'picture',
    alt: 'crack Done',
    caption: [hostile, '裂缝'],
    picture: { name: 'one', path, width: 40, height: 30 },
  },
];

it.each(['zh-CN', 'en', 'ar'] as const)(
  'is a tagged file with texts for pictures, in %s',
  async (language) => {
    const pdf = await made(everything(), language);
    const plain = plainOf(pdf);
    expect(plain).toContain('pdfuaid');
    expect(plain).toContain('crack Done');
    expect(plain).toContain('Logo of everybody');
    expect(plain).toContain('NotoSansSC');
    expect(plain).toContain('NotoSansArabic');
    expect(Buffer.from(await made(everything(), language)).equals(pdf)).toBe(true);
  },
);

it('draws the logo at its head, and nothing where there is none', async () => {
  const [head, ...others] = everything();
  if (head?.kind !== 'letterhead') throw new Error('no head');
  const text = others.filter(({ kind }) => kind !== 'picture');
  expect(plainOf(await made([head, ...text], 'ar'))).toMatch(/\/Subtype\s*\/Image/);
  expect(plainOf(await made([{ ...head, logo: null }, ...text], 'ar'))).not.toMatch(/\/Subtype\s*\/Image/);
});

/** Letters, marks and signs of which each alone is drawn, and some that files for people who hear them may not have. */
const signs = Array.from(
  'aé\u0301ش\u064E裂한א1①ﬁﷺ\u3000\u00A0\u200D\u200B\u2068\u2069\u202E\uFE0F\u00AD\u2028',
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(fc.constantFrom(...signs, '👩', '\uFEFF', '\u0000', '\u0007', '\uD800'), { maxLength: 12 })
    .map((all) => all.join('')),
);

it('is made of any texts whatever', async () => {
  const property = fc.asyncProperty(fc.array(anyText, { maxLength: 400 }), async (texts) => {
    const [title = '', alt = ''] = texts;
    const pdf = await made(
      [
        { kind: 'title', text: `t${title}` },
        ...texts.map((text) => ({ kind: 'text' as const, text })),
        {
          kind: 'picture',
          alt: `a${alt}`,
          caption: texts.slice(0, 3),
          picture: { name: 'one', path, width: 40, height: 30 },
        },
      ],
      'ar',
    );
    expect(pdf.length).toBeGreaterThan(1_000);
  });
  await fc.assert(property, { numRuns: 20, examples: [[['\uFEFF\u0000', '\u0000\uFEFF']], [['', '']]] });
});

it('takes a text of 100,000 characters without a space', async () => {
  const text = 'x裂ش'.repeat(33_334);
  const pdf = await made(
    [
      { kind: 'title', text: 'long' },
      { kind: 'text', text },
    ],
    'en',
  );
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-');
});

it('shows a character that no font has by its number, and takes a letter and its marks from one font', () => {
  const [latin, arabic] = ['aé', 'ش\u064E'].map(
    (text) => (code: number) => text.includes(String.fromCodePoint(code)),
  );
  const fonts = [latin ?? (() => false), arabic ?? (() => false)];
  expect(drawable('a\u{1F600}', fonts)).toBe('a[U+1F600]');
  expect(drawable('e\u0301ش\u064E\u200B', fonts)).toBe('éش\u064E\u200B');
  expect(drawable('a\u064E', fonts)).toBe('[U+0061][U+064E]');
});
