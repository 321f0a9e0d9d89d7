import { describe, expect, it } from 'vitest';
import { createDrcChannel, type DrcHeard, type DrcSaid } from './drc.channel.ts';
import { flownLink, flownRun, frameSaid, holder } from './drc.fixture.ts';
import { stateOf } from './drc.run.ts';

/** A broker whose answers to subscribing are given by hand. */
const openBroker = () => {
  const listeners: ((topic: string, payload: Buffer) => void)[] = [];
  const asked: { does: string; topic: string; answer: (error?: Error) => void }[] = [];
  const published: { topic: string; payload: string; qos: number | undefined }[] = [];
  const ask = (does: string) => (topics: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      const answer = (error?: Error): void => (error ? reject(error) : resolve());
      asked.push({ does, topic: topics.join(), answer });
    });
  return {
    listeners,
    asked,
    published,
    publish: async (topic: string, payload: string | Buffer, options?: { qos?: number }) =>
      void published.push({ topic, payload: String(payload), qos: options?.qos }),
    subscribe: ask('subscribe'),
    unsubscribe: ask('unsubscribe'),
    onMessage: (listener: (topic: string, payload: Buffer) => void) => void listeners.push(listener),
    comes(topic: string, message: unknown): void {
      const payload = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
      for (const listener of listeners) listener(topic, payload);
    },
  };
};
const open = () => {
  const broker = openBroker();
  const channel = createDrcChannel(broker as unknown as Parameters<typeof createDrcChannel>[0]);
  return { broker, channel };
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const up = 'eyrie/drc/up/dock';
const down = 'eyrie/drc/down/dock';
const state = stateOf(flownRun(flownLink()), null, 100_000);
const heard: DrcHeard = { dockOID: 'dock', sessionOID: 's', tabId: 'tab', state, answer: null };

describe('frames between servers', () => {
  it('go out once, without being kept, and come in as they were said', async () => {
    const { broker, channel } = open();
    const taken: DrcSaid[] = [];
    const listening = channel.listen('dock', (one) => taken.push(one));
    await turn();
    expect(broker.asked.map(({ does, topic }) => [does, topic])).toEqual([['subscribe', up]]);
    broker.asked[0]?.answer();
    await listening;
    const frame = frameSaid(1, 5);
    await channel.say(frame);
    expect(broker.published.map(({ topic, qos }) => [topic, qos])).toEqual([[up, 0]]);
    broker.comes(up, broker.published[0]?.payload);
    expect(taken).toEqual([frame]);
  });

  it('of another topic or dock, and what is none, are dropped', async () => {
    const { broker, channel } = open();
    const taken: DrcSaid[] = [];
    void channel.listen('dock', (one) => taken.push(one));
    await turn();
    const frame = frameSaid(1, 5);
    broker.comes('eyrie/drc/up/other', frame);
    broker.comes(up, { ...frame, dockOID: 'other' });
    broker.comes(up, { ...frame, readAt: 'now' });
    broker.comes(up, '{');
    expect(taken).toEqual([]);
    broker.comes(up, frame);
    expect(taken).toHaveLength(1);
  });

  it('are answered by how they stand: the last word so that the broker has it', async () => {
    const { broker, channel } = open();
    await channel.report('dock', holder, state);
    await channel.report('dock', holder, { ...state, endedBy: 'left' });
    expect(broker.published.map(({ topic, qos }) => [topic, qos])).toEqual([
      [down, 0],
      [down, 1],
    ]);
    expect(JSON.parse(broker.published[0]?.payload ?? '')).toEqual({ ...heard, state: { ...state } });
    const taken: DrcHeard[] = [];
    void channel.hear('dock', (one) => taken.push(one));
    await turn();
    broker.comes(down, heard);
    broker.comes(down, { ...heard, state: {} });
    broker.comes(up, heard);
    expect(taken).toEqual([heard]);
  });
});

describe('a topic', () => {
  const begin = async () => {
    const { broker, channel } = open();
    const counts = [0, 0];
    const first = channel.listen('dock', () => (counts[0] = (counts[0] ?? 0) + 1));
    await turn();
    broker.asked[0]?.answer();
    const stop = await first;
    return { broker, channel, counts, stop };
  };
  const does = (broker: ReturnType<typeof openBroker>) => broker.asked.map((one) => one.does);

  it('is left with its last listener, and never under one that came', async () => {
    const { broker, channel, counts, stop } = await begin();
    const second = channel.listen('dock', () => (counts[1] = (counts[1] ?? 0) + 1));
    await turn();
    broker.asked[1]?.answer();
    const stopSecond = await second;
    expect(broker.listeners).toHaveLength(1);
    broker.comes(up, frameSaid(1, 5));
    expect(counts).toEqual([1, 1]);
    stop();
    stop();
    await turn();
    expect(does(broker)).toEqual(['subscribe', 'subscribe']);
    broker.comes(up, frameSaid(2, 5));
    expect(counts).toEqual([1, 2]);
    stopSecond();
    await turn();
    expect(does(broker)).toEqual(['subscribe', 'subscribe', 'unsubscribe']);
    expect(broker.asked.at(-1)?.topic).toBe(up);
    broker.comes(up, frameSaid(3, 5));
    expect(counts).toEqual([1, 2]);
  });

  it('is left before it is subscribed to again, and not at all where somebody came in time', async () => {
    const { broker, channel, stop } = await begin();
    stop();
    await turn();
    expect(does(broker)).toEqual(['subscribe', 'unsubscribe']);
    const again = channel.listen('dock', () => undefined);
    await turn();
    expect(does(broker)).toEqual(['subscribe', 'unsubscribe']);
    broker.asked[1]?.answer();
    await turn();
    expect(does(broker)).toEqual(['subscribe', 'unsubscribe', 'subscribe']);
    broker.asked[2]?.answer();
    (await again)();
    const third = channel.listen('dock', () => undefined);
    await turn();
    expect(does(broker)).toEqual(['subscribe', 'unsubscribe', 'subscribe', 'subscribe']);
    broker.asked[3]?.answer();
    await third;
  });

  it('that the broker refuses is nobody’s, and the next one asks anew', async () => {
    const { broker, channel } = open();
    const refused = channel.listen('dock', () => undefined);
    await turn();
    broker.asked[0]?.answer(new Error('full'));
    await expect(refused).rejects.toThrow('full');
    await turn();
    expect(does(broker)).toEqual(['subscribe', 'unsubscribe']);
    broker.asked[1]?.answer(new Error('full'));
    await turn();
    const next = channel.listen('dock', () => undefined);
    await turn();
    expect(does(broker)).toEqual(['subscribe', 'unsubscribe', 'subscribe']);
    broker.asked[2]?.answer();
    await next;
  });
});
