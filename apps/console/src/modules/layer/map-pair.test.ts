import type { Camera } from '@eyrie/map';
import { expect, it } from 'vitest';
import { joinCameras } from './map-pair.ts';

const start: Camera = { lng: 113.95, lat: 22.54, zoom: 15, bearing: 0, pitch: 0 };

/** A map that reports each of its moves at once, and rounds as engines do. */
const map = (camera: Camera) => {
  let now = camera;
  let listeners: ((next: Camera) => void)[] = [];
  const moves: Camera[] = [];
  return {
    moves,
    camera: () => now,
    setCamera(next: Partial<Camera>) {
      now = { ...now, ...next, lng: (next.lng ?? now.lng) + 1e-9 };
      moves.push(now);
      for (const listener of listeners) listener(now);
    },
    onCamera(listener: (next: Camera) => void) {
      listeners = [...listeners, listener];
      return () => (listeners = listeners.filter((one) => one !== listener));
    },
  };
};

it('keeps two maps at one place, whichever is moved, and nothing goes round', () => {
  const [one, other] = [map(start), map({ ...start, lng: 0 })];
  const stop = joinCameras(one, other);
  expect(other.camera().lng).toBeCloseTo(113.95, 6);
  one.setCamera({ zoom: 17 });
  expect(other.camera().zoom).toBe(17);
  other.setCamera({ bearing: 90 });
  expect(one.camera().bearing).toBe(90);
  expect([one.moves.length, other.moves.length]).toEqual([2, 3]);
  stop();
  one.setCamera({ zoom: 3 });
  expect(other.camera().zoom).toBe(17);
});
