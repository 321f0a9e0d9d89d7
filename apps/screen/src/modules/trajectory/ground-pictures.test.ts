import type { LayerRecord } from '@eyrie/domain';
import { treeRows } from '@eyrie/web/layer-tree';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { picturesOf } from './ground-pictures.ts';

beforeAll(() => void vi.stubGlobal('location', { origin: 'https://wall.example' }));
afterAll(() => void vi.unstubAllGlobals());

const layer = (oid: string, position: number, other: Partial<LayerRecord> = {}): LayerRecord =>
  ({
    oid,
    position,
    parentOID: null,
    visible: true,
    opacity: 0.8,
    role: 'layer',
    source: 'tiles',
    type: 1,
    state: 'ready',
    url: `/tiles/${oid}`,
    version: 3,
    size: 100,
    ...other,
  }) as LayerRecord;
const shown = (layers: readonly LayerRecord[]) =>
  picturesOf(treeRows(layers, { shown: {}, opacity: {}, order: [] }));

it('lays the pictures that the organisation shows from bottom to top, each as it shows it', () => {
  const pictures = shown([layer('fields', 2), layer('air', 1)]);
  expect(pictures.map(({ id }) => id)).toEqual(['layer.air', 'layer.fields']);
  expect(pictures[0]).toMatchObject({ opacity: 0.8, tiles: { url: 'https://wall.example/tiles/air' } });
});

it('leaves out what is hidden, the base map and ground, and what needs a globe', () => {
  const left = [
    layer('hidden', 1, { visible: false }),
    layer('under', 2, { parentOID: 'hidden' }),
    layer('base', 3, { role: 'basemap' }),
    layer('heights', 4, { role: 'terrain' }),
    layer('model', 5, { type: 4, source: 'tileset' }),
  ];
  expect(shown(left)).toEqual([]);
});

it('is another one once it was made anew under the same address', () => {
  const before = JSON.stringify(shown([layer('a', 1)]));
  expect(JSON.stringify(shown([layer('a', 1, { size: 101 })]))).not.toBe(before);
  expect(JSON.stringify(shown([layer('a', 1)]))).toBe(before);
});
