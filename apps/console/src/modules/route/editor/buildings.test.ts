import { addPoint, freshPlan, setSettings } from '@eyrie/planner';
import { expect, it } from 'vitest';
import { stepOf, withBuildings } from './buildings.ts';
import { compute } from './compute.ts';

const plan = setSettings(
  [10, 10.01].reduce((before, lng) => addPoint(before, { lng, lat: 0 }), freshPlan('waypoint')),
  { heightMode: 'altitude', height: 80 },
);
const { profile, path } = compute({ plan }, { height: () => 20, undulation: () => 30 });
const step = stepOf(profile);
const middle = Math.round(profile.samples.length / 2 / step) * step;

it('stands models on the ground as heights above the sea, and takes them off the clearance', () => {
  const built = withBuildings(profile, path, new Map([[middle, 95]]));
  const sample = built.samples[middle];
  expect(sample).toMatchObject({ obstacle: 65, terrain: 20 });
  expect(sample?.clearance).toBeCloseTo((sample?.route ?? 0) - 65, 9);
  // Samples that were not asked have the building of the nearest one that was.
  const wide = built.samples.filter(({ obstacle }) => obstacle !== null).length;
  expect(wide).toBeGreaterThanOrEqual(Math.max(1, step - 1));
  expect(wide).toBeLessThanOrEqual(step + 1);
});

it('knows none without a model, or without the sea level', () => {
  expect(withBuildings(profile, path, new Map([[middle, null]])).samples).toEqual(profile.samples);
  const dry = path.map(() => ({ seaLevels: [null, null] as const }));
  expect(withBuildings(profile, dry, new Map([[middle, 95]])).samples).toEqual(profile.samples);
});

it('never makes the ground lower', () => {
  const sunk = withBuildings(profile, path, new Map([[middle, 40]])).samples[middle];
  expect(sunk?.clearance).toBe(profile.samples[middle]?.clearance);
});
