import { openArchive, templatePath, waylinesPath } from './archive.ts';
import { expand } from './expand.ts';
import { kmzLimits, type KmzLimits } from './limits.ts';
import { mergeDocument, type MergeOptions } from './merge.ts';
import { writtenVersion, type RoutePlan } from './plan.ts';
import { readArchive } from './read.ts';
import { decodeUtf8, encodeUtf8, markLength } from './text.ts';
import { uneditedDocuments } from './unedited.ts';
import { documentsOf } from './write.ts';
import { writeDocument, type XmlNode } from './write-xml.ts';
import { pack, writeZip, type Compression } from './zip-write.ts';
import type { ZipEntry } from './zip.ts';

/** A waypoint has some 40 elements with its actions; a file of 65,535 is held whole here. */
const mostElements = 4_000_000;

/**
 * A route file with what somebody edited in both of its documents. Everything else comes out as it went in: what was not edited,
 * what a plan does not know, comments, resources and files beside the documents; waypoints find theirs by `origin`. A document
 * that the file lacks is written. A plan that nobody edited gives the documents back letter by letter but for `updateTime`.
 *
 * @param options.unedited the plan that the file was read as; null: everything that the file says otherwise counts as edited
 * @throws KmzRefused when the file is no route file
 * @throws RangeError as `writeKmz`
 */
export function rewriteKmz(
  bytes: Uint8Array,
  plan: RoutePlan,
  options: { limits?: Partial<KmzLimits>; unedited?: RoutePlan | null } = {},
): Uint8Array {
  const limits = { ...kmzLimits, ...options.limits };
  const archive = openArchive(bytes, limits);
  const { entries } = archive;
  const { route } = readArchive(archive, limits);
  const allLines = (): boolean => route.waylineCount === 1 + route.moreLines.length;
  const read = [route.waypoints, ...route.moreLines].flat();
  const { template, waylines } = documentsOf(plan);
  const was = options.unedited ? uneditedDocuments(options.unedited, plan, route) : null;
  const documents = new Map([
    [templatePath, [template, was?.template ?? null] as const],
    [waylinesPath, [waylines, was?.waylines ?? null] as const],
  ]);
  const merged = entries.map((entry) => {
    const [body, unedited = null] = documents.get(entry.name) ?? [];
    documents.delete(entry.name);
    const shared = { depth: limits.xmlDepth, elements: mostElements, version: plan.version, allLines, read };
    return body ? rewrite(entry, body, { ...shared, unedited }) : entry;
  });
  const added = [...documents].map(([name, [body]]) =>
    pack(name, encodeUtf8(writeDocument(plan.version ?? writtenVersion, body)), plan.compression),
  );
  return writeZip([...added, ...merged]);
}

function rewrite(entry: ZipEntry, body: readonly XmlNode[], options: MergeOptions): ZipEntry {
  const before = expand(entry);
  const text = decodeUtf8(before) ?? '';
  const after = mergeDocument(text, body, options);
  if (after === text) return entry;
  const mark = before.subarray(0, markLength(before));
  const content = encodeUtf8(after);
  const whole = new Uint8Array(mark.length + content.length);
  whole.set(mark);
  whole.set(content, mark.length);
  const method: Compression = entry.method;
  return { ...pack(entry.name, whole, method), nameBytes: entry.nameBytes, nameIsUtf8: entry.nameIsUtf8 };
}
