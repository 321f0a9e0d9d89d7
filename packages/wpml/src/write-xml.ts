import type { WpmlWaypoint } from './route.ts';
import { escapeXml } from './xml-text.ts';

/** An element to write: its name and its text, number or children. */
export interface XmlNode {
  readonly name: string;
  readonly content: string | number | readonly XmlNode[];
  /**
   * `present`: it only replaces what a file that is changed has already; `absent`: it only fills in what such a file lacks.
   * A new file has the second and not the first.
   */
  readonly when?: 'present' | 'absent';
  /** Of a waypoint: what it was made from. */
  readonly waypoint?: Pick<WpmlWaypoint, 'index' | 'actions' | 'gimbalPitch'> & {
    readonly origin: number | undefined;
  };
}

export function node(name: string, content: XmlNode['content']): XmlNode {
  return { name, content };
}

export const childNodes = ({ content }: XmlNode): readonly XmlNode[] =>
  typeof content === 'string' || typeof content === 'number' ? [] : content;

/** An element of the route namespace. */
export function wpml(local: string, content: XmlNode['content'], when?: XmlNode['when']): XmlNode {
  return when ? { ...node(`wpml:${local}`, content), when } : node(`wpml:${local}`, content);
}

const opening = (version: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:wpml="http://www.dji.com/wpmz/${version}">\n`;

/** The document with its declaration, indented by two spaces a level. */
export const writeDocument = (version: string, body: readonly XmlNode[]): string =>
  `${opening(version)}${writeNode(node('Document', body), 1)}</kml>\n`;

/** The same in pieces and without white space, which is half of a document with tens of thousands of waypoints. */
export function* documentParts(version: string, body: readonly XmlNode[]): Generator<string> {
  yield `${opening(version)}<Document>`;
  for (const one of body) {
    if (one.name !== 'Folder') yield writeDense(one);
    else {
      yield '<Folder>';
      for (const each of childNodes(one)) yield writeDense(each);
      yield '</Folder>';
    }
  }
  yield '</Document></kml>\n';
}

/** Text of a value, ready to stand in an element. */
export const valueText = (content: string | number): string =>
  typeof content === 'number' ? decimalText(content) : escapeXml(legal(content));

/** @param prefix stands before every name of the route namespace, with its colon */
export function writeNode({ name, content, when }: XmlNode, depth: number, prefix = 'wpml:'): string {
  if (when === 'present') return '';
  const indent = '  '.repeat(depth);
  const named = name.startsWith('wpml:') ? `${prefix}${name.slice(5)}` : name;
  if (typeof content === 'string' || typeof content === 'number')
    return `${indent}<${named}>${valueText(content)}</${named}>\n`;
  const inner = content.map((child) => writeNode(child, depth + 1, prefix)).join('');
  return `${indent}<${named}>\n${inner}${indent}</${named}>\n`;
}

function writeDense({ name, content, when }: XmlNode): string {
  if (when === 'present') return '';
  const inner =
    typeof content === 'string' || typeof content === 'number'
      ? valueText(content)
      : content.map(writeDense).join('');
  return `<${name}>${inner}</${name}>`;
}

/**
 * A number as route files want it: dot, no exponent, no trailing zeros. Language settings must not reach it.
 *
 * @throws RangeError for what is not a finite number
 */
export function decimalText(value: number, digits = 6): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) throw new RangeError(`cannot write ${value}`);
  const text = value.toFixed(digits);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

/** Drops the characters XML cannot hold at all; a name pasted from elsewhere may carry one. */
function legal(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters to drop
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}
