import { open, type FileHandle } from 'node:fs/promises';
import { posix } from 'node:path';
import { limits } from '@eyrie/domain/rules';
import { readZipDirectory, readZipEntry, type ZipEntry } from '../../platform/archive/zip-directory.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { LayerFile } from './layer-columns.ts';
import { checkTileContent } from './tileset-content.ts';
import { packGltf, type FindBeside } from './tileset-gltf.ts';
import { askedBy, isPattern, placesOf, type Implicit } from './implicit-place.ts';
import { tileJson } from './tile-json.ts';
import { checkSubtree, implicitOf } from './tileset-implicit.ts';

const zipLimits = {
  entries: limits.layer.tilesetFiles,
  directoryBytes: limits.layer.zipDirectoryBytes,
  entryBytes: limits.layer.tilesetFileBytes,
  expandedBytes: limits.layer.tilesetBytes,
  ratio: limits.layer.zipRatio,
};

const content = /\.(?:b3dm|i3dm|pnts|cmpt|glb|gltf)$/i;
const gltf = /\.gltf$/i;
/** What models in JSON name; it is taken into them and never given out alone. */
const ofGltf = /\.(?:bin|png|jpe?g|webp|ktx2)$/i;
const subtree = /\.subtree$/i;
/** What programs leave beside a tileset; it is not kept. */
const beside = /\/$|\.(?:xml|txt|md)$|(?:^|\/)(?:\.DS_Store|metadata\.json|__MACOSX\/.*)$/i;
/** Keys under which a tileset names another file. */
const links = new Set(['uri', 'url', 'schemaUri']);

const broken = (name: string): Refusal =>
  new Refusal('layerTileset', { values: { name: name.slice(0, 120) } });

interface Numbered {
  entry: ZipEntry;
  number: number;
}

/** Files by name; the root, `tileset.json` nearest to the top, is number 0. What lies beside models has no number. */
const numberFiles = (
  entries: readonly ZipEntry[],
): { files: Map<string, Numbered>; besides: Map<string, ZipEntry> } => {
  const kept = entries.filter(({ name }) => !beside.test(name));
  const depth = ({ name }: ZipEntry): number => name.split('/').length;
  const roots = kept
    .filter(({ name }) => /(?:^|\/)tileset\.json$/.test(name))
    .toSorted((one, other) => depth(one) - depth(other));
  const [root, second] = roots;
  if (!root || (second && depth(second) === depth(root))) throw broken('tileset.json');
  const files = new Map<string, Numbered>();
  const besides = new Map<string, ZipEntry>();
  const models = kept.some(({ name }) => gltf.test(name));
  for (const entry of [root, ...kept.filter((one) => one !== root)]) {
    const { name } = entry;
    if (models && ofGltf.test(name) && !besides.has(name)) {
      besides.set(name, entry);
      continue;
    }
    const known = content.test(name) || subtree.test(name) || /\.json$/i.test(name);
    if (!known || files.has(name)) throw broken(name);
    files.set(name, { entry, number: files.size });
  }
  return { files, besides };
};

/** Where a link leads to, from the top of the zip. @throws Refusal layerTileset for anything but beside or below */
const pathOf = (from: string, link: unknown): string => {
  if (typeof link !== 'string' || link.length > 400) throw broken(`${from}: ${typeof link}`);
  let plain: string;
  try {
    plain = decodeURIComponent(link.replace(/^\.\//, ''));
  } catch {
    throw broken(`${from}: ${link}`);
  }
  const odd = /^[a-z][a-z0-9+.-]*:|^\/|[\\?#]/i.test(plain) || plain.split('/').includes('..');
  if (odd) throw broken(`${from}: ${link}`);
  return posix.join(posix.dirname(from), plain);
};

/** Which file a link means. @throws Refusal layerTileset for anything but a file beside or below */
const meant = (files: ReadonlyMap<string, Numbered>, from: string, link: unknown): string => {
  const name = pathOf(from, link);
  if (!files.has(name)) throw broken(`${from}: ${String(link)}`);
  return name;
};

/** Puts others in place of the links of one JSON file of a tileset. Those of tiles that are not listed are patterns. */
export const replaceLinks = (
  json: unknown,
  other: (link: unknown, pattern: Implicit | null) => string,
): void => {
  const waiting: { one: unknown; pattern: Implicit | null }[] = [{ one: json, pattern: null }];
  while (waiting.length > 0) {
    const { one, pattern } = waiting.pop() ?? { one: null, pattern: null };
    if (typeof one !== 'object' || one === null) continue;
    const own = pattern ?? implicitOf(one);
    for (const [key, value] of Object.entries(one)) {
      if (links.has(key)) (one as Record<string, unknown>)[key] = other(value, pattern);
      else waiting.push({ one: value, pattern: own });
    }
  }
};

/** A pattern of a zip: which of its files it means, and at which places. */
interface Pattern {
  name: string;
  placeOf: (file: string) => string | null;
}

/** @throws Refusal layerTileset for a pattern that leads elsewhere, or to what has links of its own */
const patternOf = (from: string, link: unknown, implicit: Implicit): Pattern => {
  const name = pathOf(from, link);
  const known = content.test(name) || subtree.test(name);
  if (!isPattern(name, implicit) || !known) throw broken(`${from}: ${String(link)}`);
  return { name, placeOf: placesOf(name, implicit) };
};

/** Puts numbers in place of the links of one JSON file. @returns the JSON files that it names */
const relink = (
  files: ReadonlyMap<string, Numbered>,
  patterns: Pattern[],
  from: string,
  json: unknown,
): string[] => {
  const named: string[] = [];
  replaceLinks(json, (link, implicit) => {
    if (implicit) {
      if (patterns.length >= limits.layer.implicitPatterns)
        throw broken(`${from}: > ${limits.layer.implicitPatterns}`);
      patterns.push(patternOf(from, link, implicit));
      return `0.rest?place=${patterns.length - 1}-${askedBy(implicit)}`;
    }
    const name = meant(files, from, link);
    if (/\.json$/i.test(name)) named.push(name);
    return `${files.get(name)?.number}.rest`;
  });
  return named;
};

/** The files that patterns mean once more, by the number of the pattern and the place. */
const placedFiles = (
  files: ReadonlyMap<string, Numbered>,
  patterns: readonly Pattern[],
  rows: readonly LayerFile[],
): LayerFile[] => {
  const most = limits.layer.subtrees;
  return patterns.flatMap(({ name: pattern, placeOf }, at) => {
    const found = [...files].flatMap(([name, { number }]) => {
      const [place, row] = [placeOf(name), rows[number]];
      return place === null || !row ? [] : { ...row, path: `${at}-${place}` };
    });
    const parts = subtree.test(pattern);
    if (parts && !found.some(({ path }) => /^\d+-0-/.test(path))) throw broken(`${pattern}: 0`);
    if (parts && found.length > most) throw broken(`${pattern}: ${found.length} > ${most}`);
    return found;
  });
};

const readJson = async (zip: FileHandle, entry: ZipEntry): Promise<Record<string, unknown>> => {
  // Judged before it is unpacked.
  if (entry.size > limits.layer.tilesetJsonBytes)
    throw broken(`${entry.name}: > ${limits.layer.tilesetJsonBytes / 1_000_000} MB`);
  return tileJson(await readZipEntry(zip, entry), entry.name);
};

/** Finds what models of a zip name. Read in all is no more than a tileset may have, however many name the same. */
const besideIn = (zip: FileHandle, besides: ReadonlyMap<string, ZipEntry>) => {
  let left: number = limits.layer.tilesetBytes;
  return (from: string): FindBeside =>
    (link) => {
      const name = pathOf(from, link);
      const entry = besides.get(name);
      if (!entry) throw broken(`${from}: ${String(link)}`);
      const read = (): Promise<Buffer> => {
        if ((left -= entry.size) < 0) throw broken(`${name}: > ${limits.layer.tilesetBytes / 1_000_000} MB`);
        return readZipEntry(zip, entry);
      };
      return { name, size: entry.size, read };
    };
};

/** @throws Refusal layerTileset where this is no root of a tileset that can be drawn */
export const checkRoot = (name: string, json: Record<string, unknown>): void => {
  const { asset, root, geometricError } = json as {
    asset?: { version?: unknown };
    root?: Record<string, unknown>;
    geometricError?: unknown;
  };
  const version = String(asset?.version);
  const volume = root?.['boundingVolume'];
  if (!/^(?:0\.0|1\.[01])$/.test(version)) throw broken(`${name}: asset.version ${version}`);
  if (typeof geometricError !== 'number' || geometricError < 0) throw broken(`${name}: geometricError`);
  if (typeof volume !== 'object' || volume === null) throw broken(`${name}: boundingVolume`);
};

/** Refuses tilesets that name themselves over others: a viewer would follow them without end. */
const requireNoCircle = (named: ReadonlyMap<string, readonly string[]>): void => {
  const state = new Map<string, 'open' | 'done'>();
  for (const start of named.keys()) {
    const path: { name: string; at: number }[] = [{ name: start, at: 0 }];
    while (path.length > 0) {
      const top = path.at(-1);
      if (!top) break;
      if (top.at === 0 && state.get(top.name) === 'done') {
        path.pop();
        continue;
      }
      state.set(top.name, 'open');
      const next = named.get(top.name)?.[top.at];
      top.at += 1;
      if (next === undefined) {
        state.set(top.name, 'done');
        path.pop();
      } else if (state.get(next) === 'open') throw broken(`${top.name} ↺ ${next}`);
      else path.push({ name: next, at: 0 });
    }
  }
};

/**
 * Lays the files of a zipped tileset one behind the other in a new file, numbered, with their links rewritten to the
 * numbers: nothing outside can be named any more. Every file is judged by its content.
 * @throws Refusal fileFormat, zipUnsafe, layerTileset naming the file and what it links to
 */
export async function packTileset(
  zipPath: string,
  packPath: string,
): Promise<{ files: LayerFile[]; size: number; points: boolean }> {
  const zip = await open(zipPath);
  const pack = await open(packPath, 'wx', 0o600);
  try {
    const { files: named, besides } = numberFiles(await readZipDirectory(zip, zipLimits));
    const besideOf = besideIn(zip, besides);
    const circles = new Map<string, string[]>();
    const patterns: Pattern[] = [];
    const files: LayerFile[] = [];
    let points = false;
    let size = 0;
    for (const [name, { entry, number }] of named) {
      let bytes: Buffer;
      const json = /\.json$/i.test(name);
      if (json) {
        const value = await readJson(zip, entry);
        if (value['asset'] !== undefined || number === 0) checkRoot(name, value);
        circles.set(name, relink(named, patterns, name, value));
        bytes = Buffer.from(JSON.stringify(value));
      } else {
        bytes = await readZipEntry(zip, entry);
        if (gltf.test(name)) bytes = await packGltf(bytes, name, besideOf(name));
        if (subtree.test(name)) checkSubtree(bytes, name);
        else checkTileContent(bytes, name);
        points ||= bytes.toString('latin1', 0, 4) === 'pnts';
      }
      const contentType = json ? 'application/json' : 'application/octet-stream';
      await pack.writeFile(bytes);
      files.push({ path: String(number), start: size, length: bytes.length, contentType });
      size += bytes.length;
    }
    requireNoCircle(circles);
    return { files: [...files, ...placedFiles(named, patterns, files)], size, points };
  } finally {
    await zip.close();
    await pack.close();
  }
}
