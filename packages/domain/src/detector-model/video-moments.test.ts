import { describe, expect, it } from 'vitest';
import { limits } from './detector-model.room.ts';
import { videoMoments } from './detector-model.ts';

const { videoStep, videoFrames } = limits.detectorModel;

describe('moments of a video at which a model looks', () => {
  it('lie a step apart, each in the middle of its part', () => {
    expect(videoMoments(3 * videoStep)).toEqual([0.5, 1.5, 2.5].map((part) => part * videoStep));
  });

  it('is one of a video that is shorter than a step', () => {
    expect(videoMoments(1_000)).toEqual([500]);
  });

  it('are never more than so many, and lie further apart in a long one', () => {
    const hour = 3_600_000;
    const moments = videoMoments(hour);
    expect(moments).toHaveLength(videoFrames);
    expect(moments[0]).toBe(hour / videoFrames / 2);
    expect(moments.at(-1)).toBe(hour - hour / videoFrames / 2);
  });

  it('are none of a video whose length is none', () => {
    for (const duration of [0, -1, Number.NaN]) expect(videoMoments(duration)).toEqual([]);
  });
});
