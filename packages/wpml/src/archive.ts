import { expandedParts, prove } from './expand.ts';
import type { KmzLimits } from './limits.ts';
import { KmzRefused } from './refusal.ts';
import { decodedParts } from './text.ts';
import { readZip, type ZipEntry } from './zip.ts';

export const templatePath = 'wpmz/template.kml';
export const waylinesPath = 'wpmz/waylines.wpml';

/** A document that is expanded as it is read: nobody holds its text. */
export interface PackedDocument {
  /** @throws KmzRefused at the end too, when the checksum is wrong */
  text(): Iterable<string>;
  /** @throws KmzRefused when its bytes are not those that were packed */
  prove(): void;
}

/** A route archive whose every entry was found within its limits. */
export interface RouteArchive {
  readonly entries: readonly ZipEntry[];
  /** What the planner edits. */
  readonly template: PackedDocument | null;
  /** What the aircraft flies. */
  readonly waylines: PackedDocument | null;
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
    template: template ? packedDocument(template) : null,
    waylines: waylines ? packedDocument(waylines) : null,
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

const packedDocument = (entry: ZipEntry): PackedDocument => ({
  text: () => textOf(entry),
  prove: () => prove(entry),
});

function* textOf(entry: ZipEntry): Generator<string> {
  for (const text of decodedParts(expandedParts(entry))) {
    if (text === null) throw new KmzRefused('kmzBrokenXml', `${entry.name} is not UTF-8`);
    yield text;
  }
}
