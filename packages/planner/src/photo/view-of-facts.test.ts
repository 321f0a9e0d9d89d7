import { describe, expect, it } from 'vitest';
import type { PhotoFacts } from '@eyrie/domain';
import { heightFor, viewOfFacts } from './view-of-facts.ts';
import { missingParts } from './view-text.ts';

const facts: PhotoFacts = {
  make: 'DJI',
  model: 'M3TD',
  lng: 113.9,
  lat: 22.5,
  fix: 'fixed',
  heights: { ellipsoid: 61.2, altitude: null, relative: 40 },
  heading: -30.5,
  gimbal: { yaw: -30.5, pitch: -45, roll: 0 },
  aircraft: { yaw: -30, pitch: 1, roll: 1 },
  lens: 'zoom',
  focalLength: 168,
  localTime: null,
  takenAt: null,
  zoneMinutes: null,
  zoneSource: null,
  faults: [],
};

describe('the view of a photo that was read', () => {
  it('is complete with place, height, heading and pitch, and counts its zoom from the widest view', () => {
    const view = viewOfFacts(facts);
    expect(missingParts(view)).toEqual([]);
    expect(view).toMatchObject({
      heading: -30.5,
      pitch: -45,
      zoom: 7,
      lens: 'zoom',
      heights: { ellipsoid: 61.2, relative: 40 },
    });
  });

  it('says no zoom of a thermal or wide picture', () => {
    for (const lens of ['ir', 'wide'] as const) expect(viewOfFacts({ ...facts, lens }).zoom).toBeNull();
  });

  it('makes nothing up', () => {
    const heights = { ellipsoid: null, altitude: null, relative: null };
    const gimbal = { yaw: null, pitch: null, roll: null };
    expect(missingParts(viewOfFacts({ ...facts, heights, gimbal, heading: null }))).toEqual([
      'height',
      'heading',
      'pitch',
    ]);
  });

  it('relies on a height above take-off only where the take-off is the same', () => {
    const { heights } = viewOfFacts({ ...facts, heights: { ellipsoid: null, altitude: 55, relative: 40 } });
    expect(heightFor({ heights }, true)).toEqual({ relative: 40 });
    expect(heightFor({ heights }, false)).toEqual({ altitude: 55 });
    expect(heightFor({ heights: { relative: 40 } }, false)).toEqual({});
    expect(heightFor(viewOfFacts(facts), false)).toEqual({ ellipsoid: 61.2 });
  });
});
