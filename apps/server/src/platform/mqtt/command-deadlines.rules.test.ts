import { limits } from '@eyrie/domain';
import type { AedesPublishPacket } from 'aedes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandDeadlines, Lateness, machineTime, type DeviceConnection } from './command-deadlines.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'hrtime', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const { underWay, timely, overdueKept, usualDelayFor, delayCheckEvery } = limits.broker;

const place = () => {
  const reports: string[] = [];
  const resets: string[] = [];
  const deadlines = new CommandDeadlines({
    wall: Date.now,
    report: ({ sn, tid, outcome }) => void reports.push(`${sn} ${tid} ${outcome}`),
  });
  const connectionOf = (sn: string): DeviceConnection => ({
    sn,
    reset: () => void resets.push(sn),
    holdsBack: () => false,
  });
  const own = connectionOf('DOCK1');
  const announce = (tid: string, within = 5_000, more: object = {}): void =>
    deadlines.announced(
      JSON.stringify({ sn: 'DOCK1', dockOID: 'record', tid, until: machineTime() + within, ...more }),
    );
  const order = (tid: unknown, topic = 'thing/product/DOCK1/services') =>
    ({ topic, payload: JSON.stringify({ tid }) }) as unknown as AedesPublishPacket;
  const write = (tid: string, messageId?: number, on = own): void =>
    deadlines.written(on, order(tid), messageId);
  const says = (
    topic: string,
    said: object,
    { ago = 0, on = own }: { ago?: number; on?: DeviceConnection } = {},
  ): void =>
    deadlines.heard(
      on,
      {
        cmd: 'publish',
        topic: `thing/product/${on.sn}/${topic}`,
        payload: JSON.stringify({ timestamp: Date.now() - ago, ...said }),
        qos: 0,
        dup: false,
        retain: false,
      },
      false,
    );
  const acknowledges = (messageId: number, underWayYet = true): void =>
    deadlines.heard(own, { cmd: 'puback', messageId }, underWayYet);
  return { deadlines, reports, resets, own, connectionOf, announce, order, write, says, acknowledges };
};

describe('an order passes the broker', () => {
  it('before its time, and is dropped and reported once from then on', () => {
    const { deadlines, reports, announce, order } = place();
    announce('t');
    vi.advanceTimersByTime(4_999);
    expect(deadlines.mayPass(order('t'))).toBe(true);
    vi.advanceTimersByTime(1);
    expect([deadlines.mayPass(order('t')), deadlines.mayPass(order('t'))]).toEqual([false, false]);
    expect(reports).toEqual(['DOCK1 t notDelivered']);
  });

  it('not when it comes later than whoever held control may have sent it', () => {
    const { deadlines, reports, announce, order } = place();
    announce('t', 5_000, { by: machineTime() + 1_000 });
    vi.advanceTimersByTime(999);
    expect(deadlines.mayPass(order('t'))).toBe(true);
    vi.advanceTimersByTime(1);
    expect(deadlines.mayPass(order('t'))).toBe(false);
    expect(reports).toEqual(['DOCK1 t notDelivered']);
    // Its timer has nothing left to say.
    vi.advanceTimersByTime(10_000);
    expect(reports).toHaveLength(1);
  });

  it('not when its time was over as it was announced', () => {
    const { deadlines, announce, order } = place();
    announce('t', 0);
    expect(deadlines.mayPass(order('t'))).toBe(false);
  });

  it('where nobody announced it, and where what was announced is no deadline', () => {
    const { deadlines, announce, order } = place();
    deadlines.announced('{"sn":1}');
    announce('t', -1);
    for (const other of [
      order('other'),
      order(7),
      order('t', 'thing/product/DOCK2/services'),
      order('t', 'thing/product/DOCK1/drc/down'),
      { ...order('t'), payload: 'no message' },
    ]) {
      expect(deadlines.mayPass(other)).toBe(true);
      expect(deadlines.isFor('other', other)).toBe(true);
    }
  });

  it('on every topic of an order, to the record that it is for', () => {
    const { deadlines, announce, order } = place();
    announce('t');
    for (const topic of ['thing/product/DOCK1/services', 'thing/product/DOCK1/property/set'])
      expect([
        deadlines.isFor('record', order('t', topic)),
        deadlines.isFor('other', order('t', topic)),
      ]).toEqual([true, false]);
    const open = { topic: 'eyrie/v1/DOCK1/command', payload: JSON.stringify({ id: 't' }) };
    expect([deadlines.isFor('record', open), deadlines.isFor('other', open)]).toEqual([true, false]);
  });
});

describe('an order that nobody was given', () => {
  it('is told of at once, and one that was written is not', () => {
    const { deadlines, reports, announce, order, write } = place();
    announce('a');
    announce('b');
    write('b');
    deadlines.passed(order('a'));
    deadlines.passed(order('b'));
    deadlines.passed(order('unknown'));
    expect(reports).toEqual(['DOCK1 a notDelivered']);
  });

  it('is still dropped when it comes after its end, for a while', () => {
    const { deadlines, reports, resets, announce, order } = place();
    announce('t', 1_000);
    vi.advanceTimersByTime(1_000);
    expect(reports).toEqual(['DOCK1 t notDelivered']);
    vi.advanceTimersByTime(overdueKept - 1);
    expect(deadlines.mayPass(order('t'))).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadlines.mayPass(order('t'))).toBe(true);
    expect([reports.length, resets]).toEqual([1, []]);
  });
});

describe('an order that was written', () => {
  it('and is not confirmed in its time is cut with all others of its connection', () => {
    const { deadlines, reports, resets, own, connectionOf, announce, write } = place();
    const other = connectionOf('DOCK2');
    announce('a', 1_000);
    announce('b');
    announce('c', 5_000, { sn: 'DOCK2' });
    deadlines.written(
      other,
      { topic: 'thing/product/DOCK2/services', payload: '{"tid":"c"}' } as AedesPublishPacket,
      undefined,
    );
    expect([deadlines.hasUndelivered(own), deadlines.hasUndelivered(other)]).toEqual([false, true]);
    write('a');
    write('b');
    expect(deadlines.hasUndelivered(own)).toBe(true);
    expect(deadlines.hasUndelivered(connectionOf('DOCK1'))).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(reports).toEqual(['DOCK1 a cut', 'DOCK1 b cut']);
    expect(resets).toEqual(['DOCK1']);
    expect(deadlines.hasUndelivered(own)).toBe(false);
  });

  it('is confirmed with those before it by the acknowledgement of its message, and no later one is', () => {
    const { reports, announce, write, acknowledges } = place();
    for (const [at, tid] of ['a', 'b', 'c'].entries()) {
      announce(tid);
      write(tid, at + 1);
      vi.advanceTimersByTime(10);
    }
    acknowledges(2, false);
    acknowledges(9);
    expect(reports).toEqual([]);
    acknowledges(2);
    expect(reports).toEqual(['DOCK1 a delivered', 'DOCK1 b delivered']);
    acknowledges(3);
    expect(reports).toHaveLength(3);
    vi.advanceTimersByTime(60_000);
    expect(reports).toHaveLength(3);
  });

  it.each(['services_reply', 'property/set_reply'])('is confirmed by its own answer on %s', (topic) => {
    const { reports, announce, write, says, connectionOf } = place();
    announce('t');
    write('t', 1);
    says(topic, { tid: 'other' });
    says('events', { tid: 't' });
    says(topic, { tid: 't' }, { on: connectionOf('DOCK2') });
    expect(reports).toEqual([]);
    says(topic, { tid: 't' });
    expect(reports).toEqual(['DOCK1 t delivered']);
  });

  it('is confirmed by what the device says once it was long enough under way', () => {
    const { reports, announce, write, says } = place();
    says('osd', {});
    announce('t');
    write('t');
    vi.advanceTimersByTime(underWay);
    says('osd', {});
    expect(reports).toEqual([]);
    vi.advanceTimersByTime(1);
    says('osd', {});
    expect(reports).toEqual(['DOCK1 t delivered']);
  });

  it('is not confirmed by what was said before it, or was itself long on its way', () => {
    const { reports, announce, write, says } = place();
    says('osd', {});
    announce('t');
    write('t');
    vi.advanceTimersByTime(underWay + 500);
    says('osd', {}, { ago: 500 });
    says('osd', {}, { ago: timely });
    expect(reports).toEqual([]);
    says('osd', {}, { ago: 499 });
    expect(reports).toEqual(['DOCK1 t delivered']);
    const late = place();
    late.says('osd', {});
    late.announce('t', 20_000);
    late.write('t');
    vi.advanceTimersByTime(10_000);
    late.says('osd', {}, { ago: timely });
    expect(late.reports).toEqual([]);
    late.says('osd', {}, { ago: timely - 1 });
    expect(late.reports).toEqual(['DOCK1 t delivered']);
  });

  it.each([{ timestamp: undefined }, { timestamp: null }])(
    'is confirmed by a message that tells no time: %j',
    (said) => {
      const { reports, announce, write, says } = place();
      says('osd', {});
      announce('t');
      write('t');
      vi.advanceTimersByTime(underWay + 1);
      says('osd', said);
      expect(reports).toEqual(['DOCK1 t delivered']);
    },
  );

  it('to a device that acknowledges is confirmed by nothing else that it says', () => {
    const { reports, announce, write, says } = place();
    says('osd', {});
    announce('t');
    write('t', 5);
    vi.advanceTimersByTime(4_000);
    says('osd', {});
    expect(reports).toEqual([]);
  });

  it('is reset at the end of the broker, without a word of those that were not', () => {
    const { deadlines, reports, resets, announce, write, order } = place();
    announce('a');
    announce('b');
    write('a');
    deadlines.stop();
    expect(resets).toEqual(['DOCK1']);
    vi.advanceTimersByTime(60_000);
    expect(reports).toEqual([]);
    expect(deadlines.mayPass(order('b'))).toBe(true);
  });
});

describe('how late a message is', () => {
  it('is counted from the least delay of the last minutes', () => {
    const late = new Lateness(Date.now);
    const of = (ago: number): number => late.of(Date.now() - ago);
    expect([of(300), of(500), of(200), of(500)]).toEqual([0, 200, 0, 300]);
    // A clock that goes ahead has a delay below nothing.
    expect([of(-100), of(0)]).toEqual([0, 100]);
    vi.advanceTimersByTime(usualDelayFor);
    expect(of(400)).toBe(500);
    vi.advanceTimersByTime(1);
    expect(of(400)).toBe(500);
    // What was usual before last is forgotten.
    vi.advanceTimersByTime(usualDelayFor + 1);
    expect(of(600)).toBe(700);
    expect(of(600)).toBe(200);
  });

  it('is known of a device that says little, in seconds or milliseconds of its clock', () => {
    const { reports, announce, write, says } = place();
    says('osd', { timestamp: Math.floor(Date.now() / 1_000) });
    vi.advanceTimersByTime(delayCheckEvery + 1);
    announce('t', 20_000);
    write('t');
    vi.advanceTimersByTime(underWay + 1_001);
    says('osd', { timestamp: Math.floor(Date.now() / 1_000) });
    expect(reports).toEqual(['DOCK1 t delivered']);
  });
});
