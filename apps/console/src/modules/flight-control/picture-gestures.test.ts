import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dragSpeeds, lensOfPicture, wheelZoom, zoomRanges } from './picture-gestures.ts';

describe('a wheel on the picture', () => {
  it.each([
    [2, 1, 'zoom', 2.4],
    [2, -20, 'zoom', 1],
    [190, 3, 'wide', 200],
    [2, -1, 'ir', 2],
    [18, 4, 'ir', 20],
  ] as const)('from %d by %d notches through %s is %d', (from, notches, lens, factor) => {
    expect(wheelZoom(from, notches, lens)).toBe(factor);
  });

  it('never leaves what the lens can', () => {
    const lens = fc.constantFrom('wide', 'zoom', 'ir');
    fc.assert(
      fc.property(fc.double({ min: 1, max: 200, noNaN: true }), fc.integer(), lens, (from, notches, of) => {
        const [least, most] = zoomRanges[of];
        const factor = wheelZoom(from, notches, of);
        return factor >= least && factor <= most;
      }),
    );
  });
});

describe('a drag on the picture', () => {
  it.each([
    [{ x: 0.5, y: 0.5 }, null],
    [{ x: 0.52, y: 0.5 }, null],
    [
      { x: 0.75, y: 0.5 },
      { pitch_speed: 0, yaw_speed: 30 },
    ],
    [
      { x: 0.5, y: 0.25 },
      { pitch_speed: 30, yaw_speed: 0 },
    ],
    [
      { x: -9, y: 9 },
      { pitch_speed: -60, yaw_speed: -60 },
    ],
    [{ x: Number.NaN, y: 1 }, null],
  ])('to %j turns by %j', (to, speeds) => {
    expect(dragSpeeds({ x: 0.5, y: 0.5 }, to)).toEqual(speeds);
  });

  it('is about the lens that the device names', () => {
    expect(['ir', 'zoom', 'wide', 'normal', 'vision', null].map(lensOfPicture)).toEqual([
      'ir',
      'zoom',
      'wide',
      'wide',
      null,
      null,
    ]);
  });
});
