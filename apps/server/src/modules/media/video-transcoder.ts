import { rm } from 'node:fs/promises';
import { resultLimits, type PlaybackFault } from '@eyrie/domain';
import { endOfBounded, type ProgramEnd } from '../../platform/bounded-program.ts';
import { BEHIND } from '../../platform/thread-priority.ts';

/**
 * Makes of a video on our disk one that browsers play, and lays it beside.
 * @param onShown how far it is, ms of the film
 * @returns why there is none; null: it lies there
 * @throws the reason of the signal when that fires
 */
export type TranscodeVideo = (
  sourcePath: string,
  madePath: string,
  onShown: (at: number) => void,
  signal: AbortSignal,
) => Promise<PlaybackFault | null>;

const bounds = {
  time: resultLimits.playbackTime,
  processor: resultLimits.playbackProcessor,
  memory: resultLimits.playbackMemory,
  file: resultLimits.playbackBytes / 1e6,
};

const { playbackLonger: longer, playbackShorter: shorter, playbackRate: rate } = resultLimits;
/** No side becomes larger than it is, and both are even, as H.264 asks for. */
const fit = [
  `scale=w='min(iw,if(gte(iw,ih),${longer},${shorter}))':h='min(ih,if(gte(iw,ih),${shorter},${longer}))'`,
  'force_original_aspect_ratio=decrease',
  'force_divisible_by=2,setsar=1',
].join(':');

/** One thread at each end; nothing is fetched that the video names, and each picture keeps its moment. */
const argumentsOf = (sourcePath: string, madePath: string): string[] => [
  ...'-nostdin -hide_banner -loglevel error -nostats -progress pipe:1 -filter_threads 1'.split(' '),
  ...'-max_error_rate 0.05 -threads 1 -protocol_whitelist file -f mov -enable_drefs 0 -i'.split(' '),
  `file:${sourcePath}`,
  ...'-map 0:v:0 -map 0:a:0? -sn -dn -map_metadata -1 -map_chapters -1 -vf'.split(' '),
  fit,
  // Clocks of aircraft are uneven: a rate of our own would move pictures away from the track.
  ...'-fps_mode vfr -enc_time_base 1/90000 -c:v libx264 -preset veryfast -profile:v high'.split(' '),
  ...`-pix_fmt yuv420p -crf 23 -maxrate ${rate} -bufsize ${2 * rate} -threads 1`.split(' '),
  ...'-c:a aac -b:a 128k -ac 2 -movflags +faststart -f mp4 -y'.split(' '),
  `file:${madePath}`,
];

/** What a shell answers where there is no such program, or none that it may run. */
const noProgram = new Set([126, 127]);
/** ffmpeg asked to end by a signal, such as that of its time on a processor. */
const endedBySignal = 255;

const faultOf = ({ code, signal }: ProgramEnd): PlaybackFault | null => {
  if (code === 0) return null;
  if (signal === 'SIGXFSZ') return 'tooLarge';
  if (signal === 'SIGKILL' || signal === 'SIGXCPU' || code === endedBySignal) return 'tooLong';
  return code !== null && noProgram.has(code) ? 'noProgram' : 'unreadable';
};

/** By a program that an operator has named: ffmpeg 5.1 or later with libx264, or one that takes its arguments. */
export const videoTranscoder =
  (program: string): TranscodeVideo =>
  async (sourcePath, madePath, onShown, signal) => {
    await rm(madePath, { force: true });
    const onLine = (line: string): void => {
      const [, micros] = /^out_time_us=(\d+)$/.exec(line.trim()) ?? [];
      if (micros !== undefined) onShown(Number(micros) / 1_000);
    };
    const watch = { signal, nice: BEHIND, onLine };
    return faultOf(await endOfBounded(program, argumentsOf(sourcePath, madePath), bounds, watch));
  };
