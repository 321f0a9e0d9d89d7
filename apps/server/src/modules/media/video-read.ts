import { open } from 'node:fs/promises';
import { resultLimits, type ReadingFault } from '@eyrie/domain';
import { EncodedPacketSink, FilePathSource, Input, MP4, QTFF, type InputVideoTrack } from 'mediabunny';
import { createdAtOf } from './video-boxes.ts';
import type { VideoSaid } from './video-facts.ts';

/** The parts of a video on our disk that say what lies where in it. */
export interface VideoOrder {
  kind: 'video';
  path: string;
  moovAt: number;
}

export interface VideoRead {
  said: VideoSaid | null;
  fault: ReadingFault | null;
}

const { videoDuration, videoSide, videoKeyFrames, videoRateOf } = resultLimits;
const inHead = { metadataOnly: true };
/** Signs that are kept of a text in a file of others. */
const textMost = 64;
const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.replaceAll(/[^\x20-\x7e]/g, '').slice(0, textMost) || null : null;

/** The pictures that stand alone: how many, and the longest way between two or to the end, ms. */
async function keysOf(
  track: InputVideoTrack,
  seconds: number,
): Promise<{ count: number; gap: number } | null> {
  const sink = new EncodedPacketSink(track);
  let [count, gap] = [0, 0];
  let key = await sink.getFirstKeyPacket(inHead);
  while (key) {
    count += 1;
    if (count > videoKeyFrames) return null;
    const next = await sink.getNextKeyPacket(key, inHead);
    gap = Math.max(gap, (next?.timestamp ?? seconds) - key.timestamp);
    key = next;
  }
  return { count, gap: Math.round(gap * 1_000) };
}

async function headOf(path: string, moovAt: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(128), 0, 128, moovAt);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function saidBy(input: Input, createdAt: number | null): Promise<VideoRead> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) return { said: null, fault: 'videoNoPicture' };
  const seconds = await track.computeDuration(inHead);
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const isSound = Number.isFinite(seconds) && seconds > 0 && width > 0 && height > 0;
  if (!isSound) return { said: null, fault: 'videoBroken' };
  const duration = Math.round(seconds * 1_000);
  if (duration > videoDuration || Math.max(width, height) > videoSide)
    return { said: null, fault: 'videoTooMuch' };
  const keys = await keysOf(track, seconds);
  const { packetCount, averagePacketRate: rate } = await track.computePacketStats(videoRateOf, inHead);
  const sound = await input.getPrimaryAudioTrack();
  const { raw } = await input.getMetadataTags();
  const said: VideoSaid = {
    duration,
    codec: textOf(await track.getCodec()),
    codecText:
      textOf(await track.getCodecParameterString().catch(() => null)) ?? textOf(track.internalCodecId),
    width,
    height,
    rotation: await track.getRotation(),
    frameRate: packetCount > 1 && Number.isFinite(rate) ? Math.round(rate * 1_000) / 1_000 : null,
    keyFrames: keys?.count ?? null,
    keyGap: keys?.gap ?? null,
    sound: sound && (textOf(await sound.getCodec()) ?? textOf(sound.internalCodecId)),
    placeText: textOf(raw?.['©xyz'] ?? raw?.['com.apple.quicktime.location.ISO6709']),
    createdAt,
  };
  return { said, fault: null };
}

/** Reads what a video says of itself; what is against it is named, and nothing is thrown for it. */
export async function readVideo({ path, moovAt }: VideoOrder): Promise<VideoRead> {
  const createdAt = createdAtOf(await headOf(path, moovAt));
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] });
  try {
    return await saidBy(input, createdAt);
  } catch {
    return { said: null, fault: 'videoBroken' };
  } finally {
    input.dispose();
  }
}
