import { describe, expect, it } from 'vitest';
import { bearing, distance, mappingCamera, planOblique, type MappingCamera, type Place } from '../index.ts';
import { tiltOf, type ObliqueOptions } from './oblique.ts';
import { faultOf, rectangle } from './area.fixture.ts';

const options: ObliqueOptions = {
  camera: mappingCamera(66) as MappingCamera,
  height: 100,
  course: 0,
  down: { sideOverlap: 70, frontOverlap: 80, speed: 10 },
  tilted: { sideOverlap: 60, frontOverlap: 70, speed: 8, pitch: -45 },
};

describe('an oblique flight', () => {
  it('looks as far ahead as its pitch says', () => {
    expect(tiltOf(100, -45).shift).toBeCloseTo(100, 9);
    expect(tiltOf(100, -45).slant).toBeCloseTo(141.421, 3);
    expect(tiltOf(100, -60).shift).toBeCloseTo(57.735, 3);
    expect(tiltOf(100, -60).slant).toBeCloseTo(115.47, 3);
    for (const pitch of [0, -90, 10, Number.NaN])
      expect(faultOf(() => tiltOf(100, pitch))?.field).toBe('pitch');
  });

  it('has five passes, the tilted ones behind what they see', () => {
    const field = rectangle(0, 0, 300, 200);
    const [down, ...tilted] = planOblique({ parts: [[field]] }, options);
    expect(down).toMatchObject({ pitch: -90, heading: null, shift: 0, slant: 100 });
    expect(tilted.map(({ heading }) => heading)).toEqual([0, 90, 180, 270]);
    const origin = down?.plan.ground[0]?.[0]?.[0] as Place;
    for (const { plan, heading, shift, gsd, photoDistance } of tilted) {
      const moved = plan.ground[0]?.[0]?.[0] as Place;
      expect(distance(origin, moved)).toBeCloseTo(shift, 3);
      expect(Math.abs(((bearing(origin, moved) - (heading ?? 0) - 180 + 540) % 360) - 180)).toBeLessThan(
        0.01,
      );
      expect(plan.course).toBe(heading);
      expect(gsd).toBeCloseTo((down?.gsd ?? 0) * Math.SQRT2, 9);
      expect(photoDistance).toBeCloseTo((down?.photoDistance ?? 0) * Math.SQRT2 * 1.5, 9);
    }
  });
});
