import { checkPlan, planOfFile, resolvePlan, returnGround, type Ground } from '@eyrie/planner';
import { localPlane, type Place } from '@eyrie/geometry';
import { readKmz } from '@eyrie/wpml';
import { expect, it } from 'vitest';
import { routeAround } from '../modules/route/index.ts';
import { demoWorld, turbine, turbines } from '../modules/world/index.ts';
import { demoDocks } from './demo/dock.ts';
import { patrolReturn } from './demo.patrol.ts';
import { demoRoutes } from './demo/route.ts';

const plane = localPlane({ lng: 114.7268, lat: 41.1635 });
/** Metres about a mast that belong to it: half of what the cells are wide in which models are read. */
const beside = 3;
const standing = [
  ...demoWorld.masts().flatMap((line) => line.map((mast) => ({ ...mast, reach: beside }))),
  ...turbines.map(({ east, north }) => ({
    east,
    north,
    top: demoWorld.ground(east, north) + turbine.tower + turbine.blade,
    reach: turbine.blade + beside,
  })),
];

/** The land of the demo with everything that its layers carry. */
const topAt = (place: Place): number => {
  const { east, north } = plane.toPlane(place);
  const tops = standing
    .filter((one) => Math.hypot(one.east - east, one.north - north) < one.reach)
    .map(({ top }) => top);
  return Math.max(demoWorld.standAt(place), ...tops);
};
const undulation = (): number => 0;
const ground: Ground = {
  height: (place) => demoWorld.heightAt(place),
  undulation,
  obstacles: {
    topAt,
    at: (place) => ({ top: topAt(place), name: '', layer: '' }),
    between: () => true,
  },
};

it.each(demoRoutes)('$key has no finding where the demo stands', (route) => {
  const dock = demoDocks[route.dock];
  if (!dock) throw new Error('a route of no dock');
  const read = readKmz(routeAround(dock, { ...route, name: route.key, createdAt: 0 }));
  if (!read.ok) throw new Error(read.refusal.reason);
  const plan = planOfFile(read.route, { undulation });
  const { lng, lat, height } = dock;
  const flown = { ...plan, settings: { ...plan.settings, takeOff: { lng, lat, height } } };
  const resolved = resolvePlan(flown, ground);
  const { findings } = checkPlan(flown, resolved, ground, { regions: [] });
  const said = findings.map(({ rule, leg, values }) => ({ rule, leg, values }));
  expect(said).toEqual([]);
  // What the pre-flight check asks of the way home, from wherever it is taken.
  const home = returnGround(flown, resolved, ground);
  expect(home?.complete).toBe(true);
  expect(home?.top).toBeLessThan(patrolReturn);
});
