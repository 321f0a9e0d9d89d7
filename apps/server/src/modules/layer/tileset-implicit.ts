import { limits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import { parseForeignJson } from '../../platform/json-depth.ts';

const broken = (name: string): Refusal =>
  new Refusal('layerTileset', { values: { name: name.slice(0, 120) } });

/** How the tiles below one are found without being listed (3D Tiles 1.1, implicit tiling). */
export interface Implicit {
  /** Names of what a pattern is filled in with: three for a quadtree, four for an octree. */
  names: readonly string[];
  /** Levels that there are; the first is 0. */
  levels: number;
}

const schemes: Readonly<Record<string, { names: readonly string[]; subtreeMost: number }>> = {
  QUADTREE: { names: ['level', 'x', 'y'], subtreeMost: limits.layer.subtreeLevels.quadtree },
  OCTREE: { names: ['level', 'x', 'y', 'z'], subtreeMost: limits.layer.subtreeLevels.octree },
};

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;

/** How the tiles below this one are found; null where they are listed. @throws Refusal layerTileset naming what is wrong */
export function implicitOf(tile: object): Implicit | null {
  if (!('implicitTiling' in tile)) return null;
  const given: unknown = tile.implicitTiling;
  const { subdivisionScheme, subtreeLevels, availableLevels, subtrees } = (
    typeof given === 'object' && given !== null ? given : {}
  ) as Record<string, unknown>;
  const scheme =
    typeof subdivisionScheme === 'string' && Object.hasOwn(schemes, subdivisionScheme)
      ? schemes[subdivisionScheme]
      : undefined;
  if (!scheme) throw broken(`subdivisionScheme ${String(subdivisionScheme)}`);
  const { implicitLevels } = limits.layer;
  if (!isCount(availableLevels, implicitLevels))
    throw broken(`availableLevels ${String(availableLevels)}: 1–${implicitLevels}`);
  if (!isCount(subtreeLevels, scheme.subtreeMost))
    throw broken(`subtreeLevels ${String(subtreeLevels)}: 1–${scheme.subtreeMost}`);
  if (typeof subtrees !== 'object' || subtrees === null || !('uri' in subtrees)) throw broken('subtrees');
  if ('children' in tile) throw broken('implicitTiling: children');
  return { names: scheme.names, levels: availableLevels };
}

const braces = /\{([^{}]*)\}/g;

/** Whether a pattern has each name once, and no other brace. */
export const isPattern = (link: string, { names }: Implicit): boolean => {
  const found = [...link.matchAll(braces)].map(([, name]) => name ?? '');
  return found.toSorted().join() === names.toSorted().join() && !/[{}]/.test(link.replaceAll(braces, ''));
};

/** What a viewer asks with, `{level}-{x}-{y}` and so on: it fills the names in. */
export const askedBy = ({ names }: Implicit): string => names.map((name) => `{${name}}`).join('-');

/** Figures of a place as they are asked for, level first. Null: no place of a tree of so many levels. */
export function placeOf(asked: string, levels: number = limits.layer.implicitLevels): number[] | null {
  const place = asked.split('-').map(Number);
  const [level = Number.NaN, ...at] = place;
  const plain = asked === place.join('-') && level < levels && (at.length === 2 || at.length === 3);
  return plain && at.every((one) => one < 2 ** level) ? place : null;
}

/** The file that a pattern means at a place; null where it has other names than the place has figures. */
export function filled(pattern: string, place: readonly number[]): string | null {
  const names = ['level', 'x', 'y', 'z'].slice(0, place.length);
  if (!isPattern(pattern, { names, levels: 0 })) return null;
  return pattern.replaceAll(braces, (_, name: string) => String(place[names.indexOf(name)]));
}

/** Reads places back from names of files that a pattern means. @returns figures in the order of `names`; null: it means another */
export function placesOf(pattern: string, { names, levels }: Implicit): (file: string) => string | null {
  const order = [...pattern.matchAll(braces)].map(([, name]) => name ?? '');
  const parts = pattern.split(/\{[^{}]*\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\-]/g, '\\$&'));
  const form = new RegExp(`^${parts.join('(\\d{1,9})')}$`);
  return (file) => {
    const found = form.exec(file);
    if (!found) return null;
    const asked = names.map((name) => found[order.indexOf(name) + 1]).join('-');
    if (!placeOf(asked, levels)) throw broken(`${file}: ${levels}`);
    return asked;
  };
}

const HEADER = 24;

/** Whether every part of a list of parts lies in what it names. */
const liesWithin = (views: unknown, buffers: unknown, size: number): boolean => {
  if (!Array.isArray(buffers) || buffers.length > 1 || !Array.isArray(views)) return false;
  const within = (start: unknown, length: unknown, end: number): boolean =>
    typeof start === 'number' &&
    typeof length === 'number' &&
    start >= 0 &&
    length >= 0 &&
    start + length <= end;
  const [whole] = buffers as { byteLength?: unknown }[];
  if (whole && !within(0, whole.byteLength, size)) return false;
  return (views as { buffer?: unknown; byteOffset?: unknown; byteLength?: unknown }[]).every(
    ({ buffer, byteOffset = 0, byteLength }) => buffer === 0 && whole && within(byteOffset, byteLength, size),
  );
};

/**
 * Refuses what is no binary subtree (which tiles of a part of a tree there are), and one that fetches something.
 * @throws Refusal layerTileset
 */
export function checkSubtree(bytes: Buffer, name: string): void {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== 'subt' || bytes.readUInt32LE(4) !== 1)
    throw broken(name);
  const [text, body] = [Number(bytes.readBigUInt64LE(8)), Number(bytes.readBigUInt64LE(16))];
  if (HEADER + text + body > bytes.length) throw broken(name);
  let json: Record<string, unknown>;
  try {
    json = parseForeignJson(bytes.toString('utf8', HEADER, HEADER + text)) as typeof json;
  } catch {
    throw broken(name);
  }
  const { buffers = [], bufferViews = [], tileAvailability, childSubtreeAvailability } = json ?? {};
  if (!tileAvailability || !childSubtreeAvailability || !liesWithin(bufferViews, buffers, body))
    throw broken(name);
  if (/"(?:uri|schemaUri)"\s*:/.test(JSON.stringify(json))) throw broken(`${name}: uri`);
}
