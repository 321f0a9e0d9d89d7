import { limits } from '@eyrie/domain/rules';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Implicit } from './implicit-place.ts';
import { tileJson } from './tile-json.ts';

const broken = (name: string): Refusal =>
  new Refusal('layerTileset', { values: { name: name.slice(0, 120) } });

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
  const json = tileJson(bytes.subarray(HEADER, HEADER + text), name);
  const { buffers = [], bufferViews = [], tileAvailability, childSubtreeAvailability } = json;
  if (!tileAvailability || !childSubtreeAvailability || !liesWithin(bufferViews, buffers, body))
    throw broken(name);
  if (/"(?:uri|schemaUri)"\s*:/.test(JSON.stringify(json))) throw broken(`${name}: uri`);
}
