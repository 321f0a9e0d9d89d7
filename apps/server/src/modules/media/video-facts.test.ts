import { resultLimits } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOf, createdAtOf } from './video-boxes.ts';
import { isTimeSound, videoFactsOf, type VideoSaid } from './video-facts.ts';

const receivedAt = Date.UTC(2025, 9, 9, 9);
const said: VideoSaid = {
  duration: 3_000,
  codec: 'avc',
  codecText: 'avc1.42c01f',
  width: 1_280,
  height: 720,
  rotation: 0,
  frameRate: 30,
  keyFrames: 3,
  keyGap: 1_000,
  sound: null,
  placeText: '+22.5400+113.9500+071.200/',
  createdAt: receivedAt - 3_600_000,
};
const factsOf = (more: Partial<VideoSaid>, deviceAt: number | null = null) =>
  videoFactsOf({ ...said, ...more }, { deviceAt, receivedAt });

describe('a video says', () => {
  it('where and when it began', () => {
    expect(factsOf({})).toMatchObject({
      lng: 113.95,
      lat: 22.54,
      altitude: 71.2,
      startedAt: receivedAt - 3_600_000,
      doubts: [],
    });
  });
  it.each([
    [null, 'placeMissing'],
    ['+00.0000+000.0000/', 'placeMissing'],
    ['+95.0000+113.9500/', 'placeInvalid'],
    ['+22.5400+999.9500/', 'placeInvalid'],
    ['nowhere', 'placeInvalid'],
  ])('of the place %s: %s', (placeText, doubt) => {
    expect(factsOf({ placeText })).toMatchObject({ lng: null, lat: null, doubts: [doubt] });
  });
  it.each([
    [null, null, 'timeMissing', false],
    [Date.UTC(1970, 0, 1), null, 'clockReset', false],
    [receivedAt + resultLimits.clockApart + 1, null, 'clockAhead', false],
    [receivedAt - 9_000_000, receivedAt - 1_000, 'clockDiffers', true],
  ] as const)('of its beginning %s beside %s of the device: %s', (createdAt, deviceAt, doubt, isSound) => {
    const facts = factsOf({ createdAt }, deviceAt);
    expect(facts.doubts).toEqual([doubt]);
    expect(isTimeSound(facts)).toBe(isSound);
  });
  it('a place in range or none, whatever stands there', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (placeText) => {
        const { lng, lat } = factsOf({ placeText });
        expect(lng === null ? lat : Math.abs(lng) <= 180 && Math.abs(lat ?? 99) <= 90).toBe(
          lng === null ? null : true,
        );
      }),
    );
  });
});

describe('the parts of a video', () => {
  it('have a length that leads on, or are none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const box = boxOf(Buffer.from(bytes));
        if (box?.size !== null && box !== null) expect(box.size).toBeGreaterThanOrEqual(box.head);
        const at = createdAtOf(Buffer.from(bytes));
        expect(at === null || !Number.isNaN(new Date(at).getTime())).toBe(true);
      }),
    );
  });
});
