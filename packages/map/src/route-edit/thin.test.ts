import { describe, expect, it } from 'vitest';
import { zoomsOf } from './thin.ts';

const line = (count: number, step: number) =>
  Array.from({ length: count }, (_, at) => ({ lng: 113 + at * step, lat: 22 }));
const none = (): boolean => false;
/** CSS pixels of a degree of longitude. */
const pixels = (zoom: number): number => (512 * 2 ** zoom) / 360;

describe('handles of a long route', () => {
  it('are all drawn at every zoom where there are few', () => {
    expect([...zoomsOf(line(3_000, 1e-6), none)].every((zoom) => zoom === 0)).toBe(true);
  });

  it('lie apart at each zoom, and are all there at the last', () => {
    const handles = line(5_000, 1e-5);
    const from = zoomsOf(handles, none);
    for (const zoom of [10, 14, 16]) {
      const shown = handles.filter((_, at) => (from[at] ?? 0) <= zoom);
      const room = (0.05 * pixels(zoom)) / 20;
      expect(shown.length).toBeLessThanOrEqual(room * 1.2 + 2);
      expect(shown.length).toBeGreaterThan(room / 3);
    }
    expect(Math.max(...from)).toBeLessThanOrEqual(18);
  });

  it('keep those at which something is wrong', () => {
    const from = zoomsOf(line(5_000, 1e-7), (at) => at === 4_321);
    expect(from[4_321]).toBe(0);
    expect(from[4_322]).toBe(18);
  });
});
