import { KmzRefused } from './refusal.ts';

/** An element with the places of its parts in the source text, so that one value can be replaced alone. */
export interface XmlElement {
  /** Name without its prefix: files bind the route namespace to different prefixes. */
  readonly local: string;
  /** Name as written. */
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
  /** The element's own character data, references resolved, not trimmed. */
  text: string;
  /** Offset of its `<`. */
  readonly start: number;
  /** Offset behind the `>` of its opening tag. */
  readonly contentStart: number;
  /** Offset of the `<` of its closing tag; equal to `end` when the tag closes itself. */
  contentEnd: number;
  /** Offset behind its last `>`. */
  end: number;
  readonly selfClosing: boolean;
}

export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
}

export interface XmlOptions {
  readonly depth: number;
  /** Elements held at one time. */
  readonly elements: number;
  /**
   * Called for each element when it closes, its parent still open. True lets the element go: a route of
   * 65 535 points is read with the memory of one point.
   */
  readonly release?: (element: XmlElement, parent: XmlElement | null) => boolean;
}

/** Characters of text one element may hold: the longest value of a route file is some hundred. */
const longestText = 100_000;

const namesKept = 1_000;
/** From here on a piece of a text is kept as a reference to the whole text. */
const referenceFrom = 13;

/** A copy that does not hold the text of tens of megabytes from which it was cut. */
const own = (piece: string): string => (piece.length < referenceFrom ? piece : ` ${piece}`.slice(1));

const name = '[A-Za-z_\\u0080-\\ufffd][\\w.\\-\\u00b7-\\ufffd]{0,199}';
const openName = new RegExp(`<((?:${name}:)?(${name}))`, 'y');
const attribute = new RegExp(`\\s+((?:${name}:)?${name})\\s*=\\s*("[^"<]*"|'[^'<]*')`, 'y');
const openEnd = /\s*(\/?)>/y;
const closing = new RegExp(`</((?:${name}:)?${name})\\s*>`, 'y');
const reference = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));|&/g;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const escaped: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};
// oxlint-disable-next-line no-control-regex -- the characters XML forbids
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

function broken(detail: string, at: number): KmzRefused {
  return new KmzRefused('kmzBrokenXml', `${detail} at character ${at}`);
}

/**
 * Reads a well-formed XML document in one pass. Document types, and with them entities, are refused before
 * anything is expanded; nothing outside the text is ever fetched.
 *
 * @returns the root element
 * @throws KmzRefused `kmzBrokenXml`, `kmzEntities`, `kmzTooBig`
 */
export function parseXml(text: string, options: XmlOptions): XmlElement {
  const bad = forbidden.exec(text);
  if (bad) throw broken('forbidden character', bad.index);
  return new XmlReader(text, options).read();
}

class XmlReader {
  readonly #text: string;
  readonly #options: XmlOptions;
  readonly #open: XmlElement[] = [];
  #root: XmlElement | null = null;
  #held = 0;
  #at = 0;
  /** Names come again and again; there may be as many different ones as there are elements. */
  readonly #names = new Map<string, string>();

  constructor(text: string, options: XmlOptions) {
    this.#text = text;
    this.#options = options;
  }

  read(): XmlElement {
    this.#declaration();
    while (this.#at < this.#text.length) {
      const next = this.#text.indexOf('<', this.#at);
      this.#characters(next < 0 ? this.#text.length : next);
      if (next >= 0) this.#markup();
    }
    const unclosed = this.#open.at(-1);
    if (unclosed) throw broken(`<${unclosed.name}> is not closed`, unclosed.start);
    if (!this.#root) throw broken('no element', 0);
    return this.#root;
  }

  #declaration(): void {
    if (!/^<\?xml\s/.test(this.#text.slice(0, 6))) return;
    const end = this.#text.indexOf('?>');
    if (end < 0) throw broken('declaration is not closed', 0);
    const encoding = /\sencoding\s*=\s*["']([^"']*)["']/.exec(this.#text.slice(0, end))?.[1];
    if (encoding && !/^(utf-?8|us-ascii)$/i.test(encoding))
      throw broken(`encoding ${encoding.slice(0, 40)}`, 0);
    this.#at = end + 2;
  }

  #markup(): void {
    const at = this.#at;
    const second = this.#text.charCodeAt(at + 1);
    if (second === 0x2f) return this.#close();
    if (second === 0x3f) return this.#skip('?>', 'instruction');
    if (second !== 0x21) return this.#element();
    if (this.#text.startsWith('<!--', at)) return this.#skip('-->', 'comment');
    if (this.#text.startsWith('<![CDATA[', at)) return this.#cdata();
    if (/^<!(DOCTYPE|ENTITY)/i.test(this.#text.slice(at, at + 9))) {
      throw new KmzRefused('kmzEntities', `document type at character ${at}`);
    }
    throw broken('unknown markup', at);
  }

  #skip(end: string, what: string): void {
    const found = this.#text.indexOf(end, this.#at + 2);
    if (found < 0) throw broken(`${what} is not closed`, this.#at);
    this.#at = found + end.length;
  }

  #cdata(): void {
    const start = this.#at + 9;
    const parent = this.#open.at(-1);
    if (!parent) throw broken('text outside the document', this.#at);
    this.#skip(']]>', 'text section');
    this.#hold(parent, this.#text.slice(start, this.#at - 3), true);
  }

  #characters(end: number): void {
    if (end === this.#at) return;
    const raw = this.#text.slice(this.#at, end);
    const parent = this.#open.at(-1);
    if (raw.trim() !== '') {
      if (!parent) throw broken('text outside the document', this.#at);
      this.#hold(parent, raw);
    }
    this.#at = end;
  }

  /** The length is judged before references are resolved, which costs far more than the text itself. */
  #hold(parent: XmlElement, raw: string, literal = false): void {
    if (parent.text.length + raw.length > longestText) {
      throw new KmzRefused('kmzTooBig', `text of <${parent.name}> is too long`);
    }
    parent.text += own(literal ? raw : resolve(raw, this.#at));
  }

  #element(): void {
    const start = this.#at;
    const tag = this.#match(openName);
    if (!tag) throw broken('not a tag', start);
    const attributes = this.#attributes();
    const close = this.#match(openEnd);
    if (!close) throw broken(`<${tag[1]}> is not written right`, start);
    const element: XmlElement = {
      local: this.#known(tag[2] as string),
      name: this.#known(tag[1] as string),
      attributes,
      children: [],
      text: '',
      start,
      contentStart: this.#at,
      contentEnd: this.#at,
      end: this.#at,
      selfClosing: close[1] === '/',
    };
    if (this.#open.length === 0 && this.#root) throw broken('second root element', start);
    this.#root ??= element;
    if (++this.#held > this.#options.elements) throw new KmzRefused('kmzTooBig', 'too many XML elements');
    if (this.#open.length >= this.#options.depth) throw new KmzRefused('kmzTooBig', 'XML nested too deep');
    if (element.selfClosing) this.#finish(element);
    else this.#open.push(element);
  }

  #attributes(): XmlAttribute[] {
    const found: XmlAttribute[] = [];
    for (let match = this.#match(attribute); match; match = this.#match(attribute)) {
      const key = match[1] as string;
      if (found.some((other) => other.name === key)) throw broken(`${key} is given twice`, this.#at);
      if (found.length === 64) throw new KmzRefused('kmzTooBig', 'too many XML attributes');
      found.push({
        name: this.#known(key),
        value: own(resolve((match[2] as string).slice(1, -1), this.#at)),
      });
    }
    return found;
  }

  #close(): void {
    const at = this.#at;
    const tag = this.#match(closing);
    const element = this.#open.pop();
    if (!tag || !element || element.name !== tag[1]) throw broken('closing tag does not fit', at);
    element.contentEnd = at;
    element.end = this.#at;
    this.#finish(element);
  }

  #finish(element: XmlElement): void {
    const parent = this.#open.at(-1) ?? null;
    if (this.#options.release?.(element, parent)) this.#held -= countElements(element);
    else parent?.children.push(element);
  }

  #known(found: string): string {
    const known = this.#names.get(found);
    if (known !== undefined) return known;
    const copy = own(found);
    if (this.#names.size < namesKept) this.#names.set(copy, copy);
    return copy;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at += match[0].length;
    return match;
  }
}

function countElements(element: XmlElement): number {
  return element.children.reduce((sum, child) => sum + countElements(child), 1);
}

function resolve(raw: string, at: number): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(reference, (_all, decimal?: string, hex?: string, entity?: string) => {
    if (entity) return named[entity] as string;
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : -1;
    const half = code >= 0xd800 && code <= 0xdfff;
    const letter = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffe';
    if (half || forbidden.test(letter)) throw broken('unknown reference', at);
    return letter;
  });
}

/** Replaces each given stretch of the text; stretches must not overlap. */
export function splice(text: string, edits: readonly { start: number; end: number; text: string }[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Text for an element, by the five names: some readers of route files do not know numeric references. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&${escaped[letter]};`);
}
