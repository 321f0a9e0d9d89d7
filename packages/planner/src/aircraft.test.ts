import { describe, expect, it } from 'vitest';
import { aircraft, payloadsFor, setAircraft } from './aircraft.ts';
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
