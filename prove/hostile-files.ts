import { randomBytes } from 'node:crypto';
import { buildKmz, kmzModels } from '@eyrie/testing';
import { pack, writeZip } from '../packages/wpml/src/zip-write.ts';

export interface HostileFile {
  what: string;
  /** Which call takes it. */
  to: 'route' | 'members' | 'tiles' | 'image';
  name: string;
  bytes: Uint8Array;
}

const zip = (parts: Readonly<Record<string, Uint8Array>>): Uint8Array =>
  writeZip(Object.entries(parts).map(([name, content]) => pack(name, content, 'deflated')));
const bytesOf = (text: string): Uint8Array => Buffer.from(text);
const head = '<?xml version="1.0" encoding="UTF-8"?>';
const namespaces = 'xmlns="http://www.opengis.net/kml/2.2" xmlns:wpml="http://www.dji.com/wpmz/1.0.6"';
const kml = (body: string): string => `${head}<kml ${namespaces}><Document>${body}</Document></kml>`;

/** Text that shrinks some hundred times, so that it stays below the ratio at which a bomb is seen. */
const noise = (size: number): string => {
  const random = randomBytes(Math.ceil(size / 120)).toString('base64');
  const line = 'a'.repeat(90);
  let text = '';
  for (let at = 0; text.length < size; at += 1) text += random.charAt(at % random.length) + line;
  return text.slice(0, size);
};

const placemark = (at: number, letters = ''): string =>
  `<Placemark><Point><coordinates>${(113 + at / 1e6).toFixed(6)},22.5</coordinates></Point>` +
  `<wpml:index>${at}</wpml:index><wpml:executeHeight>80</wpml:executeHeight><wpml:waypointSpeed>8</wpml:waypointSpeed>` +
  `<wpml:waypointHeadingParam><wpml:waypointHeadingMode>followWayline</wpml:waypointHeadingMode></wpml:waypointHeadingParam>` +
  `<wpml:waypointTurnParam><wpml:waypointTurnMode>toPointAndStopWithDiscontinuityCurvature</wpml:waypointTurnMode>` +
  `<wpml:waypointTurnDampingDist>0</wpml:waypointTurnDampingDist></wpml:waypointTurnParam>${letters}</Placemark>`;

export const manyPoints = (count: number, letters = ''): string =>
  kml(
    `<Folder><wpml:templateType>waypoint</wpml:templateType><wpml:executeHeightMode>WGS84</wpml:executeHeightMode>` +
      `${Array.from({ length: count }, (_, at) => placemark(at, letters)).join('')}</Folder>`,
  );

export const route = (template: string, waylines = template): Uint8Array =>
  zip({ 'wpmz/template.kml': bytesOf(template), 'wpmz/waylines.wpml': bytesOf(waylines) });

/** Says of every entry that it is `size` bytes long. */
const lying = (bytes: Uint8Array, size: number): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  const view = new DataView(copy.buffer);
  for (let at = 0; at + 46 < copy.length; at += 1) {
    const signature = view.getUint32(at, true);
    if (signature === 0x02014b50) view.setUint32(at + 24, size, true);
    if (signature === 0x04034b50) view.setUint32(at + 22, size, true);
  }
  return copy;
};

/** What a route may have. */
export const mostPoints = 60_000;

const routes = (): Record<string, Uint8Array> => ({
  'a text of 30 MB twice': route(kml(`<Folder><a>${noise(30_000_000)}</a></Folder>`)),
  'a text of 30 MB with one wide letter': route(kml(`<Folder><a>${noise(30_000_000)}中</a></Folder>`)),
  'blanks of 31 MB': route(`${kml('<Folder></Folder>')}${noise(31_000_000).replaceAll(/[^a]/g, ' ')}`),
  'the most points in both documents': route(manyPoints(mostPoints)),
  '50,000 points with a wide letter': route(manyPoints(50_000, '<n>中</n>')),
  'an attribute of 30 MB': route(kml(`<Folder a="${noise(30_000_000)}"></Folder>`)),
  'elements without end': route(kml('<a/>'.repeat(7_000_000))),
  'elements side by side below the limit': route(
    kml('<abcdefghijklmnop>x</abcdefghijklmnop>'.repeat(99_000)),
  ),
  'elements one in the other': route(kml('<a>'.repeat(2_000_000))),
  entities: route(
    `${head}<!DOCTYPE k [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><kml>&b;</kml>`,
  ),
  references: route(kml(`<Folder><a>${'&#65;'.repeat(6_000_000)}</a></Folder>`)),
  'an entry that says 32 MB and has less': lying(route(kml(noise(1_000_000))), 31_900_000),
  'an entry that says 1 kB and has 30 MB': lying(route(kml(noise(30_000_000))), 1_000),
  '199 entries of 300 kB': zip({
    ...Object.fromEntries(
      Array.from({ length: 197 }, (_, at) => [`wpmz/res/${at}`, bytesOf(noise(300_000))]),
    ),
    'wpmz/template.kml': bytesOf(kml('')),
  }),
  '60,000 entries': zip(
    Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`${at}`, new Uint8Array()])),
  ),
  'a bomb of zeros': zip({ 'wpmz/template.kml': new Uint8Array(31_000_000) }),
  '19 MB of nothing': randomBytes(19_000_000),
  'a good route': buildKmz({ model: kmzModels.m3td }),
});

const sheetHead = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
const workbook = (sheet: string, shared: string): Uint8Array =>
  zip({
    '[Content_Types].xml': bytesOf(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
    '_rels/.rels': bytesOf(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ),
    'xl/workbook.xml': bytesOf(
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': bytesOf(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': bytesOf(`${sheetHead}${sheet}</sheetData></worksheet>`),
    'xl/sharedStrings.xml': bytesOf(
      `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${shared}</sst>`,
    ),
  });
const cells = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
const inline = (text: string): string => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;

const tables = (): Record<string, Uint8Array> => ({
  'shared strings of 15 MB in one': workbook(cells, `<si><t>${noise(15_500_000)}</t></si>`),
  'shared strings of 15 MB, wide': workbook(
    cells,
    `<si><t>${noise(5_000_000)}${'中'.repeat(3_300_000)}</t></si>`,
  ),
  '120,000 shared strings': workbook(cells, `<si><t>${noise(100)}</t></si>`.repeat(120_000)),
  'a sheet of 31 MB': workbook(inline(noise(31_000_000)), ''),
  'a sheet of 15 MB in rows': workbook(inline(noise(30_000)).repeat(500), ''),
  '15 MB of marks': workbook('<row><c/></row>'.repeat(1_000_000), ''),
  'entities in a sheet': workbook('<!DOCTYPE a [<!ENTITY b "c">]>&b;', ''),
  'a sheet that says 32 MB': lying(workbook(cells, ''), 31_900_000),
  '5 MB of commas': bytesOf(','.repeat(4_900_000)),
  '5 MB of rows': bytesOf('\n'.repeat(4_900_000)),
  '5 MB of quotes': bytesOf(`"${'""'.repeat(2_400_000)}"`),
  '5 MB in one cell': bytesOf(noise(4_900_000)),
  '5 MB of wide letters': bytesOf('中,'.repeat(1_200_000)),
});

const others = (): HostileFile[] => [
  {
    what: '100,000 names in a map file',
    to: 'tiles',
    name: 'a.zip',
    bytes: zip(
      Object.fromEntries(
        Array.from({ length: 65_000 }, (_, at) => [`12/${at}/${'1'.repeat(7)}.png`, new Uint8Array([1])]),
      ),
    ),
  },
  { what: 'a picture that says 60 million points', to: 'image', name: 'a.png', bytes: widePng() },
];

/** The head of a picture of 7,700 × 7,700 points, and nothing behind it but noise. */
const widePng = (): Uint8Array => {
  const bytes = Buffer.alloc(3_000_000, 7);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(7_700, 16);
  bytes.writeUInt32BE(7_700, 20);
  Buffer.from([8, 6, 0, 0, 0]).copy(bytes, 24);
  return bytes;
};

/** Files that are made to cost much: far more expanded than sent, or far more in objects than in bytes. */
export const hostileFiles = (): HostileFile[] => [
  ...Object.entries(routes()).map(([what, bytes]) => ({ what, to: 'route' as const, name: 'a.kmz', bytes })),
  ...Object.entries(tables()).map(([what, bytes]) => ({
    what,
    to: 'members' as const,
    name: 'a.xlsx',
    bytes,
  })),
  ...others(),
];
