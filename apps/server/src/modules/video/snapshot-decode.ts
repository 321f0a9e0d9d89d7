import sharp from 'sharp';
import { limits } from '@eyrie/domain';
import '../../platform/picture.ts';
import { sizeOfSps, unitsIn } from '../../platform/video/index.ts';
import { exifOf, xmpOf, type SnapshotMarks } from './snapshot-marks.ts';

type Codec = typeof import('@napi-rs/webcodecs');
type Frame = InstanceType<Codec['VideoFrame']>;

/** A key frame of H.264 that is to become a photo. */
export interface SnapshotOrder {
  /** Profile, constraints and level in hexadecimal digits. */
  profile: string;
  /** Units with their parameter sets, each with its length of four bytes before it. */
  units: Uint8Array;
  marks: SnapshotMarks;
}

/** `broken`: what was sent is no picture; `pixels`: it has too many. */
export type SnapshotDecoded = { jpeg: Uint8Array } | { fault: 'noDecoder' | 'broken' | 'pixels' };

const { pixels: mostPixels, quality } = limits.snapshot;
const channels = 4;
/** How long after its last unit the decoder may hand out the picture, ms. */
const handsOutWithin = 1_000;

const unitKinds = 0x1f;
const parameterSet = 7;

/** By the parameter sets that stand before the picture: a decoder would make room for all of it first. */
const saysTooMany = (units: Uint8Array): boolean =>
  unitsIn(Buffer.from(units)).some((unit) => {
    const size = ((unit[0] ?? 0) & unitKinds) === parameterSet ? sizeOfSps(unit) : null;
    return size !== null && size.width * size.height > mostPixels;
  });

/** Units behind start codes, as decoders take them that are given no description. */
const withStartCodes = (units: Uint8Array): Uint8Array => {
  const bytes = Uint8Array.from(units);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 4 <= bytes.length;) {
    const next = at + 4 + view.getUint32(at);
    view.setUint32(at, 1);
    at = next;
  }
  return bytes;
};

/** @throws what the decoder says where it makes no picture of it */
const decoded = async (codec: Codec, { profile, units }: SnapshotOrder): Promise<Frame> => {
  const { promise, resolve, reject } = Promise.withResolvers<Frame>();
  const decoder = new codec.VideoDecoder({ output: resolve, error: reject });
  try {
    decoder.configure({ codec: `avc1.${profile}`, hardwareAcceleration: 'prefer-software' });
    decoder.decode(new codec.EncodedVideoChunk({ type: 'key', timestamp: 0, data: withStartCodes(units) }));
    decoder
      .flush()
      .then(() => setTimeout(() => reject(new Error('the decoder hands out no picture')), handsOutWithin))
      .catch(reject);
    return await promise;
  } finally {
    if (decoder.state !== 'closed') decoder.close();
  }
};

const jpegOf = async (frame: Frame, marks: SnapshotMarks): Promise<SnapshotDecoded> => {
  const { displayWidth: width, displayHeight: height } = frame;
  if (width * height === 0) return { fault: 'broken' };
  if (width * height > mostPixels) return { fault: 'pixels' };
  const format = 'RGBA';
  const pixels = new Uint8Array(frame.allocationSize({ format }));
  const [plane] = await frame.copyTo(pixels, { format });
  // Decoders hand out whole blocks: rows may be longer than the picture, and more.
  const stride = plane?.stride ?? width * channels;
  const raw = {
    width: Math.floor(stride / channels),
    height: Math.floor(pixels.length / stride),
    channels,
  } as const;
  if (raw.width < width || raw.height < height) return { fault: 'broken' };
  const jpeg = await sharp(pixels, { raw })
    .extract({ left: 0, top: 0, width, height })
    .removeAlpha()
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .withExif(exifOf(marks))
    .withXmp(xmpOf(marks))
    .toBuffer();
  return { jpeg };
};

/** Makes a photo of a key frame, with where and when it was taken. @param codec null: there is no decoder on this system */
export async function decodeSnapshot(codec: Codec | null, order: SnapshotOrder): Promise<SnapshotDecoded> {
  if (codec === null) return { fault: 'noDecoder' };
  if (saysTooMany(order.units)) return { fault: 'pixels' };
  const frame = await decoded(codec, order).catch(() => null);
  if (frame === null) return { fault: 'broken' };
  try {
    return await jpegOf(frame, order.marks);
  } finally {
    frame.close();
  }
}
