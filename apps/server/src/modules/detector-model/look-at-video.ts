import { limits, videoMoments, type ModelFault, type ModelPicture } from '@eyrie/domain';
import type { TakeFrame } from '../../platform/video-frame.ts';
import type { SeenBox } from './boxes.ts';
import type { ModelAnswer } from './onnx-order.ts';
import type { NextFile } from './run.store.ts';

const bound = limits.detectorModel;

/** What was seen in a video; with a fault of the model itself its run ends. */
export interface VideoSeen {
  fault: ModelFault | null;
  detail: string;
  boxes: ModelPicture['boxes'];
  /** ms of the model alone. */
  took: number;
}

export interface VideoParts {
  /** Null: no program for it was named. */
  takeFrame: TakeFrame | null;
  /** Lays the video on our disk. @returns false where it is not in the store, or larger than `most` bytes */
  fetch(most: number): Promise<boolean>;
  /** Lets the model look at the picture that was taken last. */
  ask(): Promise<ModelAnswer>;
  /** Keeps what was seen at a moment. @returns what of it the flight asks for */
  keep(at: number, answer: ModelAnswer): Promise<readonly SeenBox[]>;
  /** Keeps the run where there was nothing to look at, so that no other server takes it meanwhile. */
  hold(): Promise<void>;
}

/** What is against a video before anything of it is fetched. */
const faultBefore = (
  { isThere, size, duration }: Pick<NextFile, 'isThere' | 'size' | 'duration'>,
  { takeFrame }: Pick<VideoParts, 'takeFrame'>,
): ModelFault | null => {
  if (!isThere) return 'videoGone';
  if (takeFrame === null) return 'videoNoProgram';
  if (size > bound.videoBytes) return 'videoTooLarge';
  return duration === null || !(duration > 0) ? 'videoUnread' : null;
};

const nothing = (fault: ModelFault): VideoSeen => ({ fault, detail: '', boxes: [], took: 0 });

/** What the model says of a moment; null: there is no picture of it. */
const answerAt = async (
  at: number,
  { videoPath, framePath }: VideoPaths,
  { takeFrame, ask }: VideoParts,
  signal: AbortSignal,
): Promise<ModelAnswer | null> => {
  if (!(await takeFrame?.(videoPath, at, framePath, signal))) return null;
  const answer = await ask();
  return answer.fault === 'photoUnreadable' ? null : answer;
};

interface VideoPaths {
  videoPath: string;
  framePath: string;
}

/**
 * Lets a model look at a bounded number of moments of a video. One that lacks pictures of some is looked at in part, and says so; one
 * without any cannot be read.
 */
export async function lookAtVideo(
  video: Pick<NextFile, 'isThere' | 'size' | 'duration'>,
  paths: VideoPaths,
  parts: VideoParts,
  signal: AbortSignal,
): Promise<VideoSeen> {
  const fault = faultBefore(video, parts);
  if (fault !== null) return nothing(fault);
  if (!(await parts.fetch(bound.videoBytes))) return nothing('videoGone');
  let [taken, missed, took] = [0, 0, 0];
  const boxes: ModelPicture['boxes'] = [];
  for (const at of videoMoments(video.duration ?? 0)) {
    if (missed === bound.videoMisses) break;
    const answer = await answerAt(at, paths, parts, signal);
    if (answer === null) {
      missed += 1;
      await parts.hold();
      continue;
    }
    if (answer.fault !== null) return { ...nothing(answer.fault), detail: answer.detail };
    taken += 1;
    took += answer.took;
    for (const one of await parts.keep(at, answer)) boxes.push({ ...one, at });
  }
  if (taken === 0) return nothing('videoUnreadable');
  return { fault: missed === 0 ? null : 'videoPartly', detail: '', boxes, took };
}
