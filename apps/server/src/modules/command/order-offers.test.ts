import { decodeLive, limits, memberMethods, type LiveMessage } from '@eyrie/domain';
import { mergeProperties } from '@eyrie/dji';
import { expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { openDockLink, type DockIdentity, type DockLink } from '../dock/index.ts';
import type { CommandPlans, Offer } from './command.plan.ts';
import { createOrderOffers } from './order-offers.ts';

const { askedFor, repeatEvery } = limits.orderOffers;
const begun = 1_000_000;

/** A dock that reports all the time, and what is published of its orders. */
const setUp = () => {
  let now = begun;
  let offer: Offer = () => null;
  const link = openDockLink(
    { oid: 'dock', sn: 'D1', model: '3-2-0', kind: 'dock', groupRoot: 'root', proved: true } as DockIdentity,
    1,
  );
  const plan = { offer: (moment: Parameters<Offer>[0]) => offer(moment), refuse: () => null };
  const plans = Object.fromEntries(memberMethods.map((method) => [method, plan])) as unknown as CommandPlans;
  const published: { topic: string; message: LiveMessage<'orderOffers'> | null }[] = [];
  const offers = createOrderOffers(
    {
      clock: { mono: () => now, wall: () => now },
      serverTime: () => now + 0.25,
      log: createLog({ level: 'silent' }),
    },
    {
      plans,
      linkOf: (oid): DockLink | null => (oid === 'dock' ? link : null),
      publish: (topic, payload) =>
        void published.push({ topic, message: decodeLive(payload) as LiveMessage<'orderOffers'> | null }),
    },
  );
  return {
    offers,
    /** A second passes. */
    tick(): void {
      now += 1_000;
      link.dockSnapshot = mergeProperties(
        link.dockSnapshot,
        { mode_code: 0 },
        { at: now, source: 'osd' },
      ).snapshot;
      offers.tick(link, now);
    },
    refuse: (by: Offer): void => void (offer = by),
    published: () => published.splice(0),
    now: () => now,
  };
};
type SetUp = ReturnType<typeof setUp>;
const seconds = (count: number, { tick }: Pick<SetUp, 'tick'>): void => {
  for (let left = count; left > 0; left -= 1) tick();
};

it('says nothing of a link that no page shows', () => {
  const one = setUp();
  const offer = vi.fn<Offer>(() => null);
  one.refuse(offer);
  one.offers.watched(['another']);
  seconds(5, one);
  expect(one.published()).toEqual([]);
  expect(offer).not.toHaveBeenCalled();
});

it('says of one that a page shows what is refused, each order once, and when that was looked at', () => {
  const one = setUp();
  one.refuse(() => ({ reason: 'dockBusy' }));
  one.offers.watched(['another', 'dock']);
  one.tick();
  const [first, ...more] = one.published();
  expect(more).toEqual([]);
  expect(first?.topic).toBe('INFO/root/DOCK/dock/9906');
  expect(first?.message).toMatchObject({ name: 'orderOffers', objectID: 'dock', data: { at: one.now() } });
  const orders = first?.message?.data.orders ?? [];
  expect(orders.map(({ method }) => method)).toEqual(memberMethods);
  expect(orders).toContainEqual({ method: 'flightPause', refusedFor: 'dockBusy' });
});

it('says it again at the next look when it changed, and unchanged only now and then', () => {
  const one = setUp();
  one.offers.watched(['dock']);
  seconds(1 + repeatEvery / 1_000, one);
  expect(one.published().map(({ message }) => message?.data.at)).toEqual([
    begun + 1_000,
    begun + 1_000 + repeatEvery,
  ]);
  one.refuse(() => ({ reason: 'aircraftFlies' }));
  one.tick();
  expect(one.published()).toHaveLength(1);
  one.tick();
  expect(one.published()).toEqual([]);
});

it('ends when no page asked for long enough, and begins anew without waiting for a change', () => {
  const one = setUp();
  one.offers.watched(['dock']);
  seconds(askedFor / 1_000, one);
  one.published();
  seconds(10, one);
  expect(one.published()).toEqual([]);
  one.offers.watched(['dock']);
  one.tick();
  expect(one.published()).toHaveLength(1);
});

it('holds nothing up where a plan fails', () => {
  const one = setUp();
  one.refuse(() => {
    throw new Error('a fault of a plan');
  });
  one.offers.watched(['dock']);
  expect(() => one.tick()).not.toThrow();
  expect(one.published()).toEqual([]);
});
