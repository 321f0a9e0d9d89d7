import { z } from 'zod';
import { machineTime } from './command-deadlines.ts';

/** Body of `frameLimitTopic`: of the message for the device that follows on the same connection. */
const frameLimit = z.object({
  sn: z.string(),
  /** By `machineTime`, ms. */
  until: z.number(),
  /** Named in the notice of what became of it; without it there is none. */
  ref: z.string().max(100).optional(),
  /** `moves`: it must not arrive late. `stops`: it is never dropped for what the dock has not taken. */
  kind: z.enum(['moves', 'stops']).optional(),
});
export type FrameLimit = z.output<typeof frameLimit>;

const frameTopic = /^thing\/product\/([^/]+)\/drc\/down$/;

/**
 * Until when the next frame of sticks of each device counts. A gateway judges the age of a frame before it sends it; what
 * waits in a broker that hung after that would move the aircraft when it is of the past.
 */
export class FrameLimits {
  readonly #bySn = new Map<string, FrameLimit>();
  /** Frames on their way through the broker, by their payload, which is the same object all the way. */
  readonly #passing = new WeakMap<object, { limit: FrameLimit; handed: boolean }>();

  /** A server announces the frame that follows on the same connection. */
  announced(payload: string | Buffer): void {
    const { data } = frameLimit.safeParse(JSON.parse(payload.toString()));
    if (data) this.#bySn.set(data.sn, data);
  }

  /** A frame came after its time: the limit that it broke. Null: it may pass, as messages without an announcement do. */
  late(topic: string, payload: string | Buffer): FrameLimit | null {
    const [, sn] = frameTopic.exec(topic) ?? [];
    const limit = sn === undefined ? undefined : this.#bySn.get(sn);
    if (sn === undefined || limit === undefined) return null;
    this.#bySn.delete(sn);
    if (machineTime() >= limit.until) return limit;
    if (typeof payload !== 'string') this.#passing.set(payload, { limit, handed: false });
    return null;
  }

  /** The limit of a frame that goes to a device; undefined: it was not announced. */
  of(payload: string | Buffer): FrameLimit | undefined {
    return typeof payload === 'string' ? undefined : this.#passing.get(payload)?.limit;
  }

  /** It is written to a device. */
  handed(payload: string | Buffer): void {
    const passing = typeof payload === 'string' ? undefined : this.#passing.get(payload);
    if (passing) passing.handed = true;
  }

  /** A message went to all subscribers. @returns its limit where none of them was given it; null: one was */
  unhanded(payload: string | Buffer): FrameLimit | null {
    const passing = typeof payload === 'string' ? undefined : this.#passing.get(payload);
    return passing && !passing.handed ? passing.limit : null;
  }
}
