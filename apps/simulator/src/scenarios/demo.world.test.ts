import { destination, type Place } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { demoWorld, turbine, turbines } from '../modules/world/index.ts';
import { localPlane } from '@eyrie/geometry';
import { demoDocks } from './demo/dock.ts';
import { demoRoutes } from './demo/route.ts';

const plane = localPlane({ lng: 114.7268, lat: 41.1635 });
const away = (one: Place, other: { east: number; north: number }): number => {
  const at = plane.toPlane(one);
  return Math.hypot(at.east - other.east, at.north - other.north);
};

/** The highest that stands within some metres of a place, above the ellipsoid. */
const obstacleAt = (place: Place): number => {
  const masts = demoWorld.masts().flat();
  const tops = masts.filter((mast) => away(place, mast) < 30).map(({ top }) => top);
  const blades = turbines
    .filter((foot) => away(place, foot) < turbine.blade + 30)
    .map((foot) => demoWorld.ground(foot.east, foot.north) + turbine.tower + turbine.blade);
  return Math.max(demoWorld.standAt(place), ...tops, ...blades);
};

describe('the demo in its world', () => {
  it.each(demoDocks)('$prefix stands on a roof', (dock) => {
    expect(demoWorld.coverAt(dock)).toBe('building');
    expect(Math.abs(demoWorld.standAt(dock) - dock.height)).toBeLessThan(0.5);
    expect(dock.height - demoWorld.heightAt(dock)).toBeGreaterThan(4);
  });

  it.each(demoRoutes)('$key passes over everything that stands below it', ({ dock: index, points }) => {
    const dock = demoDocks[index];
    if (!dock) throw new Error('a route of no dock');
    const line = points.map(({ bearing, meters, height }) => ({
      ...destination(dock, bearing, meters),
      height: dock.height + height,
    }));
    let before = line[0];
    for (const next of line.slice(1)) {
      if (!before) throw new Error('no point');
      for (let step = 0; step <= 30; step += 1) {
        const share = step / 30;
        const at = (key: 'lng' | 'lat' | 'height') => (before?.[key] ?? 0) * (1 - share) + next[key] * share;
        const place = { lng: at('lng'), lat: at('lat') };
        expect(at('height') - obstacleAt(place)).toBeGreaterThan(20);
        expect(at('height') - demoWorld.heightAt(place)).toBeGreaterThan(35);
      }
      before = next;
    }
  });

  it('has fields below the loop of the south, and a road below the patrol of the west', () => {
    const below = (key: string): string[] =>
      demoRoutes
        .filter((route) => route.key === key)
        .flatMap(({ dock, points }) =>
          points.map(({ bearing, meters }) =>
            demoWorld.coverAt(destination(demoDocks[dock] ?? { lng: 0, lat: 0 }, bearing, meters)),
          ),
        );
    expect(below('pasture').filter((cover) => cover === 'field').length).toBeGreaterThan(3);
    expect(below('road')).toContain('road');
  });
});
