import { parseForeignJson } from '../../platform/json-depth.ts';
import { meshTiles } from './remote-links.ts';
import { SourceFault } from './source-fault.ts';

type Json = Readonly<Record<string, unknown>>;

/** Bytes of the head of a quantized mesh, before its vertices. */
const head = 92;
const verticesMost = 1_000_000;

/** Refuses what is no quantized mesh by its content. @throws SourceFault `noMesh` */
export const checkMesh = (bytes: Buffer): void => {
  const vertices = bytes.length < head ? 0 : bytes.readUInt32LE(head - 4);
  const [low, high] = vertices === 0 ? [NaN, NaN] : [bytes.readFloatLE(24), bytes.readFloatLE(28)];
  const whole = vertices <= verticesMost && head + vertices * 6 <= bytes.length;
  if (!whole || !(low <= high) || Math.abs(low) > 20_000 || Math.abs(high) > 20_000)
    throw new SourceFault('noMesh');
};

const range = (value: unknown): Record<string, number> => {
  const all = ['startX', 'startY', 'endX', 'endY'].map((name) => {
    const one = typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : null;
    if (typeof one !== 'number' || !Number.isInteger(one) || one < 0) throw new SourceFault('noMesh');
    return [name, one] as const;
  });
  return Object.fromEntries(all);
};

const listOf = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new SourceFault('noMesh');
  return value;
};

export interface MeshSource {
  /** What the viewer is given in place of the description. */
  description: Json;
  /** Where tiles lie, with {z}, {x} and {y}, relative to the description. */
  template: string;
}

/**
 * Reads the `layer.json` of quantized meshes. Of it goes on what a viewer needs to ask this server for tiles: no address,
 * no credits in HTML, no parent elsewhere.
 * @throws SourceFault `noMesh`
 */
export function readMeshSource(text: string): MeshSource {
  let json: Json;
  try {
    json = parseForeignJson(text) as Json;
  } catch {
    throw new SourceFault('noMesh');
  }
  if (typeof json !== 'object' || json === null) throw new SourceFault('noMesh');
  const { format, projection = 'EPSG:4326', scheme = 'tms', version, maxzoom, available } = json;
  const [template] = listOf(json['tiles']);
  const known =
    typeof format === 'string' &&
    format.startsWith('quantized-mesh-1.') &&
    ['EPSG:4326', 'EPSG:3857'].includes(String(projection)) &&
    ['tms', 'slippyMap'].includes(String(scheme));
  if (!known || typeof template !== 'string' || typeof maxzoom !== 'number') throw new SourceFault('noMesh');
  const filled = template.replace('{version}', () => encodeURIComponent(String(version)));
  const places = [...filled.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
  if (places.join() !== 'x,y,z') throw new SourceFault('noMesh');
  const description = {
    tilejson: '2.1.0',
    version: '1.0.0',
    format: 'quantized-mesh-1.0',
    scheme,
    projection,
    maxzoom: Math.min(23, Math.max(0, Math.round(maxzoom))),
    tiles: [meshTiles],
    // Without it a viewer asks for tiles until there are none.
    ...(available === undefined
      ? {}
      : { available: listOf(available).map((level) => listOf(level).map(range)) }),
  };
  return { description, template: filled };
}
