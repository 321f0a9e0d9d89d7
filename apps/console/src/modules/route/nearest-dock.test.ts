import { expect, it } from 'vitest';
import type { PlanDock } from './editor/plan-docks.ts';
import { beyondReach, nearestDock } from './nearest-dock.ts';

const dock = (oid: string, lng: number, drone: string | null): PlanDock => ({
  oid,
  name: oid,
  lng,
  lat: 41,
  height: 0,
  drone,
});
const docks = [dock('near', 114.01, '0-67-1'), dock('able', 114.05, '0-100-1'), dock('far', 130, '0-91-0')];

it('finds a dock with the aircraft of the route before a nearer one without it', () => {
  expect(nearestDock([{ lng: 114, lat: 41 }], '0-100-1', docks)?.dock.oid).toBe('able');
  expect(nearestDock([{ lng: 114, lat: 41 }], '0-91-0', docks)?.dock.oid).toBe('near');
});

it('says how far away a route lies that no dock reaches, and nothing without docks', () => {
  const found = nearestDock([{ lng: 90, lat: 41 }], null, docks);
  expect(found?.dock.oid).toBe('near');
  expect(found?.metres).toBeGreaterThan(beyondReach);
  expect(nearestDock([{ lng: 90, lat: 41 }], null, [])).toBeNull();
});
