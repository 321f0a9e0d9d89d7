import { saysSame } from './merge-values.ts';
import { valueText, type XmlNode } from './write-xml.ts';
import type { XmlElement } from './xml.ts';

/** A child of a merged element: written over one of the file, or new. */
export interface Part {
  readonly local: string;
  readonly from: XmlElement | null;
  text(): string;
}

/** Children that may come any number of times: those of the file that are not among the new ones were taken out. */
const sequences = new Set(['Placemark', 'actionGroup', 'action']);

/** The name of a node without the prefix of the route namespace. */
export const localOf = ({ name }: Pick<XmlNode, 'name'>): string => name.replace(/^wpml:/, '');

export const isLeaf = ({ content }: XmlNode): boolean =>
  typeof content === 'string' || typeof content === 'number';

export const keptPart = (from: XmlElement, text: string): Part => ({
  local: from.local,
  from,
  text: () => text.slice(from.start, from.end),
});

/** Places may have a height as third value, of which no plan knows. */
const withThird = (before: string, written: string): string => {
  const third = before.split(',')[2]?.trim();
  return third ? `${written},${third}` : written;
};

/** A value of the file with what is to stand there; one that says the same stays letter by letter. */
export function leafText(element: XmlElement, { content }: XmlNode, text: string): string {
  const value = content as string | number;
  const written = valueText(value);
  if (saysSame(element.local, element.text, typeof value === 'string' ? value : written))
    return text.slice(element.start, element.end);
  const whole = element.local === 'coordinates' ? withThird(element.text, written) : written;
  return element.selfClosing
    ? `<${element.name}>${whole}</${element.name}>`
    : text.slice(element.start, element.contentStart) + whole + text.slice(element.contentEnd, element.end);
}

/** What stands before each child of the file, and behind the last one. */
function spaces(element: XmlElement, text: string) {
  const leads = new Map<XmlElement, string>();
  let cursor = element.contentStart;
  for (const one of element.children) {
    leads.set(one, text.slice(cursor, one.start));
    cursor = one.end;
  }
  const [first] = element.children;
  const usual = first && (leads.get(first) ?? '').trim() === '' ? (leads.get(first) ?? '') : '\n';
  return { leads, usual, tail: element.selfClosing ? '' : text.slice(cursor, element.contentEnd) };
}

/** Where each part goes: over a child, into a run of children of one name, or behind the part before it. */
function placed(element: XmlElement, parts: readonly Part[]) {
  const plain = new Map<XmlElement, Part>();
  const runs = new Map<string, Part[]>();
  const added = new Map<XmlElement | null, Part[]>();
  const lastOf = new Map(element.children.map((one) => [one.local, one]));
  let behind: XmlElement | null = null;
  for (const part of parts) {
    const last = lastOf.get(part.local);
    if (sequences.has(part.local) && last) {
      const run = runs.get(part.local);
      if (run) run.push(part);
      else runs.set(part.local, [part]);
      behind = last;
    } else if (part.from) {
      plain.set(part.from, part);
      behind = part.from;
    } else {
      const run = added.get(behind);
      if (run) run.push(part);
      else added.set(behind, [part]);
    }
  }
  return { plain, runs, added, lastOf };
}

/**
 * An element with its children replaced. Those of the file that no part names stay; what is new stands behind the part before
 * it.
 *
 * @param gone names of children that go unless a part names them
 */
export function contain(
  element: XmlElement,
  parts: readonly Part[],
  text: string,
  gone: ReadonlySet<string> = new Set(),
): string {
  const { leads, usual, tail } = spaces(element, text);
  const { plain, runs, added, lastOf } = placed(element, parts);
  const pieces: string[] = [];
  const put = (part: Part): void => {
    pieces.push(part.from ? (leads.get(part.from) ?? usual) : usual, part.text());
  };
  for (const part of added.get(null) ?? []) put(part);
  // What lies between two of a sequence stays there: each takes the place of one of the file, the last place all that are left.
  const next = new Map<string, number>();
  for (const one of element.children) {
    const part = plain.get(one);
    if (sequences.has(one.local)) {
      const run = runs.get(one.local) ?? [];
      const from = next.get(one.local) ?? 0;
      const to = lastOf.get(one.local) === one ? run.length : from + 1;
      for (const each of run.slice(from, to)) put(each);
      next.set(one.local, to);
    } else if (part) put(part);
    else if (!gone.has(one.local)) pieces.push(leads.get(one) ?? '', text.slice(one.start, one.end));
    for (const each of added.get(one) ?? []) put(each);
  }
  const opening = element.selfClosing ? `<${element.name}>` : text.slice(element.start, element.contentStart);
  return `${opening}${pieces.join('')}${tail}</${element.name}>`;
}
