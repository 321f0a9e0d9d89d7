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
  /** Of frames that came while processes stalled: not judged. */
  unjudged: number;
  /** Faults in silences in which processes stalled: they may be the machine's, and do not count. */
  doubtful: number;
  /** From the stick to the dock, by the moment of arrival, ms. */
  latencies: { at: number; took: number }[];
  ownFrames: number;
}

const centre = 1024;
const reach = 660;
const wide = 2 * reach + 1;
/** From one watch of the server to the next, and from it to this process, ms. */
const beat = 50;
export const slack = 40;
/** What came around a longer stall is not judged, ms. */
export const stalled = 100;
/** A frame that is passed on is so old at most, and from the stick to the dock takes so long, ms. */
const oldestPassed = 250;
const longestWay = 120;

/** So long before a frame the server's watch and the frames that were lost stood, ms. */
const lately = 600;

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
  doubtful: 0,
  latencies: [],
  ownFrames: 0,
});

/** The longest time for which the machine let this process, the server or its broker wait in a span, ms. */
type Stalls = (from: number, until: number) => number;

/** By how much the silence before a frame may be another here than the server's own, ms. */
const waitedBefore = (stalls: Stalls, lastPage: number | null, at: number): number =>
  lastPage === null
    ? stalls(at, at)
    : Math.max(stalls(lastPage, lastPage), stalls(Math.max(lastPage, at - lately), at));

export const checkDock = (story: DockStory, stalls: Stalls, into: Judged): void => {
  const all = story.heard.toSorted((a, b) => a.at - b.at);
  const frames = all.filter(({ method }) => method === 'stick_control');
  const found = (fault: Fault, at: number, more: string): void => {
    into.counts[fault] += 1;
    if (into.examples.length < 20) into.examples.push(`${fault}: ${more} at ${at.toFixed(0)}`);
  };
  /** Silence is counted by the server, between what it sends: what either end of it waited makes it another here. */
  const foundIn = (lag: number, ...one: Parameters<typeof found>): void => {
    if (lag > stalled) into.doubtful += 1;
    else found(...one);
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
    const lag = stalls(at, at);
    if (lag > stalled) into.unjudged += 1;
    const judged = lag <= stalled;
    const loose = slack + lag;
    const id = idOf(data);
    const silence = lastPage === null ? null : at - lastPage;
    const before = waitedBefore(stalls, lastPage, at);
    if (judged && story.ended.some(({ from, until }) => at > from + loose && at < until))
      found('after the sticks had ended', at, id === null ? 'centred' : 'deflected');
    if (id === null) {
      if (!pageCentred(at - oldestPassed - longestWay - loose, at)) {
        own += 1;
        into.ownFrames += 1;
        const inTime = silence !== null && silence >= 300 - slack - before && silence <= 500 + slack + before;
        if (own > 1 || !inTime)
          foundIn(
            before,
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
        if (frame.plain && lag <= slack) into.latencies.push({ at, took: age });
        if (judged && age > oldestPassed + loose) found('older than 250 ms', at, `${age.toFixed(0)} ms`);
        if (frame.order <= lastOrder)
          found('out of order, or twice', at, `${frame.order} after ${lastOrder}`);
        lastOrder = frame.order;
        const newer = story.handovers.find((one) => one.epoch > frame.epoch && at > one.at + 15 + lag);
        if (newer) found('of an earlier epoch', at, `${(at - newer.at).toFixed(0)} ms after it changed`);
      }
      const again = 500 + slack + before;
      if (silence !== null && silence > again && !pageCentred((lastPage ?? 0) - loose, at))
        foundIn(
          before,
          'moving again after 500 ms of silence without being centred',
          at,
          `${silence.toFixed(0)} ms`,
        );
      const next = frames[index + 1]?.at ?? Infinity;
      const after = stalls(at, at + 300 + beat);
      const latest = 300 + beat + slack + after;
      if (next - at > latest && !hasEnded(at, at + latest))
        foundIn(after, 'not centred after 300 ms of silence', at, `next after ${(next - at).toFixed(0)} ms`);
    }
    lastPage = at;
    own = 0;
  }
};
