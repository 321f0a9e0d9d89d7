import { Refusal } from '../../platform/http/refusal.ts';
import { tileJson } from './tile-json.ts';

const broken = (name: string): Refusal => new Refusal('layerTileset', { values: { name } });

/** Tiles within tiles: composites may hold composites, but no program nests them deeper. */
const DEPTH = 4;

/** Refuses glTF that fetches something: whatever it needs lies in it. */
const checkGltf = (bytes: Buffer, name: string): void => {
  if (bytes.length < 20 || bytes.readUInt32LE(8) > bytes.length) throw broken(name);
  // Version 1 has another layout; nothing of today writes it.
  if (bytes.readUInt32LE(4) !== 2 || bytes.toString('latin1', 16, 20) !== 'JSON') throw broken(name);
  const end = 20 + bytes.readUInt32LE(12);
  if (end > bytes.length) throw broken(name);
  const { images, buffers } = tileJson(bytes.subarray(20, end), name);
  for (const list of [images, buffers])
    for (const one of Array.isArray(list) ? (list as { uri?: unknown }[]) : [])
      if (one?.uri !== undefined && !(typeof one.uri === 'string' && one.uri.startsWith('data:')))
        throw broken(`${name}: ${JSON.stringify(one.uri).slice(0, 60)}`);
};

/** Where the model begins behind the header and the tables of a batched tile; `header` bytes long. */
const bodyAt = (bytes: Buffer, header: number, name: string): number => {
  if (bytes.length < header) throw broken(name);
  const tables = [12, 16, 20, 24].reduce((sum, at) => sum + bytes.readUInt32LE(at), 0);
  if (header + tables > bytes.length) throw broken(name);
  return header + tables;
};

const checkComposite = (bytes: Buffer, name: string, depth: number): void => {
  if (bytes.length < 16 || depth >= DEPTH) throw broken(name);
  let at = 16;
  for (let left = bytes.readUInt32LE(12); left > 0; left -= 1) {
    const length = at + 12 <= bytes.length ? bytes.readUInt32LE(at + 8) : 0;
    if (length < 12 || at + length > bytes.length) throw broken(name);
    checkTileContent(bytes.subarray(at, at + length), name, depth + 1);
    at += length;
  }
};

/**
 * Refuses what is none of the binary tiles of 3D Tiles 1.0 and 1.1 by its first bytes, whatever it is called, and
 * tiles whose models would fetch something from elsewhere.
 * @throws Refusal layerTileset
 */
export function checkTileContent(bytes: Buffer, name: string, depth = 0): void {
  const magic = bytes.toString('latin1', 0, 4);
  if (magic === 'glTF') checkGltf(bytes, name);
  else if (magic === 'b3dm') checkGltf(bytes.subarray(bodyAt(bytes, 28, name)), name);
  else if (magic === 'i3dm') {
    const body = bodyAt(bytes, 32, name);
    // 0: an address stands in place of the model.
    if (bytes.readUInt32LE(28) !== 1) throw broken(name);
    checkGltf(bytes.subarray(body), name);
  } else if (magic === 'cmpt') checkComposite(bytes, name, depth);
  else if (magic !== 'pnts') throw broken(name);
}
