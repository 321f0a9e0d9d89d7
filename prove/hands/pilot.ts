/** The sticks of one dock as its pages hold them, ten times a second, and what happens to them on their way. */
import { setTimeout as delay } from 'node:timers/promises';
import { calls } from '@eyrie/domain';
import { sticksOf, type DockStory, type SentFrame } from './judge.ts';
import type { Flown, HandDock, Place } from './place.ts';

export const troubles = [
  'the page stops',
  'its link stalls',
  'frames come late',
  'frames come in another order',
  'frames come twice',
  'its clock jumps an hour',
  'its socket is killed',
  'its lease is given back',
] as const;
export type Trouble = (typeof troubles)[number];

const every = 100;
const renewEvery = 4_000;
/** No frame of so long ago is on its way any more, ms. */
const settled = 700;

/** @param bare sends the same moment by a WebSocket that only relays */
export const createPilot = (place: Place, at: HandDock, bare: (readAt: number) => void) => {
  const sent = new Map<number, SentFrame>();
  const centred: number[] = [];
  const handovers: { at: number; epoch: number }[] = [];
  const ended: { from: number; until: number }[] = [];
  const shuffled: (() => void)[] = [];
  let order = 0;
  let flown: Flown | null = null;
  /** Whose page goes on although somebody else flies. */
  let former: Flown | null = null;
  let held: 'nothing' | 'centre' | 'push' = 'nothing';
  let trouble: Trouble | null = null;
  let late = 0;
  let quietSince = 0;

  const say = ({ page, epoch }: Flown, push: boolean): void => {
    if (page.socket.readyState !== page.socket.OPEN) return;
    order += 1;
    const seq = order;
    const readAt = performance.now();
    const id = seq;
    const plain = trouble === null && push && readAt - quietSince > settled && page === flown?.page;
    if (push) sent.set(id, { order: seq, readAt, epoch, plain });
    else centred.push(readAt);
    if (plain) bare(readAt);
    const shift = trouble === 'its clock jumps an hour' ? 3_600_000 : 0;
    const send = (): void => {
      if (page.socket.readyState === page.socket.OPEN)
        page.frame(epoch, push ? sticksOf(id) : {}, { seq, at: readAt + shift });
    };
    if (trouble === 'frames come late') setTimeout(send, late);
    else if (trouble === 'frames come in another order') {
      shuffled.push(send);
      if (shuffled.length === 3) for (const one of shuffled.splice(0).toReversed()) one();
    } else {
      send();
      if (trouble === 'frames come twice') setTimeout(send, 60);
    }
  };
  const timer = setInterval(() => {
    if (held === 'nothing' || trouble === 'the page stops') return;
    if (former && held === 'push') say(former, true);
    if (flown) say(flown, held === 'push');
  }, every);
  const renewal = setInterval(() => {
    if (!flown) return;
    const { hand, epoch } = flown;
    const request = { oid: at.oid, control: 'flight', tabId: hand.tabId, epoch };
    place.call(hand, calls.lease.renew, request).catch(() => undefined);
  }, renewEvery);

  const hold = async (what: typeof held, ms: number): Promise<void> => {
    held = what;
    await delay(ms);
  };
  const end = (): void => void ended.push({ from: performance.now(), until: Infinity });
  const begun = (): void => {
    for (const one of ended) if (one.until === Infinity) one.until = performance.now();
  };
  const enter = async (hand = at.hands[0], epoch?: number): Promise<void> => {
    held = 'nothing';
    flown = await place.enter(at, hand, epoch);
    begun();
  };

  return {
    at,
    enter,
    hold,
    end,
    /** One stall: centred, deflected, what goes wrong, and deflected again. @returns ms until the sticks had ended */
    async stall(kind: Trouble, ms: number, share: number): Promise<number | null> {
      if (!flown) throw new Error('nobody flies');
      let took: number | null = null;
      await hold('centre', 250);
      await hold('push', 350 + share * 200);
      late = ms / 3;
      trouble = kind;
      const { hand, epoch, page } = flown;
      if (kind === 'its link stalls') hand.way.become('silent');
      if (kind === 'its socket is killed') page.socket.terminate();
      if (kind === 'its lease is given back') {
        const request = { oid: at.oid, control: 'flight', tabId: hand.tabId, epoch };
        const asked = performance.now();
        await place.call(hand, calls.lease.release, request);
        handovers.push({ at: performance.now(), epoch: epoch + 1 });
        end();
        while (page.states.at(-1)?.forwarding !== false && performance.now() - asked < 3_000) await delay(10);
        took = performance.now() - asked;
      }
      await delay(ms);
      hand.way.become('open');
      for (const one of shuffled.splice(0)) one();
      trouble = null;
      quietSince = performance.now();
      if (kind === 'its socket is killed') flown = { ...flown, page: await place.openPage(at, hand) };
      await hold('push', 300);
      if (took !== null) await enter(hand);
      return took;
    },
    /** Somebody else takes over while the holder flies on. @returns ms until the holder's sticks had ended */
    async takeOver(): Promise<number> {
      if (!flown) throw new Error('nobody flies');
      const holder = flown;
      const taker = at.hands[holder.hand === at.hands[0] ? 1 : 0];
      await hold('centre', 220);
      await hold('push', 220);
      // A session flies by two pages at most, and this one is to open another.
      former?.page.socket.terminate();
      const nonce = await place.nonceOf(taker, at.oid);
      const asked = performance.now();
      const { status, message, data } = await place.override(taker, at.oid, nonce);
      if (status !== 200) throw new Error(`override: ${status} ${message}`);
      handovers.push({ at: performance.now(), epoch: data.epoch as number });
      end();
      former = holder;
      flown = null;
      while (holder.page.states.at(-1)?.forwarding !== false && performance.now() - asked < 3_000)
        await delay(5);
      const took = performance.now() - asked;
      const next = await place.enter(at, taker, data.epoch as number);
      begun();
      flown = next;
      return took;
    },
    noFormer(): void {
      former?.page.socket.terminate();
      former = null;
    },
    story: (): DockStory => ({
      heard: at.relays.flatMap(({ heard }) => heard),
      sent,
      centred,
      handovers,
      ended,
    }),
    stop(): void {
      clearInterval(timer);
      clearInterval(renewal);
      held = 'nothing';
    },
  };
};
export type Pilot = ReturnType<typeof createPilot>;
