/** What reached a dock, held against what its pages sent. Times are ms of one monotonic clock. */
import type { Heard } from '../../apps/server/src/testing/drc-clients.ts';

/** A deflected frame of a page. */
export interface SentFrame {
  order: number;
  readAt: number;
  epoch: number;
  /** Nothing was done to its way: it counts for the latency. */
  plain: boolean;
}

/** All that was done to one dock. */
export interface DockStory {
  heard: readonly Heard[];
  sent: ReadonlyMap<number, SentFrame>;
  /** When pages sent centred frames. */
  centred: readonly number[];
  /** Changes of control, when they were answered, and the number that counts since. */
  handovers: readonly { at: number; epoch: number }[];
  /** From when on its sticks had ended, until somebody entered anew. */
  ended: readonly { from: number; until: number }[];
}

export const faults = [
  'older than 250 ms',
  'out of order, or twice',
  'of an earlier epoch',
  'moving again after 500 ms of silence without being centred',
  'not centred after 300 ms of silence',
  'centred by the server more than once, too early, or after 500 ms',
  'heartbeats without a frame',
  'after the sticks had ended',
  'that nobody sent',
] as const;
export type Fault = (typeof faults)[number];

export interface Judged {
  counts: Record<Fault, number>;
  examples: string[];
  frames: number;
  /** Of frames that came while this process itself stalled: not judged. */
  unjudged: number;
  latencies: number[];
  ownFrames: number;
}

const centre = 1024;
const reach = 660;
const wide = 2 * reach + 1;
/** From one watch of the server to the next, and from it to this process, ms. */
const beat = 50;
const slack = 40;
const stalled = 100;
/** A frame that is passed on is so old at most, and from the stick to the dock takes so long, ms. */
const oldestPassed = 250;
const longestWay = 120;

/** Deflections by which a frame is known again at the dock. */
export const sticksOf = (id: number): { roll: number; throttle: number } => ({
  roll: ((id % reach) + 1) / reach,
  throttle: ((Math.floor(id / reach) % wide) - reach) / reach,
});
const idOf = (data: Heard['data']): number | null => {
  const [roll, throttle] = [Number(data?.['roll']) - centre, Number(data?.['throttle']) - centre];
  return roll === 0 ? null : (throttle + reach) * reach + roll - 1;
};

export const nothingJudged = (): Judged => ({
  counts: Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>,
  examples: [],
  frames: 0,
  unjudged: 0,
  latencies: [],
  ownFrames: 0,
});

/** @param lagAt how long this process stalled around a moment, ms */
export const checkDock = (story: DockStory, lagAt: (at: number) => number, into: Judged): void => {
  const all = story.heard.toSorted((a, b) => a.at - b.at);
  const frames = all.filter(({ method }) => method === 'stick_control');
  const found = (fault: Fault, at: number, more: string): void => {
    into.counts[fault] += 1;
    if (into.examples.length < 20) into.examples.push(`${fault}: ${more} at ${at.toFixed(0)}`);
  };
  const pageCentred = (from: number, until: number): boolean =>
    story.centred.some((at) => at >= from && at <= until);
  const hasEnded = (from: number, until: number): boolean =>
    story.ended.some((one) => one.from <= until && one.until >= from);
  for (const [at, one] of all.entries())
    if (one.method === 'heart_beat' && all[at - 1]?.method !== 'stick_control')
      found('heartbeats without a frame', one.at, one.method);
  let lastOrder = -1;
  let lastPage: number | null = null;
  let own = 0;
  for (const [index, { at, data }] of frames.entries()) {
    into.frames += 1;
    const lag = lagAt(at);
    if (lag > stalled) into.unjudged += 1;
    const judged = lag <= stalled;
    const loose = slack + lag;
    const id = idOf(data);
    const silence = lastPage === null ? null : at - lastPage;
    if (judged && story.ended.some(({ from, until }) => at > from + loose && at < until))
      found('after the sticks had ended', at, id === null ? 'centred' : 'deflected');
    if (id === null) {
      if (!pageCentred(at - oldestPassed - longestWay - loose, at)) {
        own += 1;
        into.ownFrames += 1;
        const inTime = silence !== null && silence >= 300 - loose && silence <= 500 + loose;
        if (judged && (own > 1 || !inTime))
          found(
            'centred by the server more than once, too early, or after 500 ms',
            at,
            `number ${own} after ${silence?.toFixed(0)} ms`,
          );
        continue;
      }
    } else {
      const frame = story.sent.get(id);
      if (!frame) found('that nobody sent', at, String(id));
      else {
        const age = at - frame.readAt;
        if (frame.plain) into.latencies.push(age);
        if (judged && age > oldestPassed + loose) found('older than 250 ms', at, `${age.toFixed(0)} ms`);
        if (frame.order <= lastOrder)
          found('out of order, or twice', at, `${frame.order} after ${lastOrder}`);
        lastOrder = frame.order;
        const newer = story.handovers.find((one) => one.epoch > frame.epoch && at > one.at + 15 + lag);
        if (newer) found('of an earlier epoch', at, `${(at - newer.at).toFixed(0)} ms after it changed`);
      }
      if (judged && silence !== null && silence > 500 + loose && !pageCentred((lastPage ?? 0) - loose, at))
        found('moving again after 500 ms of silence without being centred', at, `${silence.toFixed(0)} ms`);
      const next = frames[index + 1]?.at ?? Infinity;
      const latest = 300 + beat + loose + lagAt(at + 350);
      if (judged && next - at > latest && !hasEnded(at, at + latest))
        found('not centred after 300 ms of silence', at, `next after ${(next - at).toFixed(0)} ms`);
    }
    lastPage = at;
    own = 0;
  }
};
