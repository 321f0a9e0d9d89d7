import type { LiveRecording } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { recordingsShown } from './recordings-shown.ts';

const recording = (videoId: string, state: LiveRecording['state'], oid = videoId): LiveRecording => ({
  oid,
  videoId,
  state,
  startedBy: '张三',
  since: 1,
  lastFrameAt: 2,
  bytes: 3,
  end: null,
});
const inside = recording('DOCK/165-0-7/normal-0', 'running');
const wide = recording('AIR/81-0-0/wide-0', 'running');
const ahead = recording('AIR/39-0-7/normal-0', 'finishing');

describe('recordings at the bar of a picture', () => {
  it('are that of its camera, and those that run of cameras that no picture shows', () => {
    const { own, others } = recordingsShown([wide, inside, ahead], { videoId: wide.videoId, elsewhere: [] });
    expect(own).toBe(wide);
    expect(others).toEqual([inside]);
  });

  it('leave out what another picture of the page says itself', () => {
    const shown = { videoId: wide.videoId, elsewhere: [inside.videoId] };
    expect(recordingsShown([wide, inside], shown).others).toEqual([]);
  });

  it('are all that run where the picture has no camera yet', () => {
    const { own, others } = recordingsShown([wide, ahead], { videoId: undefined, elsewhere: [] });
    expect(own).toBeUndefined();
    expect(others).toEqual([wide]);
  });

  it('are the newest of a camera', () => {
    const failed = recording(wide.videoId, 'failed', 'older');
    const { own, others } = recordingsShown([wide, failed], { videoId: wide.videoId, elsewhere: [] });
    expect(own).toBe(wide);
    expect(others).toEqual([]);
  });
});
