import { openArchive, templatePath, waylinesPath } from './archive.ts';
import { expand } from './expand.ts';
import { child } from './fields.ts';
import { kmzLimits, type KmzLimits } from './limits.ts';
import { readArchive } from './read.ts';
import { KmzRefused } from './refusal.ts';
import { decodeUtf8, encodeUtf8, markLength } from './text.ts';
import { decimalText } from './write-xml.ts';
import { splice } from './xml-text.ts';
import { parseXml, type XmlElement } from './xml.ts';
import { pack, writeZip } from './zip-write.ts';
import type { ZipEntry } from './zip.ts';

export interface DispatchSettings {
  /** Metres above the take-off point. */
  readonly returnAltitude: number;
  /** What the aircraft does when the link is gone: come home, or fly the route to its end. */
  readonly lostAction: 'return' | 'continue';
}

/** The order of the mission settings, so that one that is missing finds its place. */
const order = [
  'flyToWaylineMode',
  'finishAction',
  'exitOnRCLost',
  'executeRCLostAction',
  'takeOffSecurityHeight',
  'takeOffRefPoint',
  'takeOffRefPointAGLHeight',
  'globalTransitionalSpeed',
  'globalRTHHeight',
];

/**
 * The route file with the return height and the lost-link behaviour of one flight, in both documents. Only
 * the values of those elements change in the text: elements this package does not know, comments and
 * resources come out as they went in. The same input gives the same bytes.
 *
 * @throws KmzRefused when the file is not a route file that `readKmz` accepts
 * @throws RangeError when the return height is outside 2–1500 m
 */
export function prepareForDispatch(
  bytes: Uint8Array,
  settings: DispatchSettings,
  options: { limits?: Partial<KmzLimits> } = {},
): Uint8Array {
  const { returnAltitude, lostAction } = settings;
  if (!(returnAltitude >= 2 && returnAltitude <= 1500))
    throw new RangeError(`return height ${returnAltitude}`);
  const limits = { ...kmzLimits, ...options.limits };
  const archive = openArchive(bytes, limits);
  readArchive(archive, limits);
  const values = new Map([['globalRTHHeight', decimalText(returnAltitude, 3)]]);
  values.set('exitOnRCLost', lostAction === 'return' ? 'executeLostAction' : 'goContinue');
  if (lostAction === 'return') values.set('executeRCLostAction', 'goBack');
  return writeZip(
    archive.entries.map((entry) =>
      entry.name === templatePath || entry.name === waylinesPath ? rewrite(entry, values, limits) : entry,
    ),
  );
}

function rewrite(entry: ZipEntry, values: ReadonlyMap<string, string>, limits: KmzLimits): ZipEntry {
  const before = expand(entry);
  const text = decodeUtf8(before) ?? '';
  const after = setMissionValues(text, values, limits);
  if (after === text) return entry;
  const mark = before.subarray(0, markLength(before));
  const body = encodeUtf8(after);
  const content = new Uint8Array(mark.length + body.length);
  content.set(mark);
  content.set(body, mark.length);
  return {
    ...pack(entry.name, content, entry.method),
    nameBytes: entry.nameBytes,
    nameIsUtf8: entry.nameIsUtf8,
  };
}

/** @throws KmzRefused when there are no mission settings to change */
function setMissionValues(text: string, values: ReadonlyMap<string, string>, limits: KmzLimits): string {
  const root = parseXml(text, {
    depth: limits.xmlDepth,
    elements: limits.xmlElements,
    release: (element) => element.local === 'Placemark',
  });
  const mission = child(child(root, 'Document'), 'missionConfig');
  if (!mission || mission.selfClosing) throw new KmzRefused('kmzBrokenXml', 'no missionConfig');
  const edits = Array.from(values, ([local, value]) => {
    const present = child(mission, local);
    return present ? setText(present, value) : insert(mission, local, value);
  });
  return splice(text, edits);
}

function setText(element: XmlElement, value: string) {
  if (!element.selfClosing) return { start: element.contentStart, end: element.contentEnd, text: value };
  return { start: element.start, end: element.end, text: `<${element.name}>${value}</${element.name}>` };
}

function insert(mission: XmlElement, local: string, value: string) {
  const prefix = mission.name.slice(0, mission.name.length - mission.local.length);
  const earlier = order.slice(0, order.indexOf(local));
  const at = mission.children.findLast((one) => earlier.includes(one.local))?.end ?? mission.contentStart;
  return { start: at, end: at, text: `<${prefix}${local}>${value}</${prefix}${local}>` };
}
