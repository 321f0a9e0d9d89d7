import { KmzRefused } from './refusal.ts';
import { broken, forbidden, resolve } from './xml-text.ts';

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
  /** Characters of text that one element may hold; missing: as many as a value of a route file. */
  readonly text?: number;
  /**
   * Called for each element when it closes, its parent still open. True lets the element go: a route of
   * 65 535 points is read with the memory of one point.
   */
  readonly release?: (element: XmlElement, parent: XmlElement | null) => boolean;
}

/** Characters of text one element may hold: the longest value of a route file is some hundred. */
const longestText = 100_000;
/** Characters of one opening tag with its attributes. */
const longestTag = 200_000;
/** Longer than any text or tag may be: what does not end in so many characters is too long. */
const ahead = 256_000;
/** Characters of the document that are held at a time, in whole pieces. */
const windowSize = 1_000_000;

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
const tooLong = (element: XmlElement): KmzRefused =>
  new KmzRefused('kmzTooBig', `text of <${element.name}> is too long`);

/**
 * Reads a well-formed XML document in one pass. Document types, and with them entities, are refused before
 * anything is expanded; nothing outside the text is ever fetched. Of a document given in pieces no more is held than
 * the part that is being read.
 *
 * @returns the root element
 * @throws KmzRefused `kmzBrokenXml`, `kmzEntities`, `kmzTooBig`
 */
export function parseXml(source: string | Iterable<string>, options: XmlOptions): XmlElement {
  return new XmlReader(typeof source === 'string' ? [source] : source, options).read();
}

class XmlReader {
  readonly #pieces: Iterator<string>;
  readonly #options: XmlOptions;
  readonly #open: XmlElement[] = [];
  /** The part of the document that is held, and where it begins. */
  #text = '';
  #before = 0;
  /** No piece follows. */
  #whole = false;
  #root: XmlElement | null = null;
  #held = 0;
  /** The place in the part that is held. */
  #at = 0;
  /** Names come again and again; there may be as many different ones as there are elements. */
  readonly #names = new Map<string, string>();

  constructor(pieces: Iterable<string>, options: XmlOptions) {
    this.#pieces = pieces[Symbol.iterator]();
    this.#options = options;
  }

  read(): XmlElement {
    this.#fill();
    this.#declaration();
    while (this.#characters()) this.#markup();
    const unclosed = this.#open.at(-1);
    if (unclosed) throw broken(`<${unclosed.name}> is not closed`, unclosed.start);
    if (!this.#root) throw broken('no element', 0);
    return this.#root;
  }

  /** Place in the whole document. */
  get #place(): number {
    return this.#before + this.#at;
  }

  /** Lets go of what was read until at least `ahead` characters follow, or all that there are. */
  #fill(): void {
    if (this.#whole || this.#text.length - this.#at >= ahead + (this.#options.text ?? 0)) return;
    const parts = [this.#text.slice(this.#at)];
    let size = this.#text.length - this.#at;
    let end = this.#before + this.#text.length;
    while (size < windowSize) {
      const { done, value } = this.#pieces.next();
      if (done) {
        this.#whole = true;
        break;
      }
      const bad = forbidden.exec(value);
      if (bad) throw broken('forbidden character', end + bad.index);
      parts.push(value);
      size += value.length;
      end += value.length;
    }
    this.#before += this.#at;
    this.#at = 0;
    this.#text = parts.join('');
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
      throw new KmzRefused('kmzEntities', `document type at character ${this.#place}`);
    }
    throw broken('unknown markup', this.#place);
  }

  #skip(end: string, what: string): void {
    const start = this.#place;
    this.#at += 2;
    let found = this.#text.indexOf(end, this.#at);
    while (found < 0 && !this.#whole) {
      // The end may lie across two pieces.
      this.#at = this.#text.length - end.length + 1;
      this.#fill();
      found = this.#text.indexOf(end, this.#at);
    }
    if (found < 0) throw broken(`${what} is not closed`, start);
    this.#at = found + end.length;
  }

  #cdata(): void {
    const start = this.#at + 9;
    const parent = this.#open.at(-1);
    if (!parent) throw broken('text outside the document', this.#place);
    const end = this.#text.indexOf(']]>', start);
    if (end < 0 && this.#whole) throw broken('text section is not closed', this.#place);
    this.#hold(parent, this.#text.slice(start, end < 0 ? undefined : end), true);
    this.#at = end + 3;
  }

  /** Text up to the next `<`. @returns false at the end of the document */
  #characters(): boolean {
    let blanks = 0;
    for (;;) {
      this.#fill();
      const next = this.#text.indexOf('<', this.#at);
      const end = next < 0 ? this.#text.length : next;
      if (end > this.#at) {
        const raw = this.#text.slice(this.#at, end);
        const parent = this.#open.at(-1);
        if (raw.trim() !== '') {
          if (!parent) throw broken('text outside the document', this.#place);
          if (blanks > 0) throw tooLong(parent);
          this.#hold(parent, raw);
        }
        blanks += raw.length;
        this.#at = end;
      }
      if (next >= 0) return true;
      if (this.#whole) return false;
    }
  }

  /** The length is judged before references are resolved, which costs far more than the text itself. */
  #hold(parent: XmlElement, raw: string, literal = false): void {
    if (parent.text.length + raw.length > (this.#options.text ?? longestText)) throw tooLong(parent);
    parent.text += own(literal ? raw : resolve(raw, this.#place));
  }

  #element(): void {
    const start = this.#place;
    const from = this.#at;
    const tag = this.#match(openName);
    if (!tag) throw broken('not a tag', start);
    const attributes = this.#attributes();
    const close = this.#match(openEnd);
    // No tag holds a `<`: one that is followed by none in so many characters goes on beyond them.
    const goesOn =
      !close && !this.#whole && /\s/.test(this.#text.charAt(this.#at)) && !this.#text.includes('<', from + 1);
    if (goesOn || this.#at - from > longestTag) throw new KmzRefused('kmzTooBig', `<${tag[1]}> is too long`);
    if (!close) throw broken(`<${tag[1]}> is not written right`, start);
    const element: XmlElement = {
      local: this.#known(tag[2] as string),
      name: this.#known(tag[1] as string),
      attributes,
      children: [],
      text: '',
      start,
      contentStart: this.#place,
      contentEnd: this.#place,
      end: this.#place,
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
      if (found.some((other) => other.name === key)) throw broken(`${key} is given twice`, this.#place);
      if (found.length === 64) throw new KmzRefused('kmzTooBig', 'too many XML attributes');
      found.push({
        name: this.#known(key),
        value: own(resolve((match[2] as string).slice(1, -1), this.#place)),
      });
    }
    return found;
  }

  #close(): void {
    const at = this.#place;
    const tag = this.#match(closing);
    const element = this.#open.pop();
    if (!tag || !element || element.name !== tag[1]) throw broken('closing tag does not fit', at);
    element.contentEnd = at;
    element.end = this.#place;
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
