import { readFile } from 'node:fs/promises';
import {
  AlignmentType,
  BorderStyle,
  Document,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import sharp from 'sharp';
import type { Language } from '../../platform/http/endpoint.ts';
import { drawingPixels, type DrawingBlock } from './report-coverage-drawing.ts';
import { logoSize, type Colours, type LetterheadBlock } from './report-letterhead.ts';
import { coloursOf, titleOf, type Block } from './report-document.ts';
import type { PictureBlock } from './report-pictures.ts';

/** By the names that Word knows; each machine has another that stands in for a missing one. */
const font = { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: 'Microsoft YaHei', cs: 'Arial' };
/** Longer side of a picture on the page, pixels of Word. */
const pictureMost = 480;
const wordLanguages: Readonly<Record<Language, object>> = {
  'zh-CN': { value: 'en-US', eastAsia: 'zh-CN' },
  en: { value: 'en-US' },
  ar: { value: 'en-US', bidirectional: 'ar-SA' },
};

/** Word writes colours without their sign. */
const hex = (colour: string): string => colour.slice(1);
/** Pixels of Word in a millimetre. */
const perMillimetre = 96 / 25.4;

const runIn =
  (isRtl: boolean) =>
  (text: string, more: { bold?: boolean; italics?: boolean; color?: string } = {}): TextRun =>
    new TextRun({
      text,
      font,
      rightToLeft: isRtl,
      ...more,
      ...(more.bold ? { boldComplexScript: true } : {}),
    });

/** Whose file it is: the logo, and below it the name above a line in the accent colour. */
const headedBy = async (
  { name, logo, colours: { rule } }: LetterheadBlock,
  isRtl: boolean,
): Promise<Paragraph[]> => {
  const size = logo && logoSize(logo);
  const [width, height] = [size?.width ?? 0, size?.height ?? 0].map((one) => one * perMillimetre);
  const image =
    logo &&
    new ImageRun({
      type: 'jpg',
      data: await readFile(logo.path),
      transformation: { width: Math.round(width ?? 0), height: Math.round(height ?? 0) },
      altText: { name: logo.name, title: logo.alt, description: logo.alt },
    });
  const part = { bidirectional: isRtl, alignment: AlignmentType.START };
  return [
    ...(image ? [new Paragraph({ ...part, keepNext: true, children: [image] })] : []),
    new Paragraph({
      ...part,
      border: { bottom: { style: BorderStyle.SINGLE, size: 16, space: 4, color: hex(rule) } },
      children: [runIn(isRtl)(name, { bold: true })],
    }),
  ];
};

const drawing = (isRtl: boolean, { ink, tint }: Colours) => {
  const run = runIn(isRtl);
  // What is called left is where a line begins, also from right to left.
  const line = (text: string, more: { bold?: boolean; italics?: boolean } = {}): Paragraph =>
    new Paragraph({ bidirectional: isRtl, alignment: AlignmentType.START, children: [run(text, more)] });
  const headed = (text: string, heading: (typeof HeadingLevel)[keyof typeof HeadingLevel]): Paragraph =>
    new Paragraph({
      heading,
      bidirectional: isRtl,
      alignment: AlignmentType.START,
      children: [run(text, { color: hex(ink) })],
    });
  const shown = (
    { type, data }: { type: 'jpg' | 'png'; data: Buffer },
    { name, alt, width, height }: { name: string; alt: string; width: number; height: number },
  ): Paragraph => {
    const scale = Math.min(1, pictureMost / Math.max(width, height));
    const image = new ImageRun({
      type,
      data,
      transformation: { width: Math.round(width * scale), height: Math.round(height * scale) },
      altText: { name, title: alt, description: alt },
    });
    return new Paragraph({
      bidirectional: isRtl,
      alignment: AlignmentType.START,
      keepNext: true,
      children: [image],
    });
  };
  const drawn = async ({ alt, picture }: PictureBlock): Promise<Paragraph> =>
    shown({ type: 'jpg', data: await readFile(picture.path) }, { ...picture, alt });
  const mapped = async (block: DrawingBlock): Promise<Paragraph> => {
    const { width, height } = block;
    const raw = { width, height, channels: 3 } as const;
    const data = await sharp(drawingPixels(block), { raw }).png().toBuffer();
    return shown({ type: 'png', data }, block);
  };
  const row = (cells: readonly string[], isHead: boolean): TableRow =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: cells.map(
        (cell) =>
          new TableCell({
            ...(isHead ? { shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(tint) } } : {}),
            children: [line(cell, isHead ? { bold: true } : {})],
          }),
      ),
    });
  return async (block: Block): Promise<(Paragraph | Table)[]> => {
    switch (block.kind) {
      case 'letterhead':
        return headedBy(block, isRtl);
      case 'title':
        return [headed(block.text, HeadingLevel.TITLE)];
      case 'heading':
        return [headed(block.text, HeadingLevel.HEADING_1)];
      case 'note':
        return [line(block.text, { italics: true })];
      case 'text':
        return [line(block.text)];
      case 'picture':
        return [await drawn(block), ...block.caption.map((one) => line(one)), line('')];
      case 'drawing':
        return [await mapped(block), ...block.caption.map((one) => line(one)), line('')];
      default:
        return [
          headed(block.caption, HeadingLevel.HEADING_2),
          new Table({
            visuallyRightToLeft: isRtl,
            width: { size: 100, type: WidthType.PERCENTAGE },
            rows: [row(block.head, true), ...block.rows.map((cells) => row(cells, false))],
          }),
          line(''),
        ];
    }
  };
};

/** A Word file. Its bytes are others each time: made once, it is kept. */
export const reportDocx = async (blocks: readonly Block[], language: Language): Promise<Uint8Array> => {
  const children = (await Promise.all(blocks.map(drawing(language === 'ar', coloursOf(blocks))))).flat();
  const file = new Document({
    title: titleOf(blocks),
    styles: { default: { document: { run: { font, language: wordLanguages[language] } } } },
    sections: [{ properties: {}, children }],
  });
  return new Uint8Array(await Packer.toBuffer(file));
};
