import { CallRefused, CallUnreachable } from '@eyrie/client';
import { limits, type ControlChange, type LeaseView } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { createLeaseClient, type LeaseState } from './lease-client.ts';

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
  let onItsWay: Promise<void> | null = null;
  const answer = async (name: string) => {
    sent.push(name);
    await onItsWay;
    return { view: next ? next(name) : view(), sentAt: at, receivedAt: at };
  };
  const states: LeaseState[] = [];
  const client = createLeaseClient({
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
  const change = (
    part: Partial<NonNullable<ControlChange['lease']>>,
  ): NonNullable<ControlChange['lease']> => ({
    control: 'flight',
    epoch,
    holder: null,
    expiresAt: null,
    asker: null,
    reason: null,
    ...part,
  });
  return {
    client,
    sent,
    states,
    view,
    change,
    now: () => at,
    answering: (by: ((name: string) => LeaseView) | null) => {
      next = by;
    },
    raise: () => (epoch += 1),
    /** Answers come only once the function that it returns is called. */
    holdNext: () => {
      let arrive = (): void => undefined;
      onItsWay = new Promise((resolve) => (arrive = resolve));
      return () => {
        onItsWay = null;
        arrive();
      };
    },
    /** Lets time pass in steps of half a second, as the page does. */
    pass: async (ms: number) => {
      for (const end = at + ms; at < end;) {
        at += 500;
        client.beat();
        await new Promise(process.nextTick);
      }
    },
  };
};
const othersTab = { oid: 'm2', name: 'Li', tabId: 'other-tab' };
const thisTab = { oid: 'm1', name: 'Wang', tabId: 'this-tab' };

describe('keeping control', () => {
  it('renews every five seconds while the page is seen and linked', async () => {
    const { client, sent, pass } = setUp();
    await client.take();
    await pass(16_000);
    expect(sent).toEqual(['take', 'renew', 'renew', 'renew']);
    expect(client.state().phase).toBe('mine');
  });
  it('stops renewing while hidden and is without control after fifteen seconds', async () => {
    const { client, sent, pass } = setUp();
    await client.take();
    client.attend({ visible: false, linkUp: true });
    await pass(14_500);
    expect(client.state().phase).toBe('mine');
    await pass(500);
    expect(client.state()).toMatchObject({ phase: 'unknown', notice: { kind: 'lapsed' } });
    expect(sent).toEqual(['take']);
  });
  it('renews at once when the page is seen again in time', async () => {
    const { client, sent, pass } = setUp();
    await client.take();
    client.attend({ visible: false, linkUp: true });
    await pass(9_000);
    client.attend({ visible: true, linkUp: true });
    await pass(500);
    expect(sent).toEqual(['take', 'renew']);
  });
  it('tries again soon after a renewal without an answer, and keeps the control', async () => {
    const { client, sent, pass, answering } = setUp();
    await client.take();
    answering(() => {
      throw new CallUnreachable('Network Error', null);
    });
    await pass(7_000);
    expect(sent.length).toBeGreaterThan(2);
    answering(null);
    await pass(9_000);
    expect(client.state().phase).toBe('mine');
  });
  it('is without control when the server says so', async () => {
    const { client, pass, answering, view } = setUp();
    await client.take();
    answering((name) => {
      if (name === 'get') return view({ epoch: 9, holder: other });
      throw new CallRefused({ status: 409, code: 409, message: '', reason: 'controlLost', data: null });
    });
    await pass(6_500);
    expect(client.state()).toMatchObject({
      phase: 'held',
      holder: { name: 'Li' },
      notice: { kind: 'lapsed' },
    });
  });
});

describe('others', () => {
  it('an override is told at once with its reason', async () => {
    const { client, change, raise } = setUp();
    await client.take();
    raise();
    client.heard(change({ holder: othersTab, expiresAt: ahead + 20_000, reason: 'fire nearby' }));
    expect(client.state()).toMatchObject({
      phase: 'held',
      notice: { kind: 'taken', by: 'Li', reason: 'fire nearby' },
    });
  });
  it('an ask is shown with the time to answer, and a refusal keeps the control', async () => {
    const { client, change, now } = setUp();
    await client.take();
    client.heard(
      change({
        holder: thisTab,
        expiresAt: ahead + now() + 9_000,
        asker: { ...othersTab, until: ahead + now() + 10_000 },
      }),
    );
    expect(client.state().asker).toEqual({ name: 'Li', own: false, until: now() + 10_000 });
    await client.answer(false);
    expect(client.state()).toMatchObject({ phase: 'mine', asker: null });
  });
  it('an own ask that is granted makes it ours and is renewed at once', async () => {
    const { client, change, sent, pass, answering, view, raise, now } = setUp();
    answering(() => view({ holder: other, asked: true }));
    await client.ask();
    expect(client.state()).toMatchObject({ phase: 'asking', askedUntil: now() + 10_000 });
    raise();
    answering(null);
    client.heard(change({ holder: thisTab, expiresAt: ahead + now() + 15_000 }));
    await pass(500);
    expect(client.state().phase).toBe('mine');
    expect(sent).toEqual(['ask', 'renew']);
  });
  it('an own ask that is refused is told', async () => {
    const { client, change, answering, view } = setUp();
    answering(() => view({ holder: other, asked: true }));
    await client.ask();
    client.heard(change({ holder: othersTab, expiresAt: ahead + 10_000 }));
    expect(client.state()).toMatchObject({ phase: 'held', notice: { kind: 'refused', by: 'Li' } });
  });
  it('a late message of an older epoch changes nothing', async () => {
    const { client, change } = setUp();
    await client.take();
    const before = client.state();
    client.heard(change({ epoch: 3, holder: othersTab, expiresAt: ahead + 1 }));
    expect(client.state()).toBe(before);
  });
  it('the same member in another tab is not this tab', async () => {
    const { client, answering, view } = setUp();
    answering(() => view());
    await client.look();
    expect(client.state()).toMatchObject({ phase: 'held', holder: { name: 'Wang', self: false } });
  });
});

describe('the link to the server', () => {
  it.each(['free', 'held'] as const)(
    'while it is down nobody is said to hold or not to hold: %s',
    async (phase) => {
      const { client, answering, view, pass, sent } = setUp();
      answering(() => view(phase === 'free' ? { holder: null, expiresAt: null } : { holder: other }));
      await client.look();
      expect(client.state().phase).toBe(phase);
      client.attend({ visible: true, linkUp: false });
      await pass(6_000);
      expect(client.state()).toMatchObject({ phase: 'unknown', holder: null, endsAt: null });
      expect(sent).toEqual(['get']);
      client.attend({ visible: true, linkUp: true });
      await pass(500);
      expect(client.state().phase).toBe(phase);
    },
  );
  it('is looked at anew once messages can be heard, also where nobody had control before', async () => {
    const { client, sent, answering, view, pass } = setUp();
    client.attend({ visible: true, linkUp: false });
    answering(() => view({ holder: null, expiresAt: null }));
    await client.look();
    answering(() => view({ holder: other }));
    client.attend({ visible: true, linkUp: true });
    await pass(500);
    expect(client.state().phase).toBe('held');
    answering(() => view({ holder: null, expiresAt: null }));
    await client.look();
    const before = sent.length;
    await pass(20_000);
    expect(sent).toHaveLength(before);
  });
  it('while it is down control of this tab counts on, and an ask is known again after it', async () => {
    const { client, answering, view, pass, raise } = setUp();
    await client.take();
    client.attend({ visible: true, linkUp: false });
    await pass(2_000);
    expect(client.state().phase).toBe('mine');
    await client.release();
    raise();
    answering(() => view({ holder: other, asked: true }));
    client.attend({ visible: true, linkUp: true });
    await client.ask();
    const { askedUntil } = client.state();
    client.attend({ visible: true, linkUp: false });
    expect(client.state().phase).toBe('unknown');
    client.attend({ visible: true, linkUp: true });
    await pass(500);
    expect(client.state()).toMatchObject({ phase: 'asking', askedUntil });
  });
});

describe('leaving', () => {
  it('gives control back, and only when there is some', async () => {
    const { client, sent } = setUp();
    client.leave();
    await client.take();
    client.leave();
    expect(sent).toEqual(['take', 'leave']);
  });
  it('is given back only after the renewal that is on its way, and is not renewed meanwhile', async () => {
    const { client, sent, pass, holdNext } = setUp();
    await client.take();
    const arrive = holdNext();
    await pass(5_500);
    const released = client.release();
    await pass(6_000);
    expect(sent).toEqual(['take', 'renew']);
    arrive();
    await released;
    expect(sent).toEqual(['take', 'renew', 'release']);
    expect(client.state().phase).toBe('free');
  });
  it('a refused request leaves the state and is thrown on', async () => {
    const { client, answering, view } = setUp();
    answering((name) => {
      if (name === 'get') return view({ holder: other });
      throw new CallRefused({ status: 409, code: 409, message: 'held', reason: 'controlHeld', data: null });
    });
    await expect(client.take()).rejects.toThrow('held');
    expect(client.state()).toMatchObject({ busy: false, phase: 'held' });
  });
});

describe('another tab of the same member', () => {
  it('is told apart from somebody else, in answers and in messages', async () => {
    const { client, change, answering, view } = setUp();
    answering(() => view({ holder: me }));
    await client.look();
    expect(client.state()).toMatchObject({ phase: 'held', holder: { name: 'Wang', self: false, own: true } });
    client.heard(
      change({ epoch: 9, holder: { oid: 'm1', name: 'Wang', tabId: 'that-tab' }, expiresAt: 9_999_999 }),
    );
    expect(client.state()).toMatchObject({ phase: 'held', holder: { self: false, own: true } });
    client.heard(change({ epoch: 10, holder: { oid: 'm2', name: 'Li', tabId: 'x' }, expiresAt: 9_999_999 }));
    expect(client.state()).toMatchObject({ phase: 'held', holder: { name: 'Li', self: false, own: false } });
  });
});
