import { picture, sequenceHeader } from './flv.ts';
import { framesPerSecond, sizes } from './scene.ts';

type Codec = typeof import('@napi-rs/webcodecs');

/** What the encoder gives: bodies of FLV video tags, in order. */
export interface EncodedTag {
  body: Buffer;
  key: boolean;
  /** Decoder configuration, which every new connection needs first. */
  header: boolean;
  /** ms since the encoder started. */
  timestamp: number;
}

export interface PictureEncoder {
  readonly width: number;
  readonly height: number;
  encode(rgba: Uint8Array, timestamp: number, key: boolean): void;
  close(): void;
}

/** H.264 baseline for a live picture: no frame waits for a later one. */
export function createEncoder(
  codec: Codec,
  quality: number,
  report: { tag: (tag: EncodedTag) => void; fault: (error: Error) => void },
): PictureEncoder {
  const { width, height, bitrate } = sizes[quality] ?? { width: 640, height: 360, bitrate: 400_000 };
  const encoder = new codec.VideoEncoder({
    error: (error) => report.fault(error instanceof Error ? error : new Error(String(error))),
    output: (chunk, metadata) => {
      const timestamp = chunk.timestamp / 1000;
      const description = metadata?.decoderConfig?.description;
      if (description)
        report.tag({ body: sequenceHeader(bytesOf(description)), key: true, header: true, timestamp });
      const units = new Uint8Array(chunk.byteLength);
      chunk.copyTo(units);
      const key = chunk.type === 'key';
      report.tag({ body: picture(units, key), key, header: false, timestamp });
    },
  });
  encoder.configure({
    codec: width > 640 ? 'avc1.42001f' : 'avc1.42001e',
    width,
    height,
    bitrate,
    framerate: framesPerSecond,
    latencyMode: 'realtime',
    hardwareAcceleration: 'prefer-software',
    avc: { format: 'avc' },
  });
  return {
    width,
    height,
    encode: (rgba, timestamp, key) => {
      const frame = new codec.VideoFrame(rgba, {
        format: 'RGBA',
        codedWidth: width,
        codedHeight: height,
        timestamp: Math.round(timestamp * 1000),
      });
      encoder.encode(frame, { keyFrame: key });
      frame.close();
    },
    close: () => {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

const bytesOf = (description: ArrayBufferLike | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
