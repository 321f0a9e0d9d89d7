import { expect, test } from 'vitest';
import { createNullHost } from './null-host.ts';

const camera = { lng: 113.95, lat: 22.54, zoom: 12 };

test('layers keep their order and content, and a disposed one is gone', () => {
  const host = createNullHost({ camera });
  const lines = host.addLines('route', []);
  host.addThings('docks', []);
  host.addLines('imagery', []);
  host.addLines('photo', []);
  host.order(['imagery', 'photo', 'nobody']);
  expect(host.layers().map((layer) => layer.id)).toEqual(['imagery', 'photo', 'route', 'docks']);
  host.order(['docks', 'route', 'nobody']);
  expect(host.layers().map((layer) => layer.id)).toEqual(['docks', 'route', 'imagery', 'photo']);
  lines.dispose();
  lines.set([{ id: 'x', path: [], tone: 'accent' }]);
  expect(host.layers().map((layer) => layer.id)).toEqual(['docks', 'imagery', 'photo']);
});

test('adding an id again replaces it, and the old handle is dead', () => {
  const host = createNullHost({ camera });
  const old = host.addLines('route', []);
  host.addLines('route', [{ id: 'b', path: [], tone: 'good' }]);
  old.set([]);
  old.dispose();
  expect(host.content('route')).toEqual([{ id: 'b', path: [], tone: 'good' }]);
});

test('things are put, removed and selected', () => {
  const host = createNullHost({ camera });
  const docks = host.addThings('docks', []);
  docks.put({ id: 'a', ...camera, look: 'live' });
  docks.put({ id: 'a', ...camera, look: 'alarm' });
  docks.put({ id: 'b', ...camera, look: 'live' });
  docks.remove('b');
  docks.select('a');
  expect(host.content('docks')).toEqual([{ id: 'a', ...camera, look: 'alarm' }]);
  expect(host.selected('docks')).toBe('a');
});

test('the camera tells its listeners until they stop', () => {
  const host = createNullHost({ camera });
  const seen: number[] = [];
  const stop = host.onCamera((next) => seen.push(next.zoom));
  host.setCamera({ zoom: 14 });
  stop();
  host.setCamera({ zoom: 15 });
  expect(seen).toEqual([14]);
  expect(host.camera()).toMatchObject({ lng: 113.95, zoom: 15 });
});
