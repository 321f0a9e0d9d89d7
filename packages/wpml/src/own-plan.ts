import { waylinesPath } from './archive.ts';
import { expand } from './expand.ts';
import { kmzLimits, type KmzLimits } from './limits.ts';
import { KmzRefused } from './refusal.ts';
import { decodeUtf8, encodeUtf8 } from './text.ts';
import { parseXml, type XmlElement } from './xml.ts';
import { readZip } from './zip.ts';
import { pack, writeZip } from './zip-write.ts';

/** Where a file of ours keeps the plan it was made of: a resource, which docks and other planners pass over. */
export const planPath = 'wpmz/res/eyrie-plan.json';

/** The route file with the text of its plan beside its documents. @throws KmzRefused when it is no archive */
export function withPlanText(bytes: Uint8Array, text: string, limits: Partial<KmzLimits> = {}): Uint8Array {
  const entries = readZip(bytes, { ...kmzLimits, ...limits }).filter(({ name }) => name !== planPath);
  return writeZip([...entries, pack(planPath, encodeUtf8(text), 'deflated')]);
}

/**
 * The text of the plan that a file brings; null: none, or it is longer than `most` bytes or no text.
 *
 * @throws KmzRefused
 */
export function planTextOf(
  bytes: Uint8Array,
  { most, limits }: { most: number; limits?: Partial<KmzLimits> },
): string | null {
  const found = readZip(bytes, { ...kmzLimits, ...limits }).find(({ name }) => name === planPath);
  // Its size is what the archive declares: expanding gives no byte more, and refuses a file that has any.
  return found && found.size <= most ? decodeUtf8(expand(found)) : null;
}

const shapeOf = ({ name, attributes, text, children }: XmlElement): unknown => [
  name,
  attributes.map((one) => [one.name, one.value]),
  text.trim(),
  children.map(shapeOf),
];

/**
 * Hands over what the aircraft flies by a file, element by element with names, attributes and values; how it is indented does
 * not count. Files of which the same pieces come fly the same.
 *
 * @throws KmzRefused
 */
export function waylinePieces(
  bytes: Uint8Array,
  feed: (piece: string) => void,
  given: Partial<KmzLimits> = {},
): void {
  const limits = { ...kmzLimits, ...given };
  const entry = readZip(bytes, limits).find(({ name }) => name === waylinesPath);
  const text = entry && decodeUtf8(expand(entry));
  if (!text) throw new KmzRefused('kmzNoWpml', waylinesPath);
  const say = (element: XmlElement): void => feed(`${JSON.stringify(shapeOf(element))}\n`);
  const release = (element: XmlElement, parent: XmlElement | null): boolean => {
    if (element.local !== 'Placemark' || parent?.local !== 'Folder') return false;
    say(element);
    return true;
  };
  say(parseXml(text, { depth: limits.xmlDepth, elements: limits.xmlElements, release }));
}
