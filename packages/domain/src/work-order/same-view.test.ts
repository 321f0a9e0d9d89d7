import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignmentFault, poseDifference, type MeasuredShift, type ViewPose } from './same-view.ts';

const pose: ViewPose = {
  lng: 113.9,
  lat: 22.5,
  height: 40,
  heading: 90,
  pitch: -45,
  focalLength: 24,
  lens: 'wide',
};
const same: MeasuredShift = {
  inliers: 120,
  matches: 200,
  spread: 0.8,
  turned: 0.5,
  scale: 1.02,
  moved: 0.01,
};
const unknown: ViewPose = {
  lng: null,
  lat: null,
  height: null,
  heading: null,
  pitch: null,
  focalLength: null,
  lens: null,
};

describe('how far two views are apart', () => {
  it('is nothing between a view and itself', () => {
    expect(poseDifference(pose, pose)).toEqual({ metres: 0, heading: 0, pitch: 0, scale: 1, sameLens: true });
  });

  it('is counted in metres and the shorter way around north', () => {
    const to = { ...pose, lat: 22.50009, height: 43, heading: -179, pitch: -40 };
    const found = poseDifference({ ...pose, heading: 179 }, to);
    expect(found.metres).toBeCloseTo(Math.hypot(10.0, 3), 1);
    expect(found.heading).toBeCloseTo(2);
    expect(found.pitch).toBe(5);
  });

  it('is not known where a picture does not say it', () => {
    expect(poseDifference(pose, unknown)).toEqual({
      metres: null,
      heading: null,
      pitch: null,
      scale: null,
      sameLens: true,
    });
  });

  it('turns by less than half a circle, whatever the headings', () => {
    const heading = fc.double({ min: -360, max: 360, noNaN: true });
    fc.assert(
      fc.property(heading, heading, (from, to) => {
        const found = poseDifference({ ...pose, heading: from }, { ...pose, heading: to }).heading ?? 999;
        expect(Math.abs(found)).toBeLessThanOrEqual(180);
      }),
    );
  });
});

describe('laying one picture on another', () => {
  const none = poseDifference(pose, pose);
  const fault = (part: Partial<MeasuredShift>, poses = none) =>
    alignmentFault({ ...same, ...part }, poses, 24);

  it('is taken where many points all over the picture agree with both poses', () => {
    expect(fault({})).toBeNull();
    expect(fault({}, poseDifference(pose, unknown))).toBeNull();
  });

  it('is refused by few points, and by points in one corner', () => {
    expect(fault({ inliers: 24 })).toBe('fewPoints');
    expect(fault({ inliers: 30, matches: 200 })).toBe('fewPoints');
    expect(fault({ spread: 0.2 })).toBe('notSpread');
  });

  it('is refused where the poses say that it cannot be', () => {
    expect(fault({ turned: 40 })).toBe('againstPoses');
    expect(fault({ scale: 2 })).toBe('againstPoses');
    expect(fault({ moved: 0.9 })).toBe('againstPoses');
    expect(fault({ scale: 2 }, { ...none, scale: 2 })).toBeNull();
    expect(fault({ turned: 40 }, { ...none, heading: 38 })).toBeNull();
    expect(fault({}, { ...none, sameLens: false })).toBe('otherLens');
  });

  it('is never taken for figures that are none', () => {
    for (const part of [{ turned: Number.NaN }, { scale: Infinity }, { scale: -1 }, { moved: Number.NaN }])
      expect(fault(part)).not.toBeNull();
  });
});
