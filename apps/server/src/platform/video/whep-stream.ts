import { get, type ClientRequest } from 'node:http';
import { limits } from '@eyrie/domain';
import { createFlvReader, type FormatFault, type PictureFormat, type PictureFrame } from './flv-reader.ts';

const bounds = limits.whep;

/** Why a picture cannot be watched, or no longer. */
export type StreamEnd = FormatFault | 'noStream';

/** Somebody to whom frames are passed on. */
export interface FrameTaker {
  /** Frames since the last key frame: to be sent as fast as they go, so that the next one comes into sight. */
  catchUp(frames: readonly PictureFrame[]): void;
  frame(frame: PictureFrame): void;
  ended(why: StreamEnd): void;
}

/**
 * One picture as it comes from the process that takes it, for all who watch it here: fetched once, with the frames since
 * its last key frame kept, because a publisher by RTMP cannot be asked for one.
 */
export class WhepStream {
  readonly #takers = new Set<FrameTaker>();
  readonly #request: ClientRequest;
  readonly #format = Promise.withResolvers<PictureFormat | StreamEnd>();
  readonly #onEnd: () => void;
  #group: PictureFrame[] = [];
  #groupBytes = 0;
  #end: StreamEnd | null = null;
  #linger: NodeJS.Timeout | undefined;
  #frameAt = performance.now();
  /** When frames came again after none had come for a while. */
  #movedAgainAt = -Infinity;

  constructor(address: string, onEnd: () => void) {
    this.#onEnd = onEnd;
    const waiting = setTimeout(() => this.end('noStream'), bounds.formatWithin);
    void this.#format.promise.then(() => clearTimeout(waiting));
    const read = createFlvReader(
      {
        format: (format) => this.#format.resolve(format),
        frame: (frame) => this.#take(frame),
        fault: (fault) => this.end(fault),
      },
      bounds.tagBytes,
    );
    this.#request = get(address, { timeout: bounds.silence, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return this.end('noStream');
      answer.on('data', (bytes: Buffer) => {
        try {
          read(bytes);
        } catch {
          this.end('codec');
        }
      });
      answer.on('error', () => this.end('noStream')).on('close', () => this.end('noStream'));
    });
    this.#request.on('error', () => this.end('noStream')).on('timeout', () => this.end('noStream'));
  }

  /** How it is to be decoded, once that is known; or why it cannot be watched. */
  format(): Promise<PictureFormat | StreamEnd> {
    return this.#format.promise;
  }

  /** @returns a function that takes no more */
  add(taker: FrameTaker): () => void {
    clearTimeout(this.#linger);
    this.#takers.add(taker);
    if (this.#end) taker.ended(this.#end);
    else taker.catchUp(this.#group);
    return () => {
      this.#takers.delete(taker);
      this.letGo();
    };
  }

  /** Ends it after a while if nobody watches. */
  letGo(): void {
    clearTimeout(this.#linger);
    if (this.#takers.size > 0 || this.#end) return;
    this.#linger = setTimeout(() => this.end('noStream'), bounds.linger);
  }

  /** The frames since the last key frame; empty when they are too many to keep. */
  group(): readonly PictureFrame[] {
    return this.#group;
  }

  /** Whether frames do not arrive, or lately did not: a page asks some time after it saw its picture freeze. */
  stoodStill(): boolean {
    const now = performance.now();
    return now - this.#frameAt >= bounds.still || now - this.#movedAgainAt < bounds.stillKept;
  }

  end(why: StreamEnd): void {
    if (this.#end) return;
    this.#end = why;
    clearTimeout(this.#linger);
    this.#request.destroy();
    this.#format.resolve(why);
    this.#onEnd();
    for (const taker of this.#takers) taker.ended(why);
    this.#group = [];
  }

  #take(frame: PictureFrame): void {
    if (this.#end) return;
    const now = performance.now();
    if (now - this.#frameAt >= bounds.still) this.#movedAgainAt = now;
    this.#frameAt = now;
    if (frame.key) {
      this.#group = [];
      this.#groupBytes = 0;
    }
    this.#groupBytes += frame.units.length;
    // Without its key frame the rest of a group is of no use to anybody.
    if (this.#groupBytes > bounds.groupBytes) this.#group = [];
    else if (frame.key || this.#group.length > 0) this.#group.push(frame);
    for (const taker of this.#takers) taker.frame(frame);
  }
}
