import { rm, stat } from 'node:fs/promises';
import { limits, resultLimits } from '@eyrie/domain';
import { runBounded } from './bounded-program.ts';

/**
 * Takes the picture of a moment (ms from the start) out of a video on our disk and lays it beside as JPEG.
 * @returns false where there is none: the video cannot be read, or took too much
 * @throws the reason of the signal when that fires
 */
export type TakeFrame = (
  videoPath: string,
  at: number,
  framePath: string,
  signal: AbortSignal,
) => Promise<boolean>;

const bound = limits.detectorModel;

/** One decoder, of one kind of file, that reaches no network and asks for nothing. */
const argumentsOf = (videoPath: string, at: number, framePath: string): string[] => {
  const side = bound.frameSide;
  const fit = `scale=w='min(iw,${side})':h='min(ih,${side})':force_original_aspect_ratio=decrease`;
  // What the video says lies in other files is not looked for.
  const from = `-protocol_whitelist file -ss ${(at / 1_000).toFixed(3)} -f mov -enable_drefs 0 -i`;
  const picture = '-c:v mjpeg -pix_fmt yuvj420p -q:v 3 -f mjpeg -y';
  return [
    ...'-nostdin -hide_banner -loglevel error -threads 1'.split(' '),
    ...from.split(' '),
    `file:${videoPath}`,
    ...'-map 0:v:0 -frames:v 1 -an -sn -dn -vf'.split(' '),
    fit,
    ...picture.split(' '),
    `file:${framePath}`,
  ];
};

const bounds = {
  time: bound.frameTime,
  processor: bound.frameProcessor,
  memory: bound.frameMemory,
  file: resultLimits.photoBytes / 1e6,
};

/** By a program that an operator has named: ffmpeg, or one that takes its arguments. */
export const frameTaker =
  (program: string): TakeFrame =>
  async (videoPath, at, framePath, signal) => {
    signal.throwIfAborted();
    await rm(framePath, { force: true });
    const whole = await runBounded(program, argumentsOf(videoPath, at, framePath), bounds, signal);
    const made = whole ? await stat(framePath).catch(() => null) : null;
    return made !== null && made.size > 0 && made.size <= resultLimits.photoBytes;
  };
