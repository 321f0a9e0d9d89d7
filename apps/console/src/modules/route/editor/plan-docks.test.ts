import { addPoint, freshPlan, setAircraft } from '@eyrie/planner';
import { describe, expect, it } from 'vitest';
import { fromDock, madeForDock, type PlanDock } from './plan-docks.ts';

const dock: PlanDock = { oid: 'd', name: 'East', lng: 114.7, lat: 41.2, height: 1_390, drone: '0-100-1' };

describe('a route that begins with a dock', () => {
  it('takes off there with its aircraft and camera', () => {
    expect(fromDock(freshPlan('regionalMapping'), dock).settings).toMatchObject({
      dockOID: 'd',
      takeOff: { lng: 114.7, lat: 41.2, height: 1_390 },
      drone: '0-100-1',
      payload: { type: 99 },
      camera: { name: 'M4TD' },
    });
  });

  it('keeps the aircraft of a route that is drawn, and one that is not known of a dock', () => {
    const drawn = addPoint(setAircraft(freshPlan('waypoint'), '0-67-1'), { lng: 114.7, lat: 41.2 });
    expect(fromDock(drawn, dock).settings.drone).toBe('0-67-1');
    const fresh = setAircraft(freshPlan('waypoint'), '0-67-1');
    expect(fromDock(fresh, { ...dock, drone: null }).settings.drone).toBe('0-67-1');
  });

  it('takes over an imported route with its own aircraft, and moves it only where that is asked for', () => {
    const far = addPoint(setAircraft(freshPlan('waypoint'), '0-67-1'), { lng: 90, lat: 30 });
    const moved = madeForDock(far, dock, true);
    expect(moved.settings).toMatchObject({ drone: '0-100-1', dockOID: 'd' });
    expect(moved.points[0]?.lng).toBeCloseTo(114.7, 6);
    expect(madeForDock(far, dock, false).points[0]?.lng).toBe(90);
  });
});
