import { CallRefused, CallUnreachable } from '@eyrie/client';
import { limits, type ControlChange, type LeaseView } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { createLeaseKeeper, type LeaseState } from './lease-keeper.ts';

const me = { oid: 'm1', name: 'Wang', mine: true };
const other = { oid: 'm2', name: 'Li', mine: false };
/** The server's clock runs this far ahead of the page's. */
const ahead = 1_000_000;

const setUp = () => {
  let at = 1_000;
  let epoch = 4;
  const sent: string[] = [];
  let next: ((name: string) => LeaseView) | null = null;
  const view = (part: Partial<LeaseView> = {}): LeaseView => ({
    epoch,
    holder: me,
    expiresAt: at + ahead + limits.lease.ttl,
    asked: false,
    serverTime: at + ahead,
    ...part,
  });
  const answer = async (name: string) => {
    sent.push(name);
    return { view: next ? next(name) : view(), sentAt: at, receivedAt: at };
  };
  const states: LeaseState[] = [];
  const keeper = createLeaseKeeper({
    tabId: 'this-tab',
    memberOID: () => me.oid,
    now: () => at,
    onThisClock: (moment) => moment - ahead,
    onChange: (state) => states.push(state),
    wire: {
      get: () => answer('get'),
      take: () => answer('take'),
      ask: () => answer('ask'),
      renew: () => answer('renew'),
      release: () => answer('release'),
      answer: () => answer('answer'),
      override: () => answer('override'),
      leave: () => void sent.push('leave'),
    },
  });
  const news = (part: Partial<NonNullable<ControlChange['lease']>>): NonNullable<ControlChange['lease']> => ({
    control: 'flight',
    epoch,
    holder: null,
    expiresAt: null,
    asker: null,
    reason: null,
    ...part,
  });
  return {
    keeper,
    sent,
    states,
    view,
    news,
    now: () => at,
    answering: (by: ((name: string) => LeaseView) | null) => {
      next = by;
    },
    raise: () => (epoch += 1),
    /** Lets time pass in steps of half a second, as the page does. */
    pass: async (ms: number) => {
      for (const end = at + ms; at < end;) {
        at += 500;
        keeper.beat();
        await new Promise(process.nextTick);
      }
    },
  };
};
const othersTab = { oid: 'm2', name: 'Li', tabId: 'other-tab' };
const thisTab = { oid: 'm1', name: 'Wang', tabId: 'this-tab' };

describe('keeping control', () => {
  it('renews every five seconds while the page is seen and linked', async () => {
    const { keeper, sent, pass } = setUp();
    await keeper.take();
    await pass(16_000);
    expect(sent).toEqual(['take', 'renew', 'renew', 'renew']);
    expect(keeper.state().phase).toBe('mine');
  });
  it('stops renewing while hidden and is without control after fifteen seconds', async () => {
    const { keeper, sent, pass } = setUp();
    await keeper.take();
    keeper.attend({ visible: false, linkUp: true });
    await pass(14_500);
    expect(keeper.state().phase).toBe('mine');
    await pass(500);
    expect(keeper.state()).toMatchObject({ phase: 'unknown', notice: { kind: 'lapsed' } });
    expect(sent).toEqual(['take']);
  });
  it('renews at once when the page is seen again in time', async () => {
    const { keeper, sent, pass } = setUp();
    await keeper.take();
    keeper.attend({ visible: false, linkUp: true });
    await pass(9_000);
    keeper.attend({ visible: true, linkUp: true });
    await pass(500);
    expect(sent).toEqual(['take', 'renew']);
  });
  it('tries again soon after a renewal without an answer, and keeps the control', async () => {
    const { keeper, sent, pass, answering } = setUp();
    await keeper.take();
    answering(() => {
      throw new CallUnreachable('Network Error', null);
    });
    await pass(7_000);
    expect(sent.length).toBeGreaterThan(2);
    answering(null);
    await pass(9_000);
    expect(keeper.state().phase).toBe('mine');
  });
  it('is without control when the server says so', async () => {
    const { keeper, pass, answering, view } = setUp();
    await keeper.take();
    answering((name) => {
      if (name === 'get') return view({ epoch: 9, holder: other });
      throw new CallRefused({ status: 409, code: 409, message: '', reason: 'controlLost', data: null });
    });
    await pass(6_500);
    expect(keeper.state()).toMatchObject({
      phase: 'held',
      holder: { name: 'Li' },
      notice: { kind: 'lapsed' },
    });
  });
});

describe('others', () => {
  it('an override is told at once with its reason', async () => {
    const { keeper, news, raise } = setUp();
    await keeper.take();
    raise();
    keeper.heard(news({ holder: othersTab, expiresAt: ahead + 20_000, reason: 'fire nearby' }));
    expect(keeper.state()).toMatchObject({
      phase: 'held',
      notice: { kind: 'taken', by: 'Li', reason: 'fire nearby' },
    });
  });
  it('an ask is shown with the time to answer, and a refusal keeps the control', async () => {
    const { keeper, news, now } = setUp();
    await keeper.take();
    keeper.heard(
      news({
        holder: thisTab,
        expiresAt: ahead + now() + 9_000,
        asker: { ...othersTab, until: ahead + now() + 10_000 },
      }),
    );
    expect(keeper.state().asker).toEqual({ name: 'Li', own: false, until: now() + 10_000 });
    await keeper.answer(false);
    expect(keeper.state()).toMatchObject({ phase: 'mine', asker: null });
  });
  it('an own ask that is granted makes it ours and is renewed at once', async () => {
    const { keeper, news, sent, pass, answering, view, raise, now } = setUp();
    answering(() => view({ holder: other, asked: true }));
    await keeper.ask();
    expect(keeper.state()).toMatchObject({ phase: 'asking', askedUntil: now() + 10_000 });
    raise();
    answering(null);
    keeper.heard(news({ holder: thisTab, expiresAt: ahead + now() + 15_000 }));
    await pass(500);
    expect(keeper.state().phase).toBe('mine');
    expect(sent).toEqual(['ask', 'renew']);
  });
  it('an own ask that is refused is told', async () => {
    const { keeper, news, answering, view } = setUp();
    answering(() => view({ holder: other, asked: true }));
    await keeper.ask();
    keeper.heard(news({ holder: othersTab, expiresAt: ahead + 10_000 }));
    expect(keeper.state()).toMatchObject({ phase: 'held', notice: { kind: 'refused', by: 'Li' } });
  });
  it('a late message of an older epoch changes nothing', async () => {
    const { keeper, news } = setUp();
    await keeper.take();
    const before = keeper.state();
    keeper.heard(news({ epoch: 3, holder: othersTab, expiresAt: ahead + 1 }));
    expect(keeper.state()).toBe(before);
  });
  it('the same member in another tab is not this tab', async () => {
    const { keeper, answering, view } = setUp();
    answering(() => view());
    await keeper.look();
    expect(keeper.state()).toMatchObject({ phase: 'held', holder: { name: 'Wang', self: false } });
  });
});

describe('the link to the server', () => {
  it.each(['free', 'held'] as const)(
    'while it is down nobody is said to hold or not to hold: %s',
    async (phase) => {
      const { keeper, answering, view, pass, sent } = setUp();
      answering(() => view(phase === 'free' ? { holder: null, expiresAt: null } : { holder: other }));
      await keeper.look();
      expect(keeper.state().phase).toBe(phase);
      keeper.attend({ visible: true, linkUp: false });
      await pass(6_000);
      expect(keeper.state()).toMatchObject({ phase: 'unknown', holder: null, endsAt: null });
      expect(sent).toEqual(['get']);
      keeper.attend({ visible: true, linkUp: true });
      await pass(500);
      expect(keeper.state().phase).toBe(phase);
    },
  );
  it('while it is down control of this tab counts on, and an ask is known again after it', async () => {
    const { keeper, answering, view, pass, raise } = setUp();
    await keeper.take();
    keeper.attend({ visible: true, linkUp: false });
    await pass(2_000);
    expect(keeper.state().phase).toBe('mine');
    await keeper.release();
    raise();
    answering(() => view({ holder: other, asked: true }));
    keeper.attend({ visible: true, linkUp: true });
    await keeper.ask();
    const { askedUntil } = keeper.state();
    keeper.attend({ visible: true, linkUp: false });
    expect(keeper.state().phase).toBe('unknown');
    keeper.attend({ visible: true, linkUp: true });
    await pass(500);
    expect(keeper.state()).toMatchObject({ phase: 'asking', askedUntil });
  });
});

describe('leaving', () => {
  it('gives control back, and only when there is some', async () => {
    const { keeper, sent } = setUp();
    keeper.leave();
    await keeper.take();
    keeper.leave();
    expect(sent).toEqual(['take', 'leave']);
  });
  it('a refused wish leaves the state and is thrown on', async () => {
    const { keeper, answering, view } = setUp();
    answering((name) => {
      if (name === 'get') return view({ holder: other });
      throw new CallRefused({ status: 409, code: 409, message: 'held', reason: 'controlHeld', data: null });
    });
    await expect(keeper.take()).rejects.toThrow('held');
    expect(keeper.state()).toMatchObject({ busy: false, phase: 'held' });
  });
});

describe('another tab of the same member', () => {
  it('is told apart from somebody else, in answers and in messages', async () => {
    const { keeper, news, answering, view } = setUp();
    answering(() => view({ holder: me }));
    await keeper.look();
    expect(keeper.state()).toMatchObject({ phase: 'held', holder: { name: 'Wang', self: false, own: true } });
    keeper.heard(
      news({ epoch: 9, holder: { oid: 'm1', name: 'Wang', tabId: 'that-tab' }, expiresAt: 9_999_999 }),
    );
    expect(keeper.state()).toMatchObject({ phase: 'held', holder: { self: false, own: true } });
    keeper.heard(news({ epoch: 10, holder: { oid: 'm2', name: 'Li', tabId: 'x' }, expiresAt: 9_999_999 }));
    expect(keeper.state()).toMatchObject({ phase: 'held', holder: { name: 'Li', self: false, own: false } });
  });
});
