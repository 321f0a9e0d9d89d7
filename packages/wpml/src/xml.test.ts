import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { escapeXml, splice } from './xml-text.ts';
import { parseXml, type XmlElement } from './xml.ts';

const options = { depth: 64, elements: 10_000 };

function shape(element: XmlElement): unknown {
  const children = element.children.map(shape);
  return [element.name, element.text.trim(), ...children];
}

/** The same from the library, to which our reader must agree on every document both accept. */
function shapeByLibrary(text: string): unknown {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: true,
    parseTagValue: false,
    trimValues: false,
  });
  const convert = (node: Record<string, unknown>): unknown => {
    const name = Object.keys(node).find((key) => key !== ':@') ?? '';
    const inner = node[name] as Record<string, unknown>[];
    const words = inner.filter((one) => '#text' in one).map((one) => String(one['#text']));
    return [name, words.join('').trim(), ...inner.filter((one) => !('#text' in one)).map(convert)];
  };
  return (parser.parse(text) as Record<string, unknown>[]).map(convert)[0];
}

describe('the XML reader', () => {
  it('knows where each part stands, so that one value can be replaced alone', () => {
    const text = '<?xml version="1.0"?>\n<a:x q="1"><y> one </y><z/></a:x>';
    const root = parseXml(text, options);
    const [y, z] = root.children as [XmlElement, XmlElement];
    expect(root).toMatchObject({ local: 'x', name: 'a:x', attributes: [{ name: 'q', value: '1' }] });
    expect(text.slice(y.contentStart, y.contentEnd)).toBe(' one ');
    expect(text.slice(z.start, z.end)).toBe('<z/>');
    const edits = [
      { start: z.start, end: z.end, text: '<z>2</z>' },
      { start: y.contentStart, end: y.contentEnd, text: '1' },
    ];
    expect(splice(text, edits)).toBe('<?xml version="1.0"?>\n<a:x q="1"><y>1</y><z>2</z></a:x>');
  });

  it('resolves the five names and numbers, nothing else', () => {
    expect(parseXml('<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x6c49;</a>', options).text).toBe('<&>"\'A汉');
    for (const bad of ['&x;', '&', '&#0;', '&#xD800;', '&#x110000;', '&#;']) {
      expect(() => parseXml(`<a>${bad}</a>`, options)).toThrow('kmzBrokenXml');
    }
  });

  it.each([
    '<a><b></a></b>',
    '<a><b></b>',
    '<a b=c></a>',
    '<a></a><b></b>',
    '<a><!-- x',
    '<a>x</a>junk',
    'x<a/>',
    '<a>\u0001</a>',
    '<a b="1" b="2"/>',
    '<a b="<"/>',
    '<1/>',
    '<a',
    '</a>',
    '',
    '<a><![CDATA[x</a>',
    '<a><?x</a>',
    '< a/>',
    '<a/ >',
    '<!x><a/>',
  ])('refuses %j', (text) => {
    expect(() => parseXml(text, options)).toThrow('kmzBrokenXml');
  });

  it('refuses a document type wherever it stands, but not the word in a comment', () => {
    for (const text of [
      '<!DOCTYPE a><a/>',
      '<a><!DOCTYPE b></a>',
      '<!doctype a><a/>',
      '<!ENTITY x "y"><a/>',
    ]) {
      expect(() => parseXml(text, options)).toThrow('kmzEntities');
    }
    expect(parseXml('<a><!-- <!DOCTYPE a> --></a>', options).children).toEqual([]);
  });

  it('lets elements go when told to, so that their number does not count', () => {
    const text = `<a>${'<b><c/></b>'.repeat(1000)}</a>`;
    expect(() => parseXml(text, { depth: 9, elements: 100 })).toThrow('kmzTooBig');
    let seen = 0;
    const release = (element: XmlElement) => element.local === 'b' && ++seen > 0;
    expect(parseXml(text, { depth: 9, elements: 100, release }).children).toEqual([]);
    expect(seen).toBe(1000);
  });

  /** A document in pieces of some size, and how many of them were asked for. */
  const inPieces = (text: string, size: number) => {
    const taken = { count: 0 };
    function* pieces() {
      for (let at = 0; at < text.length; at += size) {
        taken.count += 1;
        yield text.slice(at, at + size);
      }
    }
    return { pieces: pieces(), taken };
  };

  it('reads a document in pieces as it reads it whole, with the same places', () => {
    const filling = '<b k="v">some text</b><!-- a comment --><c><![CDATA[<x>]]></c>'.repeat(40_000);
    const text = `<?xml version="1.0"?><a>${filling}<!--${' - '.repeat(500_000)}--><last>1</last>${' '.repeat(400_000)}</a>\n`;
    const seen = (source: string | Iterable<string>) => {
      const places: unknown[] = [];
      const release = ({ name, start, contentStart, contentEnd, end, text: own }: XmlElement) =>
        places.push([name, start, contentStart, contentEnd, end, own]) > 0;
      parseXml(source, { ...options, release });
      return places;
    };
    const whole = seen(text);
    expect(whole).toHaveLength(80_002);
    for (const size of [70_001, 65_536, 3_000_000]) expect(seen(inPieces(text, size).pieces)).toEqual(whole);
  });

  it.each([
    ['text', '<a>', 'x', 'kmzTooBig'],
    ['text behind blanks', `<a>${' '.repeat(300_000)}`, 'x', 'kmzTooBig'],
    ['a text section', '<a><![CDATA[', 'x', 'kmzTooBig'],
    ['a value', '<a><b c="', 'x', 'kmzTooBig'],
    ['values', '<a><b', ` c="${'x'.repeat(10_000)}"`, 'kmz'],
    ['a name', '<', 'x', 'kmzBrokenXml'],
  ])('gives up at %s without end before all of it was asked for', (_what, head, letter, reason) => {
    const { pieces, taken } = inPieces(head + letter.repeat(10_000_000 / letter.length), 50_000);
    expect(() => parseXml(pieces, options)).toThrow(reason);
    expect(taken.count).toBeLessThan(40);
  });

  it('agrees with the library on every document', () => {
    const name = fc.constantFrom('a', 'wpml:b', 'c-d', 'é', '_x.1');
    const words = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((text) => text.replace(/[^\P{C}]/gu, ''));
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc
        .tuple(
          name,
          fc.array(fc.oneof(words.map(escapeXml), fc.constant('<!-- <a> -->'), tie('tree')), {
            maxLength: 4,
          }),
        )
        .map(([tag, inner]) =>
          inner.length === 0 ? `<${tag} k='"'/>` : `<${tag}>${inner.join('')}</${tag}>`,
        ),
    }));
    fc.assert(
      fc.property(tree, (text) => {
        expect(XMLValidator.validate(text)).toBe(true);
        expect(shape(parseXml(text, options))).toEqual(shapeByLibrary(text));
      }),
      { numRuns: 300 },
    );
  });
});
