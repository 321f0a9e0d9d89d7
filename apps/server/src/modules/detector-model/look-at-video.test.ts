import { limits, videoMoments } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { lookAtVideo, type VideoParts } from './look-at-video.ts';
import type { ModelAnswer } from './onnx-order.ts';

const video = { isThere: true, size: 1_000, duration: 15_000 };
const moments = videoMoments(video.duration);
const paths = { videoPath: 'video', framePath: 'frame' };
const box = { x: 1, y: 2, width: 3, height: 4 };
const seen: ModelAnswer = {
  fault: null,
  detail: '',
  boxes: [{ box, class: 'hot', aiType: 'hotSpot', confidence: 0.9 }],
  picture: { width: 64, height: 48 },
  took: 7,
};

/** Parts that find the same at every moment, and what was asked of them. */
const partsWith = (part: Partial<VideoParts> = {}) => {
  const asked: string[] = [];
  const parts: VideoParts = {
    takeFrame: async (_video, at) => {
      asked.push(`frame ${at}`);
      return true;
    },
    fetch: async () => {
      asked.push('fetch');
      return true;
    },
    ask: async () => seen,
    keep: async (_at, { boxes }) => boxes,
    hold: async () => void asked.push('hold'),
    ...part,
  };
  return {
    asked,
    look: (of: Parameters<typeof lookAtVideo>[0] = video) =>
      lookAtVideo(of, paths, parts, new AbortController().signal),
  };
};

describe('a look at a video', () => {
  it('goes through its moments, and what was seen carries the one in which it was', async () => {
    const { asked, look } = partsWith();
    const found = await look();
    expect(asked).toEqual(['fetch', ...moments.map((at) => `frame ${at}`)]);
    expect(found).toEqual({
      fault: null,
      detail: '',
      took: 7 * moments.length,
      boxes: moments.map((at) => ({ ...seen.boxes[0], at })),
    });
  });

  it('fetches nothing of one that is gone, too large or of unknown length, or where there is no program', async () => {
    for (const [of, fault] of [
      [{ ...video, isThere: false }, 'videoGone'],
      [{ ...video, size: limits.detectorModel.videoBytes + 1 }, 'videoTooLarge'],
      [{ ...video, duration: null }, 'videoUnread'],
      [{ ...video, duration: 0 }, 'videoUnread'],
    ] as const) {
      const { asked, look } = partsWith();
      expect(await look(of)).toMatchObject({ fault, boxes: [] });
      expect(asked).toEqual([]);
    }
    const { asked, look } = partsWith({ takeFrame: null });
    expect(await look()).toMatchObject({ fault: 'videoNoProgram', boxes: [] });
    expect(asked).toEqual([]);
  });

  it('says that the store has none', async () => {
    expect(await partsWith({ fetch: async () => false }).look()).toMatchObject({ fault: 'videoGone' });
  });

  it('is one in part, and says so, where there are no pictures of some moments; the run is held meanwhile', async () => {
    const some = partsWith({ takeFrame: async (_video, at) => at === moments[1] });
    expect(await some.look()).toMatchObject({ fault: 'videoPartly', boxes: [{ at: moments[1] }] });
    expect(some.asked).toEqual(['fetch', 'hold', 'hold']);
  });

  it('cannot be had of a video without any picture', async () => {
    const none = partsWith({ takeFrame: async () => false });
    expect(await none.look()).toEqual({ fault: 'videoUnreadable', detail: '', boxes: [], took: 0 });
    const broken = partsWith({ ask: async () => ({ ...seen, fault: 'photoUnreadable' }) });
    expect(await broken.look()).toMatchObject({ fault: 'videoUnreadable' });
  });

  it('gives a video up after so many moments without a picture', async () => {
    const { videoMisses, videoStep } = limits.detectorModel;
    const long = { ...video, duration: 4 * videoMisses * videoStep };
    const tried: number[] = [];
    const takeFrame = async (_video: string, at: number) => tried.push(at) <= 2;
    expect(await partsWith({ takeFrame }).look(long)).toMatchObject({ fault: 'videoPartly' });
    expect(tried).toEqual(videoMoments(long.duration).slice(0, 2 + videoMisses));
  });

  it('ends with what is against the model', async () => {
    const { asked, look } = partsWith({
      ask: async () => ({ ...seen, fault: 'tooMuchTime', detail: 'late' }),
    });
    expect(await look()).toEqual({ fault: 'tooMuchTime', detail: 'late', boxes: [], took: 0 });
    expect(asked).toEqual(['fetch', `frame ${moments[0]}`]);
  });
});
