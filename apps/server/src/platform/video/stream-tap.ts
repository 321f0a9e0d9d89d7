import { get } from 'node:http';
import { limits } from '@eyrie/domain';
import { createFlvReader, type PictureFormat, type PictureFrame } from './flv-reader.ts';

const bounds = limits.recording;

/** Somebody who takes the frames of a stream as they arrive. */
export interface TapListener {
  format(format: PictureFormat): void;
  frame(frame: PictureFrame): void;
  /** Once. `coding`: it is none of H.264 as browsers take it; `gone`: it ended, or does not come. */
  ended(why: 'coding' | 'gone'): void;
}

/**
 * Takes the frames of a stream from its last key frame on.
 * @param address where the stream is fetched as FLV, on this server or another
 * @returns what ends it without a word to the listener
 */
export function tapStream(address: string, listener: TapListener): () => void {
  let over = false;
  const end = (why: 'coding' | 'gone' | null): void => {
    if (over) return;
    over = true;
    request.destroy();
    if (why !== null) listener.ended(why);
  };
  const read = createFlvReader(
    {
      format: (format) => {
        if (!over) listener.format(format);
      },
      frame: (frame) => {
        if (!over) listener.frame(frame);
      },
      fault: () => end('coding'),
    },
    bounds.frameBytes,
  );
  const request = get(address, { timeout: bounds.tapSilence, agent: false }, (answer) => {
    answer.on('error', () => end('gone')).on('close', () => end('gone'));
    if (answer.statusCode !== 200) return end('gone');
    answer.on('data', (bytes: Buffer) => {
      try {
        if (!over) read(bytes);
      } catch {
        end('coding');
      }
    });
  });
  request.on('error', () => end('gone')).on('timeout', () => end('gone'));
  return () => end(null);
}
