import { expand, prove } from './expand.ts';
import type { KmzLimits } from './limits.ts';
import { KmzRefused } from './refusal.ts';
import { decodeUtf8 } from './text.ts';
import { readZip, type ZipEntry } from './zip.ts';

export const templatePath = 'wpmz/template.kml';
export const waylinesPath = 'wpmz/waylines.wpml';

/** A route archive whose every entry was found within its limits. */
export interface RouteArchive {
  readonly entries: readonly ZipEntry[];
  /** What the planner edits. Expanded anew each time: nobody holds the text of a document longer than it is read. */
  readonly template: (() => string) | null;
  /** What the aircraft flies; likewise. */
  readonly waylines: (() => string) | null;
  /** Files beside `wpmz/`, which no dock reads. */
  readonly extra: readonly string[];
}

/**
 * Opens a route file and takes out its two documents.
 *
 * @throws KmzRefused
 */
export function openArchive(bytes: Uint8Array, limits: KmzLimits): RouteArchive {
  const entries = readZip(bytes, limits);
  const template = entries.find((entry) => entry.name === templatePath);
  const waylines = entries.find((entry) => entry.name === waylinesPath);
  if (!template && !waylines) throw noRoute(entries.map((entry) => entry.name));
  for (const entry of entries) {
    if (entry !== template && entry !== waylines) prove(entry);
  }
  return {
    entries,
    template: template ? () => document(template) : null,
    waylines: waylines ? () => document(waylines) : null,
    extra: entries.filter((entry) => !entry.name.startsWith('wpmz/')).map((entry) => entry.name),
  };
}

function noRoute(names: readonly string[]): KmzRefused {
  const atRoot = names.find((name) => name === 'template.kml' || name === 'waylines.wpml');
  if (atRoot) return new KmzRefused('kmzRootLevel', `${atRoot} lies outside wpmz/`);
  return new KmzRefused(
    'kmzNoWpml',
    names.includes('doc.kml') ? 'doc.kml: a map file' : 'no wpmz/ documents',
  );
}

function document(entry: ZipEntry): string {
  const bytes = expand(entry);
  const text = decodeUtf8(bytes);
  if (text === null) throw new KmzRefused('kmzBrokenXml', `${entry.name} is not UTF-8`);
  return text;
}
