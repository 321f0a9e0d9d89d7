import type { Packet } from 'mqtt-packet';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RawPeer, startLiveEndpoint } from './live-endpoint.fixture.ts';
import type { RunningEndpoint } from './live-endpoint.fixture.ts';

let running: RunningEndpoint;
beforeAll(async () => {
  running = await startLiveEndpoint();
});
afterAll(() => running.stop());

/** Everything that exists, published again for each attempt: what `ann` of org-1 must never get, and a canary. */
const foreignTopics = [
  'INFO/org-2/DOCK/d1/9005',
  'INFO/org-2/DRONE/u1/9003',
  'INFO/org-2/DOCK/d1/9901',
  'INFO/org-10/DOCK/d1/9005',
  'SEQ/org-2/BUSINESS/ROUTE',
  'USER/m-bob/9902',
  'USER/m-cid/9902',
  '$SYS/broker/uptime',
  'thing/product/SN1/services',
  'sys/product/SN1/status',
];
const publishAll = (): void => {
  for (const topic of foreignTopics) running.endpoint.publish(topic, `secret ${topic}`);
};

const foreignFilters = [
  '#',
  '+',
  '+/#',
  '+/+',
  '+/+/#',
  '+/+/+/+/+',
  '/#',
  '//#',
  '/+/#',
  '+/org-1/#',
  '+/org-2/#',
  '+/org-1/DOCK/+/9005',
  'INFO',
  'INFO/#',
  'INFO/+',
  'INFO/+/#',
  'INFO/+/DOCK/#',
  'INFO/+/DOCK/+/9005',
  'INFO/+/DOCK/d1/9005',
  'INFO/org-2',
  'INFO/org-2/#',
  'INFO/org-2/+/+/+',
  'INFO/org-2/DOCK/+/9005',
  'INFO/org-2/DOCK/d1/9005',
  'INFO/org-2/DOCK/d1/9901',
  'INFO/org-2/DRONE/+/9003',
  'INFO/org-10/#',
  'INFO/org-1#',
  'INFO/org-1+/#',
  'INFO/org-+/#',
  'INFO/org-1/../org-2/DOCK/d1/9005/#/x',
  'INFO/ org-2/#',
  'INFO/org-2 /#',
  'INFO/ORG-2/#',
  'INFO/org-1\0/#',
  'INFO/org\u20112/#',
  'info/org-2/#',
  'Info/+/#',
  'INFO//#',
  'INFO//DOCK/d1/9005',
  'SEQ',
  'SEQ/#',
  'SEQ/+/#',
  'SEQ/+/BUSINESS/ROUTE',
  'SEQ/org-2/#',
  'SEQ/org-2/BUSINESS/ROUTE',
  'USER/#',
  'USER/+/9902',
  'USER/+/#',
  'USER/m-bob/9902',
  'USER/m-bob/#',
  'USER/m-cid/9902',
  'USER/org-1/#',
  'USER/s-ann/9902',
  'INFO/m-ann/#',
  'SEQ/m-ann/#',
  '$SYS/#',
  '$SYS/broker/uptime',
  '$SYS/+/uptime',
  '$share/g/INFO/org-2/#',
  '$share/g/#',
  '$share/g/INFO/org-1/#',
  '$queue/INFO/org-2/#',
  '$delayed/1/INFO/org-2/#',
  '$exclusive/INFO/org-2/#',
  'thing/#',
  'thing/product/+/services',
  'thing/product/SN1/services',
  'sys/product/SN1/status',
  'sys/#',
  `INFO/org-1/${'+/'.repeat(40)}#`,
  `${'+/'.repeat(150)}#`,
];

const subscribe = (...topics: string[]): Packet => ({
  cmd: 'subscribe',
  messageId: 7,
  subscriptions: topics.map((topic) => ({ topic, qos: 1 as const })),
});

describe('a browser gets nothing foreign', () => {
  test.each(foreignFilters)('by subscribing to %j', async (filter) => {
    publishAll();
    const peer = new RawPeer(running.url);
    await peer.opened();
    // Beside a rightful filter, so that a half-done refusal would show.
    peer.hello('ann');
    peer.say(subscribe('INFO/org-1/#', filter));
    publishAll();
    await peer.over;
    expect(peer.answer('suback')?.granted[1]).toBe(0x80);
    expect(peer.topics()).toStrictEqual([]);
    expect(running.logged.at(-2)).toMatchObject({ level: 40, filter: filter.slice(0, 200), member: 'm-ann' });
  });

  const publish = (topic: string, more: object = {}): Packet => ({
    cmd: 'publish',
    topic,
    payload: 'forged',
    qos: 0,
    dup: false,
    retain: false,
    ...more,
  });

  test.each([
    publish('INFO/org-1/DOCK/d1/9005'),
    publish('INFO/org-1/DOCK/d1/9005', { retain: true }),
    publish('INFO/org-1/DOCK/d1/9005', { qos: 1, messageId: 3 }),
    publish('INFO/org-1/DOCK/d1/9005', { qos: 2, messageId: 3 }),
    publish('INFO/org-2/DOCK/d1/9005', { retain: true }),
    publish('USER/m-bob/9902'),
    publish('SEQ/org-1/BUSINESS/ROUTE'),
    publish('thing/product/SN1/services'),
    publish('$SYS/broker/uptime'),
  ])('and nobody anything from it: publish %#', async (packet) => {
    const before = running.endpoint.stats().topics;
    const witness = running.browser('bob');
    const got: string[] = [];
    witness.on('message', (_topic, payload) => got.push(payload.toString()));
    await witness.subscribeAsync(['INFO/org-1/#', 'SEQ/org-1/#', 'USER/m-bob/#']);
    const peer = new RawPeer(running.url);
    await peer.opened();
    peer.hello('ann', { clientId: 'ann-liar' });
    peer.say(packet);
    await peer.over;
    expect(running.logged.some(({ level, cmd }) => level === 40 && cmd === 'publish')).toBe(true);
    running.endpoint.publish('INFO/org-1/DOCK/canary/9005', 'canary');
    await vi.waitFor(() => expect(got).toContain('canary'), { timeout: 10_000 });
    expect(got).not.toContain('forged');
    expect(running.endpoint.stats().topics).toBeLessThanOrEqual(before + 1);
    witness.end(true);
  });

  const will = { topic: 'INFO/org-1/DOCK/d1/9005', payload: Buffer.from('forged'), qos: 0, retain: true };
  test.each<[string, object]>([
    ['the client id of another', { clientId: 'bob-1' }],
    ['no client id', { clientId: '' }],
    ['an endless client id', { clientId: `ann-${'x'.repeat(200)}` }],
    ['a wrong password', { password: Buffer.from('pw-bob') }],
    ['an empty password', { password: Buffer.from('') }],
    ['no password', { password: undefined }],
    ['the account of another', { username: 'bob' }],
    ['no account', { username: undefined, password: undefined }],
    ['an unknown account', { username: 'eve', clientId: 'eve-1', password: Buffer.from('pw-eve') }],
    ['a property name as account', { username: '__proto__', clientId: '__proto__1' }],
    ['a session to come back to', { clean: false }],
    ['a will', { will }],
    ['MQTT 5', { protocolVersion: 5 }],
    ['MQTT 3.1', { protocolVersion: 3, protocolId: 'MQIsdp' }],
    ['a bridge', { bridgeMode: true }],
  ])('by connecting with %s', async (_what, more) => {
    publishAll();
    const peer = new RawPeer(running.url);
    await peer.opened();
    peer.hello('ann', more);
    peer.say(subscribe('INFO/org-1/#'));
    await peer.over;
    expect(peer.answer('connack')?.returnCode).toBeGreaterThan(0);
    expect(peer.answer('suback')).toBeUndefined();
    expect(peer.topics()).toStrictEqual([]);
  });

  test('by subscribing before CONNECT, nor by saying CONNECT twice as another', async () => {
    const early = new RawPeer(running.url);
    await early.opened();
    early.say(subscribe('INFO/org-2/#'));
    await early.over;
    expect(early.answers).toStrictEqual([]);
    const twice = new RawPeer(running.url);
    await twice.opened();
    twice.hello('ann');
    twice.hello('cid');
    twice.say(subscribe('INFO/org-2/#'));
    publishAll();
    await twice.over;
    expect(twice.topics()).toStrictEqual([]);
  });
});

test('that was not for want of anything to read: its owner reads it', async () => {
  publishAll();
  const cid = running.browser('cid');
  const got: string[] = [];
  cid.on('message', (topic) => got.push(topic));
  await cid.subscribeAsync('INFO/org-2/#');
  await vi.waitFor(
    () => expect(got.toSorted()).toStrictEqual(['INFO/org-2/DOCK/d1/9005', 'INFO/org-2/DRONE/u1/9003']),
    { timeout: 10_000 },
  );
});
