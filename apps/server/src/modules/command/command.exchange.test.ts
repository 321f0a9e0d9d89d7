import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '@eyrie/domain';
import { decodeEnvelope, type DeviceMessage } from '@eyrie/dji';
import type { CommandLimit } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';
import { createExchange, type Answer } from './command.exchange.ts';
import type { Command } from './command.store.ts';

const ack = 5_000;
const linkOf = (oid: string, model = 'Dock 2', proved = true): DockLink =>
  ({ dock: { oid, sn: `SN-${oid}`, model, proved } }) as DockLink;
const own = linkOf('own');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** One step on its way to a dock, and what can come back for it. */
const setUp = (
  part: {
    bid?: string | null;
    model?: string;
    proved?: boolean;
    property?: true;
    publish?: () => Promise<void>;
  } = {},
) => {
  const published: { topic: string; message: DeviceMessage; limit: CommandLimit }[] = [];
  const late: string[] = [];
  const exchange = createExchange(
    { clock: { wall: () => 1_763_690_000_000 }, serverTime: () => 2_000 } as unknown as Runtime,
    {
      async publish(topic, payload, limit) {
        const decoded = decodeEnvelope(Buffer.from(payload));
        if (decoded.ok) published.push({ topic, message: decoded.message, limit });
        await part.publish?.();
      },
      late: (oid, { accepted, result }) => void late.push(`${oid} ${accepted} ${result}`),
    },
  );
  const command = { oid: 'c', dockOID: 'own', expiresAt: 2_700 } as Command;
  const property = part.property ? { property: part.property } : {};
  const step = { service: { method: 'return_home', data: null, ...property }, ack, bid: part.bid ?? null };
  const { sent, reply } = exchange.send(command, linkOf('own', part.model, part.proved), step, 'tid-1');
  let answer: Answer | undefined;
  void reply.then((given) => (answer = given));
  const reading = async (): Promise<Answer | undefined> => {
    await vi.advanceTimersByTimeAsync(0);
    return answer;
  };
  const replied = (differs: Partial<DeviceMessage> = {}, link = own): Promise<Answer | undefined> => {
    const message = { tid: 'tid-1', bid: published[0]?.message.bid ?? null, data: { result: 0 }, ...differs };
    exchange.replied(link, message as DeviceMessage);
    return reading();
  };
  return { published, late, sent, replied, reading, exchange };
};
const accepted = { accepted: true, result: 0 };

describe('a message over the link of sticks', () => {
  it('is answered by its method and number alone, and by its own dock', async () => {
    const published: { topic: string; payload: string }[] = [];
    const exchange = createExchange(
      { clock: { wall: () => 0 }, serverTime: () => 2_000 } as unknown as Runtime,
      {
        publish: async (topic, payload) => void published.push({ topic, payload }),
        late: () => undefined,
      },
    );
    const link = {
      ...own,
      sticks: { nextSeq: () => 41, night: null, capture: null, searchlights: [], stealth: null },
    } as DockLink;
    const service = { method: 'drc_camera_iso_set', data: { iso_value: 3 }, bySticks: true } as const;
    const command = { oid: 'c', dockOID: 'own', expiresAt: 2_700 } as Command;
    const { sent, reply } = exchange.send(command, link, { service, ack, bid: null }, 'tid-2');
    await sent;
    expect(published).toEqual([
      {
        topic: 'thing/product/SN-own/drc/down',
        payload: JSON.stringify({ seq: 41, method: service.method, data: service.data }),
      },
    ]);
    const say = (differs: { method?: string; seq?: number; from?: DockLink; data?: unknown }) => {
      const { method = service.method, seq = 41, from = link, data = { result: 5 } } = differs;
      exchange.repliedBySticks(from, {
        method,
        data,
        raw: { seq, method, data },
      } as unknown as DeviceMessage);
    };
    let answer: Answer | undefined;
    void reply.then((given) => (answer = given));
    say({ seq: 40 });
    say({ method: 'drc_camera_shutter_set' });
    say({ from: linkOf('other') });
    say({ data: {} });
    await vi.advanceTimersByTimeAsync(0);
    expect(answer).toBeUndefined();
    say({});
    say({ data: { result: 0 } });
    await vi.advanceTimersByTimeAsync(0);
    expect(answer).toMatchObject({ accepted: false, result: 5 });
  });

  it('is not sent while that link is closed', async () => {
    const publish = vi.fn<() => Promise<void>>(async () => undefined);
    const exchange = createExchange(
      { clock: { wall: () => 0 }, serverTime: () => 2_000 } as unknown as Runtime,
      { publish, late: () => undefined },
    );
    const link = { ...own, sticks: null } as DockLink;
    const service = { method: 'drc_camera_iso_set', data: null, bySticks: true } as const;
    const command = { oid: 'c', dockOID: 'own', expiresAt: 2_700 } as Command;
    const { sent } = exchange.send(command, link, { service, ack, bid: null }, 'tid-3');
    await expect(sent).rejects.toMatchObject({ reason: 'drcMissing' });
    expect(publish).not.toHaveBeenCalled();
  });
});

describe('a message to a dock', () => {
  it('does not leave for a device that lacks the method', async () => {
    const { published, sent, reading } = setUp({ model: 'RC Pro Enterprise' });
    await expect(sent).rejects.toMatchObject({ reason: 'methodMissing' });
    expect(published).toEqual([]);
    expect(await reading()).toBeNull();
    const newer = setUp({ model: 'RC Plus 2' });
    await newer.sent;
    expect(newer.published).toHaveLength(1);
  });

  it('does not leave for a serial number that is not proved to be its record’s', async () => {
    const { published, sent, reading } = setUp({ proved: false });
    await expect(sent).rejects.toMatchObject({ reason: 'notProved' });
    expect(published).toEqual([]);
    expect(await reading()).toBeNull();
  });

  it('that sets a property is answered by the result of that property', async () => {
    const set = { data: { night_lights_state: { result: 0 } } };
    expect(await setUp({ property: true }).replied(set)).toMatchObject(accepted);
    expect(
      await setUp({ property: true }).replied({ data: { night_lights_state: { result: 1 } } }),
    ).toMatchObject({
      accepted: false,
      result: 1,
    });
    // Of a service that is no answer.
    expect(await setUp().replied(set)).toBeUndefined();
  });

  it('is answered by its own device, where that names the order alone', async () => {
    const { exchange, reading } = setUp();
    const done = { accepted: true, result: 0, status: null, output: {} };
    exchange.answered(linkOf('other'), 'tid-1', done);
    exchange.answered(own, 'tid-2', done);
    expect(await reading()).toBeUndefined();
    exchange.answered(own, 'tid-1', done);
    expect(await reading()).toMatchObject(accepted);
  });

  it('goes to its topic with its numbers, and may stay on its way for as long as its command lives', async () => {
    const { published, sent } = setUp();
    await sent;
    expect(published).toMatchObject([
      {
        topic: 'thing/product/SN-own/services',
        message: { tid: 'tid-1', method: 'return_home', gateway: 'SN-own', timestamp: 1_763_690_000_000 },
        limit: { sn: 'SN-own', dockOID: 'own', tid: 'tid-1', within: 700 },
      },
    ]);
    expect(published[0]?.message.bid).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has the business number of its step where that names one', () => {
    expect(setUp({ bid: 'flight-1' }).published[0]?.message.bid).toBe('flight-1');
  });

  it('is answered by its dock with both of its numbers, once', async () => {
    const at = setUp();
    expect(await at.replied()).toMatchObject(accepted);
    expect(await at.replied({ data: { result: 319_016 } })).toMatchObject(accepted);
    await vi.advanceTimersByTimeAsync(ack + limits.command.resolveFor);
    expect(at.late).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is answered by a refusal too, and by a dock that repeats no business number', async () => {
    expect(await setUp().replied({ data: { result: 319_016 } })).toMatchObject({
      accepted: false,
      result: 319_016,
    });
    expect(await setUp().replied({ bid: null })).toMatchObject(accepted);
  });

  it.each<[string, Partial<DeviceMessage>, DockLink]>([
    ['of another dock', {}, linkOf('other')],
    ['to another message', { tid: 'tid-2' }, own],
    ['without a number', { tid: null }, own],
    ['with another business number', { bid: 'wrong' }, own],
    ['that says nothing', { data: {} }, own],
  ])('is not answered by a word %s, and still by its own', async (_which, differs, link) => {
    const at = setUp();
    expect(await at.replied(differs, link)).toBeUndefined();
    expect(await at.replied()).toMatchObject(accepted);
  });

  it('is answered in the last moment of its time', async () => {
    const at = setUp();
    await vi.advanceTimersByTimeAsync(ack - 1);
    expect(await at.reading()).toBeUndefined();
    expect(await at.replied()).toMatchObject(accepted);
  });

  it('is silence when its time is over; an answer after that is late, and told once', async () => {
    const at = setUp();
    await vi.advanceTimersByTimeAsync(ack);
    expect(await at.reading()).toBeNull();
    await vi.advanceTimersByTimeAsync(limits.command.resolveFor - 1);
    await at.replied({ bid: 'wrong' });
    expect(at.late).toEqual([]);
    expect(await at.replied({ data: { result: 319_016 } })).toBeNull();
    await at.replied();
    expect(at.late).toEqual(['c false 319016']);
  });

  it('is forgotten when its outcome is waited for no more', async () => {
    const at = setUp();
    await vi.advanceTimersByTimeAsync(ack + limits.command.resolveFor);
    await at.replied();
    expect(at.late).toEqual([]);
  });

  it('is not delivered when the broker says so of this dock, and only then', async () => {
    const at = setUp();
    at.exchange.delivered(linkOf('other'), { tid: 'tid-1', outcome: 'notDelivered' });
    at.exchange.delivered(own, { tid: 'tid-2', outcome: 'notDelivered' });
    at.exchange.delivered(own, { tid: 'tid-1', outcome: 'delivered' });
    expect(await at.reading()).toBeUndefined();
    at.exchange.delivered(own, { tid: 'tid-1', outcome: 'notDelivered' });
    expect(await at.reading()).toBe('notDelivered');
    await at.replied();
    await vi.advanceTimersByTimeAsync(ack + limits.command.resolveFor);
    expect(at.late).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that the broker does not take has left no trace', async () => {
    const at = setUp({ publish: () => Promise.reject(new Error('no broker')) });
    await expect(at.sent).rejects.toThrow('no broker');
    expect(await at.reading()).toBeNull();
    await at.replied();
    await vi.advanceTimersByTimeAsync(ack + limits.command.resolveFor);
    expect(at.late).toEqual([]);
  });
});
