import { configurationTag, flvHead, pictureTag, unitsIn } from '../../platform/video/flv-writer.ts';

/** Null: there is no encoder for this system. */
export const codec = await import('@napi-rs/webcodecs').catch(() => null);

/** A picture of two halves, the left one red and the right one blue, as pixels. */
const halves = (width: number, height: number): Uint8Array => {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4)
    pixels.set((at / 4) % width < width / 2 ? [220, 20, 20, 255] : [20, 20, 220, 255], at);
  return pixels;
};

const bufferOf = (description: ArrayBufferLike | ArrayBufferView): Buffer =>
  ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description);

/** The key frame of that picture as the beginning of an FLV stream. */
export const encodeStream = async (width: number, height: number): Promise<Buffer> => {
  if (!codec) throw new Error('there is no encoder for this system');
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const encoder = new codec.VideoEncoder({
    error: reject,
    output: (chunk, metadata) => {
      const description = metadata?.decoderConfig?.description;
      if (!description) return reject(new Error('the encoder describes nothing'));
      const units = new Uint8Array(chunk.byteLength);
      chunk.copyTo(units);
      resolve(
        Buffer.concat([
          flvHead,
          configurationTag(bufferOf(description), 0),
          pictureTag(unitsIn(Buffer.from(units)), true, 0),
        ]),
      );
    },
  });
  encoder.configure({
    codec: 'avc1.42001e',
    width,
    height,
    bitrate: 800_000,
    framerate: 10,
    latencyMode: 'realtime',
    hardwareAcceleration: 'prefer-software',
    avc: { format: 'avc' },
  });
  const frame = new codec.VideoFrame(halves(width, height), {
    format: 'RGBA',
    codedWidth: width,
    codedHeight: height,
    timestamp: 0,
  });
  encoder.encode(frame, { keyFrame: true });
  frame.close();
  encoder.flush().catch(reject);
  return promise;
};
