import { crc32 } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { buildKmz, packKmz } from './kmz.builder.ts';
import { kmzPoints } from './kmz.recipe.ts';

/** A file no console may accept, and the reason it must give. */
export interface HostileKmz {
  readonly name: string;
  readonly reason: string;
  readonly bytes: Uint8Array;
}

const zeros = (megabytes: number) => new Uint8Array(megabytes * 1_000_000);

/** Every kind of bad route file we know of, each one wrong in a single respect. */
export function hostileKmz(): HostileKmz[] {
  return [...badArchives(), ...badRoutes(), ...badXml(), ...doubled()];
}

function badArchives(): HostileKmz[] {
  const good = buildKmz();
  const extra = (name: string) => buildKmz({ resources: { [name]: strToU8('x') } });
  return [
    { name: 'text', reason: 'kmzNotZip', bytes: strToU8('not an archive') },
    { name: 'nothing', reason: 'kmzNotZip', bytes: new Uint8Array() },
    { name: 'first half', reason: 'kmzNotZip', bytes: good.slice(0, good.length / 2) },
    { name: 'trailing bytes', reason: 'kmzNotZip', bytes: Buffer.concat([good, zeros(0.001)]) },
    { name: 'checksum', reason: 'kmzNotZip', bytes: patchHeaders(good, { local: 14, central: 16 }, flip) },
    {
      name: 'unknown method',
      reason: 'kmzNotZip',
      bytes: patchHeaders(good, { local: 8, central: 10 }, () => 12),
    },
    { name: 'headers disagree', reason: 'kmzNotZip', bytes: patchHeaders(good, { local: 8 }, () => 0) },
    { name: 'overlap', reason: 'kmzNotZip', bytes: overlapping() },
    {
      name: 'encrypted',
      reason: 'kmzEncrypted',
      bytes: patchHeaders(good, { local: 6, central: 8 }, () => 1),
    },
    {
      name: 'bomb by ratio',
      reason: 'kmzTooBig',
      bytes: buildKmz({ resources: { 'wpmz/res/a': zeros(30) } }),
    },
    { name: 'lying bomb', reason: 'kmzTooBig', bytes: lyingBomb() },
    { name: 'entry too large', reason: 'kmzTooBig', bytes: packKmz({ 'wpmz/waylines.wpml': zeros(40) }) },
    { name: 'too many entries', reason: 'kmzTooBig', bytes: buildKmz({ resources: manyFiles(300) }) },
    { name: 'parent path', reason: 'kmzUnsafePath', bytes: extra('wpmz/../../evil') },
    { name: 'absolute path', reason: 'kmzUnsafePath', bytes: extra('/etc/evil') },
    { name: 'drive path', reason: 'kmzUnsafePath', bytes: extra('C:/evil') },
    { name: 'backslash', reason: 'kmzUnsafePath', bytes: extra('wpmz\\res\\a') },
    { name: 'same name twice', reason: 'kmzUnsafePath', bytes: extra('wpmz/Template.KML') },
    { name: 'link', reason: 'kmzUnsafePath', bytes: link() },
  ];
}

function badRoutes(): HostileKmz[] {
  const [first, second] = kmzPoints;
  const waylines = (change: (xml: string) => string) => buildKmz({ waylines: change });
  const coordinates = (text: string) =>
    waylines((xml) => xml.replace(/<coordinates>[^<]*</, `<coordinates>${text}<`));
  const height = (text: string) =>
    waylines((xml) => xml.replace(/<wpml:executeHeight>[^<]*</, `<wpml:executeHeight>${text}<`));
  return [
    { name: 'root level', reason: 'kmzRootLevel', bytes: atRoot() },
    { name: 'map file', reason: 'kmzNoWpml', bytes: packKmz({ 'doc.kml': strToU8('<kml/>') }) },
    { name: 'empty archive', reason: 'kmzNoWpml', bytes: zipSync({}) },
    {
      name: 'mapping2d',
      reason: 'kmzTemplateType',
      bytes: buildKmz({ templateType: 'mapping2d', template: polygon }),
    },
    { name: 'mapping3d', reason: 'kmzTemplateType', bytes: buildKmz({ templateType: 'mapping3d' }) },
    { name: 'mappingStrip', reason: 'kmzTemplateType', bytes: buildKmz({ templateType: 'mappingStrip' }) },
    { name: 'no waypoints', reason: 'kmzNoWaypoints', bytes: buildKmz({ points: [] }) },
    { name: 'one waypoint', reason: 'kmzTooFewWaypoints', bytes: buildKmz({ points: first ? [first] : [] }) },
    { name: 'NaN', reason: 'kmzBadCoordinates', bytes: coordinates('NaN,22.5') },
    { name: 'Infinity', reason: 'kmzBadCoordinates', bytes: coordinates('Infinity,22.5') },
    { name: 'overflow', reason: 'kmzBadCoordinates', bytes: coordinates('1e999,22.5') },
    { name: 'placeholder', reason: 'kmzBadCoordinates', bytes: coordinates('{{lng}},{{lat}}') },
    { name: 'empty', reason: 'kmzBadCoordinates', bytes: coordinates(' ') },
    { name: 'one number', reason: 'kmzBadCoordinates', bytes: coordinates('113.95') },
    { name: 'decimal comma', reason: 'kmzBadCoordinates', bytes: coordinates('113,95,22,54') },
    { name: 'swapped', reason: 'kmzBadCoordinates', bytes: coordinates(`${second?.lat},${second?.lng}`) },
    { name: 'longitude 540', reason: 'kmzBadCoordinates', bytes: coordinates('540,22.5') },
    { name: 'height NaN', reason: 'kmzBadCoordinates', bytes: height('NaN') },
    { name: 'no height', reason: 'kmzBadCoordinates', bytes: height('') },
    {
      name: 'speed text',
      reason: 'kmzBrokenXml',
      bytes: waylines((xml) => xml.replace('Speed>10<', 'Speed>fast<')),
    },
  ];
}

/** Files that say two things, of which we would show one and the aircraft might fly the other. */
function doubled(): HostileKmz[] {
  const twice = (element: RegExp) => ({
    reason: 'kmzBrokenXml',
    bytes: buildKmz({ waylines: (xml) => xml.replace(element, '$&$&') }),
  });
  return [
    { name: 'two return heights', ...twice(/<wpml:globalRTHHeight>.*?>/) },
    { name: 'two missions', ...twice(/<wpml:missionConfig>[\s\S]*<.wpml:missionConfig>/) },
    { name: 'two heights at a point', ...twice(/<wpml:executeHeight>.*?>/) },
    { name: 'two places of a point', ...twice(/<Point>[\s\S]*?<.Point>/) },
    { name: 'two documents', ...twice(/<Document>[\s\S]*<.Document>/) },
  ];
}

function badXml(): HostileKmz[] {
  const waylines = (change: (xml: string) => string) => buildKmz({ waylines: change });
  const doctype = (declaration: string) => (xml: string) => xml.replace('<kml', `${declaration}<kml`);
  const laughs = `<!DOCTYPE kml [<!ENTITY a "ha">${'bcdefghij'
    .split('')
    .map((one, i) => `<!ENTITY ${one} "${`&${'abcdefghi'[i]};`.repeat(10)}">`)
    .join('')}]>`;
  return [
    { name: 'entities', reason: 'kmzEntities', bytes: waylines(doctype(laughs)) },
    {
      name: 'outside entity',
      reason: 'kmzEntities',
      bytes: buildKmz({ template: doctype('<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>') }),
    },
    {
      name: 'undeclared entity',
      reason: 'kmzBrokenXml',
      bytes: waylines((xml) => xml.replace('safely', '&x;')),
    },
    { name: 'unclosed', reason: 'kmzBrokenXml', bytes: waylines((xml) => xml.slice(0, -20)) },
    {
      name: 'crossed tags',
      reason: 'kmzBrokenXml',
      bytes: waylines((xml) => xml.replace('</Folder>', '</Fold>')),
    },
    { name: 'two roots', reason: 'kmzBrokenXml', bytes: waylines((xml) => `${xml}<kml/>`) },
    { name: 'empty document', reason: 'kmzBrokenXml', bytes: waylines(() => '') },
    { name: 'another document', reason: 'kmzBrokenXml', bytes: waylines(() => '<html></html>') },
    { name: 'GBK bytes', reason: 'kmzBrokenXml', bytes: gbk() },
    { name: 'GBK declared', reason: 'kmzBrokenXml', bytes: waylines((xml) => xml.replace('UTF-8', 'GBK')) },
    {
      name: 'control character',
      reason: 'kmzBrokenXml',
      bytes: waylines((xml) => xml.replace('safely', '\u0001')),
    },
    { name: 'too deep', reason: 'kmzTooBig', bytes: nested(200) },
    { name: 'too many elements', reason: 'kmzTooBig', bytes: crowded() },
    { name: 'endless text', reason: 'kmzTooBig', bytes: endless('<kml><Document>', '&amp;') },
    { name: 'endless name', reason: 'kmzBrokenXml', bytes: endless('<', 'a') },
  ];
}

function manyFiles(count: number): Record<string, Uint8Array> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`wpmz/res/${i}`, strToU8('x')]));
}

function atRoot(): Uint8Array {
  const kept: Record<string, Uint8Array> = {};
  const keep = (name: string) => (xml: string) => {
    kept[name] = strToU8(xml);
    return xml;
  };
  buildKmz({ template: keep('template.kml'), waylines: keep('waylines.wpml') });
  return packKmz(kept);
}

function polygon(xml: string): string {
  return xml.replace(/<Placemark>[\s\S]*<\/Placemark>/, '<Placemark><Polygon></Polygon></Placemark>');
}

function gbk(): Uint8Array {
  const xml = Buffer.from('<?xml version="1.0"?><kml><Document>\u0000</Document></kml>');
  const name = Buffer.from([0xba, 0xbd, 0xcf, 0xdf]);
  const at = xml.indexOf(0);
  return packKmz({ 'wpmz/waylines.wpml': Buffer.concat([xml.subarray(0, at), name, xml.subarray(at + 1)]) });
}

function nested(depth: number): Uint8Array {
  const xml = `<kml><Document>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</Document></kml>`;
  return packKmz({ 'wpmz/waylines.wpml': strToU8(xml) });
}

/** Elements that weigh a thousand times more in memory than on the wire; random names defeat the ratio guard. */
function crowded(): Uint8Array {
  let state = 1;
  const names = Array.from({ length: 500_000 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return `<a${state.toString(36)}/>`;
  });
  return packKmz({ 'wpmz/waylines.wpml': strToU8(`<kml><Document>${names.join('')}</Document></kml>`) });
}

/** Nineteen megabytes of one thing, stored, so that no guard of the archive sees anything odd. */
function endless(start: string, piece: string): Uint8Array {
  const xml = start + piece.repeat(19_000_000 / piece.length);
  return packKmz({ 'wpmz/waylines.wpml': strToU8(xml) }, 'stored');
}

type Offsets = { readonly local?: number; readonly central?: number };

function flip(value: number): number {
  return value ^ 0xff;
}

/** Changes one 16 bit field in the headers of the first entry. */
function patchHeaders(archive: Uint8Array, offsets: Offsets, change: (value: number) => number): Uint8Array {
  const bytes = Buffer.from(archive);
  const central = bytes.indexOf('PK\u0001\u0002', 'latin1');
  for (const at of [offsets.local, offsets.central === undefined ? undefined : central + offsets.central]) {
    if (at !== undefined) bytes.writeUInt16LE(change(bytes.readUInt16LE(at)), at);
  }
  return bytes;
}

/** Says it expands to 1 000 bytes and expands to 50 million. */
function lyingBomb(): Uint8Array {
  const bytes = Buffer.from(packKmz({ 'wpmz/waylines.wpml': zeros(50) }));
  bytes.writeUInt32LE(1000, 22);
  bytes.writeUInt32LE(1000, bytes.indexOf('PK\u0001\u0002', 'latin1') + 24);
  return bytes;
}

/** Two directory entries that share one body: what makes a small file expand without end. */
function overlapping(): Uint8Array {
  const bytes = Buffer.from(
    packKmz({ 'wpmz/waylines.wpml': strToU8('same'), 'wpmz/waylines.wpmx': strToU8('same') }, 'stored'),
  );
  const first = bytes.indexOf('PK\u0001\u0002', 'latin1');
  const second = bytes.indexOf('PK\u0001\u0002', first + 4, 'latin1');
  const local = bytes.readUInt32LE(second + 42);
  // The first entry now swallows the second one's header and body.
  const whole = local + 30 + 'wpmz/waylines.wpmx'.length + 4 - (30 + 'wpmz/waylines.wpml'.length);
  for (const at of [18, 22, first + 20, first + 24]) bytes.writeUInt32LE(whole, at);
  const from = 30 + 'wpmz/waylines.wpml'.length;
  for (const at of [14, first + 16]) bytes.writeUInt32LE(crc32(bytes.subarray(from, from + whole)), at);
  return bytes;
}

function link(): Uint8Array {
  const target: [Uint8Array, object] = [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }];
  return zipSync({ 'wpmz/waylines.wpml': target });
}
