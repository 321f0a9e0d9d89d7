import { openArchive, templatePath, waylinesPath } from './archive.ts';
import { expand } from './expand.ts';
import { kmzLimits, type KmzLimits } from './limits.ts';
import { mergeDocument } from './merge.ts';
import { writtenVersion, type RoutePlan } from './plan.ts';
import { readArchive } from './read.ts';
import { decodeUtf8, encodeUtf8, markLength } from './text.ts';
import { documentsOf } from './write.ts';
import { writeDocument, type XmlNode } from './write-xml.ts';
import { pack, writeZip, type Compression } from './zip-write.ts';
import type { ZipEntry } from './zip.ts';

/** A waypoint has some 40 elements with its actions; a file of 65,535 is held whole here. */
const mostElements = 4_000_000;

/**
 * A route file with what a plan says in both of its documents. Everything that a plan does not know comes out as it went in:
 * elements, comments, resources and files beside them; waypoints find theirs by `origin`. A document that the file lacks is
 * written. A plan that says what the file says gives its documents back letter by letter but for `updateTime`.
 *
 * @throws KmzRefused when the file is no route file
 * @throws RangeError as `writeKmz`
 */
export function rewriteKmz(
  bytes: Uint8Array,
  plan: RoutePlan,
  options: { limits?: Partial<KmzLimits> } = {},
): Uint8Array {
  const limits = { ...kmzLimits, ...options.limits };
  const archive = openArchive(bytes, limits);
  const { entries } = archive;
  const allLines = (): boolean => {
    const { route } = readArchive(archive, limits);
    return route.waylineCount === 1 + route.moreLines.length;
  };
  const { template, waylines } = documentsOf(plan);
  const documents = new Map([
    [templatePath, template],
    [waylinesPath, waylines],
  ]);
  const merged = entries.map((entry) => {
    const body = documents.get(entry.name);
    documents.delete(entry.name);
    return body ? rewrite(entry, body, { limits, version: plan.version, allLines }) : entry;
  });
  const added = [...documents].map(([name, body]) =>
    pack(name, encodeUtf8(writeDocument(plan.version ?? writtenVersion, body)), plan.compression),
  );
  return writeZip([...added, ...merged]);
}

function rewrite(
  entry: ZipEntry,
  body: readonly XmlNode[],
  { limits, ...options }: { limits: KmzLimits; version: string | undefined; allLines: () => boolean },
): ZipEntry {
  const before = expand(entry);
  const text = decodeUtf8(before) ?? '';
  const after = mergeDocument(text, body, { depth: limits.xmlDepth, elements: mostElements, ...options });
  if (after === text) return entry;
  const mark = before.subarray(0, markLength(before));
  const content = encodeUtf8(after);
  const whole = new Uint8Array(mark.length + content.length);
  whole.set(mark);
  whole.set(content, mark.length);
  const method: Compression = entry.method;
  return { ...pack(entry.name, whole, method), nameBytes: entry.nameBytes, nameIsUtf8: entry.nameIsUtf8 };
}
