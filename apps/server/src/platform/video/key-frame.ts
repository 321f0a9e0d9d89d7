import { get } from 'node:http';
import { limits } from '@eyrie/domain';
import { createFlvReader, type PictureFrame } from './flv-reader.ts';

const bounds = limits.snapshot;

/** The last key frame of a stream that arrives. */
export interface KeyFrame {
  /** Profile, constraints and level of its H.264 in hexadecimal digits. */
  profile: string;
  /** Units with their parameter sets, each with its length of four bytes before it. */
  units: Buffer;
  /** How long ago it was sent, ms, by the times of its stream. */
  age: number;
}

/** Why there is none: no stream, no frames with it, none that is new enough, or none of H.264 as browsers take it. */
export type KeyFrameFault = 'noStream' | 'still' | 'old' | 'coding';

type Found = KeyFrame | { fault: KeyFrameFault };

/**
 * Takes frames as they arrive until it is known how old the first key frame is: those that were kept for late comers come
 * at once, and by the first that comes at the pace of the stream the moment is known to which all their times belong.
 */
class KeyFrameTaker {
  profile: string | null = null;
  readonly #found: (found: Found) => void;
  #key: { frame: PictureFrame; profile: string; at: number } | null = null;
  #sentAt = Infinity;
  #last: { timestamp: number; at: number } | null = null;

  constructor(found: (found: Found) => void) {
    this.#found = found;
  }

  get hasKey(): boolean {
    return this.#key !== null;
  }

  take(frame: PictureFrame): void {
    const now = performance.now();
    if (this.#key === null && frame.key && this.profile !== null)
      this.#key = { frame, profile: this.profile, at: now };
    if (this.#key === null) return;
    const { profile, at, frame: first } = this.#key;
    const last = this.#last ?? { timestamp: frame.timestamp, at: now };
    this.#last = { timestamp: frame.timestamp, at: now };
    // Nothing arrives before it was sent: the frame that came the soonest after its time says the most.
    this.#sentAt = Math.min(this.#sentAt, now - (frame.timestamp - first.timestamp));
    const atPace = now - last.at >= (frame.timestamp - last.timestamp) / 2;
    if (now - at < bounds.settle || !atPace) return;
    const age = now - this.#sentAt;
    this.#found(age > bounds.oldest ? { fault: 'old' } : { profile, units: first.units, age });
  }
}

/** Takes the last key frame of a stream. @param address where the stream is fetched as FLV, on this server or another */
export async function takeKeyFrame(address: string): Promise<Found> {
  const { promise, resolve } = Promise.withResolvers<Found>();
  const fail = (fault: KeyFrameFault) => (): void => resolve({ fault });
  const taker = new KeyFrameTaker(resolve);
  let late = setTimeout(fail('noStream'), bounds.keyFrameWithin);
  const read = createFlvReader(
    {
      format: ({ profile }) => {
        taker.profile = profile;
      },
      frame: (frame) => {
        const waited = taker.hasKey;
        taker.take(frame);
        if (waited || !taker.hasKey) return;
        clearTimeout(late);
        late = setTimeout(fail('still'), bounds.settle + bounds.still);
      },
      fault: fail('coding'),
    },
    bounds.frameBytes,
  );
  const request = get(address, { agent: false }, (answer) => {
    answer.on('error', fail('noStream')).on('close', fail('noStream'));
    if (answer.statusCode !== 200) return resolve({ fault: 'noStream' });
    answer.on('data', (bytes: Buffer) => {
      try {
        read(bytes);
      } catch {
        resolve({ fault: 'coding' });
      }
    });
  });
  request.on('error', fail('noStream'));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    request.destroy();
  }
}
