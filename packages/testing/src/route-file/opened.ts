import { strFromU8, unzipSync } from 'fflate';
import { XMLParser } from 'fast-xml-parser';

/** An element as the parser of this checker has it: its name, its text, its children in order. */
export interface Element {
  readonly name: string;
  readonly text: string;
  readonly children: readonly Element[];
}

type Parsed = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  parseTagValue: false,
  removeNSPrefix: true,
  trimValues: true,
});

function elementsOf(nodes: unknown): Element[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: Parsed): Element[] => {
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text');
    if (name === undefined || name.startsWith('?')) return [];
    const inner = node[name];
    const text = Array.isArray(inner)
      ? inner.map((one: Parsed) => (typeof one['#text'] === 'string' ? one['#text'] : '')).join('')
      : '';
    return [{ name, text, children: elementsOf(inner) }];
  });
}

export const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((one) => one.name === name) ?? [];
export const one = (element: Element | undefined, name: string): Element | undefined => all(element, name)[0];
export const value = (element: Element | undefined, name: string): string | undefined =>
  one(element, name)?.text;

/** A decimal number as the format writes it: a dot, no exponent. NaN for anything else. */
export const figure = (text: string | undefined): number =>
  text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
export const number = (element: Element | undefined, name: string): number => figure(value(element, name));

/** The documents of an archive by path, and the paths in it. */
export function opened(bytes: Uint8Array): {
  paths: string[];
  documents: Map<string, { text: string; root: Element | undefined }>;
} {
  const files = unzipSync(bytes);
  const documents = new Map(
    Object.entries(files)
      .filter(([path]) => /\.(kml|wpml)$/.test(path))
      .map(([path, content]) => {
        const text = strFromU8(content);
        return [
          path,
          { text, root: elementsOf(parser.parse(text)).find(({ name }) => name === 'kml') },
        ] as const;
      }),
  );
  return { paths: Object.keys(files), documents };
}
