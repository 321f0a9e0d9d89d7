import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { Language } from '../../platform/http/endpoint.ts';
import { coverageOf, drawable } from './font-coverage.ts';
import { logoSize } from './report-letterhead.ts';
import { coloursOf, titleOf, type Block } from './report-document.ts';
import { drawingSvg } from './report-coverage-drawing.ts';
import type { PictureBlock } from './report-pictures.ts';

/** Two weights of two families: between them they have the letters of our three languages, and of Greek and Cyrillic. */
const fontFiles = [
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  '@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
  '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  '@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
];
/** The Chinese ones are as wide as a character. */
const narrowMarks = { name: 'Noto Sans Arabic', covers: '[\u2018\u2019\u201c\u201d\u2013\u2014\u2026]' };
const families: Readonly<Record<Language, readonly (string | { name: string; covers: string })[]>> = {
  'zh-CN': ['Noto Sans SC', 'Noto Sans Arabic'],
  en: [narrowMarks, 'Noto Sans SC', 'Noto Sans Arabic'],
  ar: ['Noto Sans Arabic', 'Noto Sans SC'],
};

/** Nothing of a report stands in it: a text that reads like markup is a text from `data.json`. */
const template = `
#let data = json("data.json")
#set document(title: data.title)
#set page(paper: "a4", margin: (x: 2cm, y: 2.2cm), numbering: "1 / 1")
#let covering(one) = if type(one) == str { one } else { (name: one.name, covers: regex(one.covers)) }
#set text(font: data.fonts.map(covering), fallback: false, lang: data.lang, region: data.region, size: 10pt,
  dir: if data.rtl { rtl } else { ltr })
#set par(leading: 0.75em, spacing: 1em)
#let ink = rgb(data.colours.ink)
#show std.title: set text(size: 20pt, fill: ink)
#show heading.where(level: 1): it => block(above: 2em, below: 1em, text(size: 15pt, fill: ink, it.body))
#show heading.where(level: 2): it => block(above: 1.6em, below: 0.9em, text(size: 11pt, fill: ink, it.body))
#set table(stroke: 0.5pt + rgb("#8a929c"), inset: 5pt, align: start,
  fill: (_, y) => if y == 0 { rgb(data.colours.tint) })
#show table.cell.where(y: 0): strong
#show figure: set block(breakable: false)
#show figure: set align(start)
#show figure.caption: it => it.body
#let one(block) = {
  if block.kind == "letterhead" {
    std.block(width: 100%, below: 1.6em, inset: (bottom: 6pt), stroke: (bottom: 2pt + rgb(data.colours.rule)), {
      if block.logo != none {
        image(block.logo.file, alt: block.logo.alt, width: block.logo.width * 1mm)
      }
      par(strong(block.name))
    })
  } else if block.kind == "title" { title(block.text) }
  else if block.kind == "heading" { heading(level: 1, block.text) }
  else if block.kind == "text" { par(block.text) }
  else if block.kind == "note" {
    std.block(inset: (x: 8pt, y: 4pt), stroke: (left: 3pt + rgb("#8a929c"), right: 3pt + rgb("#8a929c")), par(block.text))
  } else if block.kind == "picture" {
    figure(image(block.file, alt: block.alt, width: 60%), numbering: none, supplement: none,
      caption: std.block(width: 100%, align(start, stack(spacing: 0.6em, ..block.caption))))
  } else if block.kind == "drawing" {
    figure(image(block.file, alt: block.alt, width: 50%), numbering: none, supplement: none,
      caption: std.block(width: 100%, align(start, stack(spacing: 0.6em, ..block.caption))))
  } else if block.kind == "table" {
    heading(level: 2, block.caption)
    table(columns: block.head.map(_ => 1fr), table.header(..block.head), ..block.rows.flatten())
  }
}
#for block in data.blocks { one(block) }
`;

/** So that a word without an end breaks at the edge of its cell. */
const longWord = /[\p{Script=Latin}\p{N}\p{P}\p{S}]{16}/gu;

/** The compiler unpacks a JPEG as soon as it sees it, 300 of them to 400 MB; within a drawing it goes into the file as it is. */
const wrapped = async ({ path, width, height }: PictureBlock['picture']): Promise<Buffer> => {
  const source = `data:image/jpeg;base64,${await readFile(path, 'base64')}`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${source}"/></svg>`,
  );
};

/** What is read out and not drawn. */
const readable = (text: string): string => text.toWellFormed().replaceAll(/[\p{Cc}\ufeff\ufffe]/gu, ' ');

type Prepare = (text: string) => string;
const prepared = (block: Block, prepare: Prepare): object => {
  switch (block.kind) {
    case 'table':
      return {
        ...block,
        caption: prepare(block.caption),
        head: block.head.map(prepare),
        rows: block.rows.map((row) => row.map(prepare)),
      };
    case 'letterhead': {
      const { kind, name, logo } = block;
      const shown = logo && {
        alt: readable(logo.alt),
        file: `${logo.name}.svg`,
        width: logoSize(logo).width,
      };
      return { kind, name: prepare(name), logo: shown };
    }
    case 'picture':
      return {
        ...block,
        alt: readable(block.alt),
        file: `${block.picture.name}.svg`,
        caption: block.caption.map(prepare),
      };
    case 'drawing': {
      const { kind, alt, name, caption } = block;
      return { kind, alt: readable(alt), file: `${name}.svg`, caption: caption.map(prepare) };
    }
    default:
      return { ...block, text: prepare(block.text) };
  }
};

const fontsOf = (): Promise<Buffer[]> => {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(fontFiles.map((file) => readFile(resolve(file))));
};

const dataOf = (blocks: readonly Block[], language: Language, fonts: readonly Buffer[]): string => {
  const [lang, region = null] = language.split('-');
  const coverages = fonts.map(coverageOf);
  const prepare: Prepare = (text) => drawable(text, coverages).replaceAll(longWord, '$&\u200B');
  return JSON.stringify({
    title: readable(titleOf(blocks)),
    lang,
    region,
    rtl: language === 'ar',
    fonts: families[language],
    colours: coloursOf(blocks),
    blocks: blocks.map((block) => prepared(block, prepare)),
  });
};

/**
 * A PDF file with tags for people who hear it (PDF/UA-1); the same report gives the same bytes.
 * @param at when the report was made, epoch ms
 * @param workspace an empty folder: the compiler reads nothing but what is given here
 */
export const reportPdf = async (
  blocks: readonly Block[],
  { language, at, workspace }: { language: Language; at: number; workspace: string },
): Promise<Uint8Array> => {
  const fonts = await fontsOf();
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
  const give = (name: string, content: Buffer): void => compiler.mapShadow(join(workspace, name), content);
  give('main.typ', Buffer.from(template));
  give('data.json', Buffer.from(dataOf(blocks, language, fonts)));
  for (const block of blocks)
    if (block.kind === 'picture') give(`${block.picture.name}.svg`, await wrapped(block.picture));
    else if (block.kind === 'letterhead' && block.logo)
      give(`${block.logo.name}.svg`, await wrapped(block.logo));
    else if (block.kind === 'drawing') give(`${block.name}.svg`, Buffer.from(drawingSvg(block)));
  const compiled = compiler.compile({ mainFilePath: join(workspace, 'main.typ') });
  const failure = compiled.takeError();
  if (failure || !compiled.result)
    throw new Error(
      `no PDF: ${JSON.stringify(failure && compiler.fetchDiagnostics(failure)).slice(0, 2_000)}`,
    );
  return compiler.pdf(compiled.result, { pdfStandard: 'ua-1', creationTimestamp: Math.floor(at / 1_000) });
};
