import { describe, expect, it } from 'vitest';
import { aircraft, chooseAircraft, chooseCamera, payloadsFor, setAircraft } from './aircraft.ts';
import { freshPlan } from './fresh-plan.ts';

describe('the aircraft of a plan', () => {
  it('brings its own camera, and only cameras that it can carry', () => {
    const dock2 = setAircraft(freshPlan('waypoint'), '0-91-1');
    expect(dock2.settings).toMatchObject({ drone: '0-91-1', payload: { type: 81, position: 0 } });
    expect(payloadsFor('0-91-1')).toEqual([{ type: 81, name: 'M3TD camera' }]);
    // A camera of another aircraft is not taken along.
    expect(setAircraft(dock2, '0-89-0').settings.payload.type).toBeNull();
    const carried = { ...dock2.settings, drone: '0-60-0', payload: { type: 83, position: 1 } };
    expect(setAircraft({ ...dock2, settings: carried }, '0-89-0').settings.payload).toEqual({
      type: 83,
      position: 1,
    });
  });

  it('may be any that the format has a code for, each with a name', () => {
    expect(aircraft.length).toBeGreaterThan(10);
    expect(aircraft.every(({ name }) => name !== '')).toBe(true);
    expect(payloadsFor(null).length).toBeGreaterThan(payloadsFor('0-89-0').length);
  });
});

describe('the figures of what is chosen', () => {
  it('are those of the aircraft and the camera that it carries', () => {
    const { settings } = chooseAircraft(freshPlan('regionalMapping'), '0-100-1');
    expect(settings.camera).toMatchObject({ name: 'M4TD', focalLength: 6.72, imageW: 8064 });
    expect(settings).toMatchObject({ ratedMinutes: 42, ratedSpeed: 12 });
    expect(chooseAircraft(freshPlan('waypoint'), '0-77-0').settings.camera).toMatchObject({ imageW: 5280 });
  });

  it('stay as they were where nothing is known of a camera', () => {
    const own = { ...freshPlan('waypoint').settings.camera, name: '', focalLength: 35 };
    const plan = freshPlan('waypoint');
    const typed = { ...plan, settings: { ...plan.settings, camera: own } };
    expect(chooseCamera(typed, 50).settings.camera).toEqual(own);
    expect(chooseCamera(typed, 81).settings.camera.name).toBe('M3TD');
  });
});
