import { escapeXml } from './xml-text.ts';

/** An element to write: its name and its text, number or children. */
export interface XmlNode {
  readonly name: string;
  readonly content: string | number | readonly XmlNode[];
}

export function node(name: string, content: XmlNode['content']): XmlNode {
  return { name, content };
}

/** An element of the route namespace. */
export function wpml(local: string, content: XmlNode['content']): XmlNode {
  return node(`wpml:${local}`, content);
}

/** The document with its declaration, indented by two spaces a level. */
export function writeDocument(version: string, body: readonly XmlNode[]): string {
  const root = `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:wpml="http://www.dji.com/wpmz/${version}">`;
  const document = writeNode(node('Document', body), 1);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${document}</kml>\n`;
}

function writeNode({ name, content }: XmlNode, depth: number): string {
  const indent = '  '.repeat(depth);
  if (typeof content === 'string' || typeof content === 'number') {
    const text = typeof content === 'number' ? decimalText(content) : escapeXml(legal(content));
    return `${indent}<${name}>${text}</${name}>\n`;
  }
  const inner = content.map((child) => writeNode(child, depth + 1)).join('');
  return `${indent}<${name}>\n${inner}${indent}</${name}>\n`;
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
