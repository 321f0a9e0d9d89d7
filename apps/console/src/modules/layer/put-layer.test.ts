import type { LayerRecord } from '@eyrie/domain';
import { createNullHost } from '@eyrie/map';
import { beforeAll, expect, it, vi } from 'vitest';
import { putLayer } from './put-layer.ts';

beforeAll(() => void vi.stubGlobal('location', { origin: 'http://127.0.0.1' }));

const events = {
  file: () => Promise.reject(new Error('not asked')),
  onState: () => undefined,
  onColours: () => undefined,
};
const layer = (type: number): LayerRecord =>
  ({
    oid: 'a',
    type,
    role: 'layer',
    source: type === 4 ? 'tileset' : 'tiles',
    url: '/x',
    attribution: '',
  }) as LayerRecord;

it.each([4, 6, 5])('holds a layer of type %i on a flat map too, for the globe that comes later', (type) => {
  const host = createNullHost({ camera: { lng: 0, lat: 0 } });
  expect(host.mode()).toBe('2d');
  const handle = putLayer(host, 'layer.a', layer(type), events);
  expect(host.layers().map(({ id }) => id)).toEqual(['layer.a']);
  handle.dispose();
  expect(host.layers()).toEqual([]);
});
