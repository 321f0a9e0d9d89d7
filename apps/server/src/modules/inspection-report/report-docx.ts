import {
  AlignmentType,
  Document,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Language } from '../../platform/http/endpoint.ts';
import type { Block } from './report-document.ts';

/** By the names that Word knows; each machine has another that stands in for a missing one. */
const font = { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: 'Microsoft YaHei', cs: 'Arial' };
const wordLanguages: Readonly<Record<Language, object>> = {
  'zh-CN': { value: 'en-US', eastAsia: 'zh-CN' },
  en: { value: 'en-US' },
  ar: { value: 'en-US', bidirectional: 'ar-SA' },
};

const drawing = (isRtl: boolean) => {
  const run = (text: string, more: { bold?: boolean; italics?: boolean } = {}): TextRun =>
    new TextRun({
      text,
      font,
      rightToLeft: isRtl,
      ...more,
      ...(more.bold ? { boldComplexScript: true } : {}),
    });
  // What is called left is where a line begins, also from right to left.
  const line = (text: string, more: { bold?: boolean; italics?: boolean } = {}): Paragraph =>
    new Paragraph({ bidirectional: isRtl, alignment: AlignmentType.START, children: [run(text, more)] });
  const headed = (text: string, heading: (typeof HeadingLevel)[keyof typeof HeadingLevel]): Paragraph =>
    new Paragraph({ heading, bidirectional: isRtl, alignment: AlignmentType.START, children: [run(text)] });
  const row = (cells: readonly string[], isHead: boolean): TableRow =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: cells.map((cell) => new TableCell({ children: [line(cell, isHead ? { bold: true } : {})] })),
    });
  return (block: Block): (Paragraph | Table)[] => {
    switch (block.kind) {
      case 'title':
        return [headed(block.text, HeadingLevel.TITLE)];
      case 'heading':
        return [headed(block.text, HeadingLevel.HEADING_1)];
      case 'note':
        return [line(block.text, { italics: true })];
      case 'text':
        return [line(block.text)];
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
  const title = blocks.find(({ kind }) => kind === 'title');
  const file = new Document({
    title: title && title.kind !== 'table' ? title.text : '',
    styles: { default: { document: { run: { font, language: wordLanguages[language] } } } },
    sections: [{ properties: {}, children: blocks.flatMap(drawing(language === 'ar')) }],
  });
  return new Uint8Array(await Packer.toBuffer(file));
};
