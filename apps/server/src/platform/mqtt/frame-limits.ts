import { z } from 'zod';
import { machineTime } from './command-deadlines.ts';

/** Body of `frameLimitTopic`. `until`: by `machineTime`, ms. */
const frameLimit = z.object({ sn: z.string(), until: z.number() });
export type FrameLimit = z.output<typeof frameLimit>;

const frameTopic = /^thing\/product\/([^/]+)\/drc\/down$/;

/**
 * Until when the next frame of sticks of each device counts. A gateway judges the age of a frame before it sends it; what
 * waits in a broker that hung after that would move the aircraft when it is of the past.
 */
export class FrameLimits {
  readonly #bySn = new Map<string, number>();

  /** A server announces the frame that follows on the same connection. */
  announced(payload: string | Buffer): void {
    const { data } = frameLimit.safeParse(JSON.parse(payload.toString()));
    if (data) this.#bySn.set(data.sn, data.until);
  }

  /** False for a frame that came after its time. Messages without an announcement pass. */
  mayPass(topic: string): boolean {
    const [, sn] = frameTopic.exec(topic) ?? [];
    const until = sn === undefined ? undefined : this.#bySn.get(sn);
    if (sn === undefined || until === undefined) return true;
    this.#bySn.delete(sn);
    return machineTime() < until;
  }
}
