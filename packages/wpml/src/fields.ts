import { KmzRefused } from './refusal.ts';
import type { XmlElement } from './xml.ts';

/**
 * The child of that local name, whatever prefix it is written with; null when it is absent.
 *
 * @throws KmzRefused when there are two: we would show the first and an aircraft might fly the last
 */
export function child(element: XmlElement | null | undefined, local: string): XmlElement | null {
  const [first, second] = children(element, local);
  if (second) throw new KmzRefused('kmzBrokenXml', `${local} is given twice at character ${second.start}`);
  return first ?? null;
}

export function children(element: XmlElement | null | undefined, local: string): XmlElement[] {
  return element?.children.filter((one) => one.local === local) ?? [];
}

/** The trimmed text of a child; null when it is absent or empty. */
export function word(element: XmlElement | null | undefined, local: string): string | null {
  const text = child(element, local)?.text.trim();
  return text ? text : null;
}

/** A child's switch, 0 or 1; null when it is absent. */
export function flag(element: XmlElement | null | undefined, local: string): boolean | null {
  const text = word(element, local);
  return text === null ? null : text === '1' || text === 'true';
}

/**
 * A child's number; null when it is absent.
 *
 * @throws KmzRefused when something else than a finite number stands there
 */
export function figure(element: XmlElement | null | undefined, local: string): number | null {
  const text = word(element, local);
  if (text === null) return null;
  const value = decimal(text);
  if (value === null)
    throw new KmzRefused('kmzBrokenXml', `${local} is ${JSON.stringify(text.slice(0, 40))}`);
  return value;
}

/**
 * A finite decimal number or null. `Number` alone would take an empty text for 0, and 0x10 and Infinity for
 * numbers; a decimal comma must not become a thousand.
 */
export function decimal(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > 40 || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(trimmed)) return null;
  const value = Number(trimmed);
  // Minus zero would not survive being stored.
  return Number.isFinite(value) ? value + 0 : null;
}
