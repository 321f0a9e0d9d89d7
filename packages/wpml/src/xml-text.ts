import { KmzRefused } from './refusal.ts';

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
export const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

export function broken(detail: string, at: number): KmzRefused {
  return new KmzRefused('kmzBrokenXml', `${detail} at character ${at}`);
}

/** Text with its references put in. @throws KmzRefused where one is unknown */
export function resolve(raw: string, at: number): string {
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
