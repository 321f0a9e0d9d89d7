import { strToU8, zipSync, type Zippable } from 'fflate';

const sheetPath = 'xl/worksheets/sheet1.xml';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const xml = (text: string): Uint8Array => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
const contentType = (path: string, type: string): string =>
  `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;

/** A workbook around the XML of one sheet, as small as the format allows. For tests. */
export const workbook = (sheet: string, more: Zippable = {}, styles = ''): Uint8Array =>
  zipSync({
    '[Content_Types].xml': xml(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>${contentType('xl/workbook.xml', 'sheet.main')}${contentType(sheetPath, 'worksheet')}${contentType('xl/styles.xml', 'styles')}</Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': xml(`<styleSheet xmlns="${main}">${styles}</styleSheet>`),
    [sheetPath]: xml(`<worksheet xmlns="${main}">${sheet}</worksheet>`),
    ...more,
  });

export const rowsXml = (rows: string): string => `<sheetData>${rows}</sheetData>`;
export const textCell = (ref: string, text: string): string =>
  `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
/** A second style that shows its numbers as dates. */
export const dateStyles =
  '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs>';

/** An archive whose directory says that the sheet is small while it expands to a hundred megabytes. */
export function lyingWorkbook(): Uint8Array {
  const bytes = workbook(rowsXml(`<row r="1">${' '.repeat(100_000_000)}</row>`));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length - 46; at++)
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1_000_000)
      view.setUint32(at + 24, 900_000, true);
  return bytes;
}
