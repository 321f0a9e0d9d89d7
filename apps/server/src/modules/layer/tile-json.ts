import { limits } from '@eyrie/domain/rules';
import { Refusal } from '../../platform/http/refusal.ts';
import { isDeeperThan } from '../../platform/json-depth.ts';

/** @throws Refusal layerTileset naming the file, and how deep it may be where it is deeper */
export const tileJson = (bytes: Buffer, name: string): Record<string, unknown> => {
  const broken = (what: string): Refusal =>
    new Refusal('layerTileset', { values: { name: what.slice(0, 120) } });
  const { tilesetJsonBytes, tilesetJsonDepth } = limits.layer;
  if (bytes.length > tilesetJsonBytes) throw broken(`${name}: JSON > ${tilesetJsonBytes / 1_000_000} MB`);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  // Brackets within brackets take a hundred times their bytes of memory.
  if (isDeeperThan(text, tilesetJsonDepth)) throw broken(`${name}: {[ > ${tilesetJsonDepth}`);
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as never;
  } catch {
    // Named below like everything else that is no object.
  }
  throw broken(`${name}: JSON`);
};
