import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { hashSecret } from '../device-secret.ts';
import { openTestBroker, until, type TestBroker } from './test-broker.ts';
import { frameNoticeTopic, relayName, type FrameNotice } from './topics.ts';

const down = 'thing/product/DOCK1/drc/down';
const up = 'thing/product/DOCK1/drc/up';

let t: TestBroker;
let proxy: TcpProxy;
let relay: MqttClient | undefined;
let reporting: NodeJS.Timeout | undefined;
/** What the dock received, by its names. */
let heard: string[];

beforeAll(async () => {
  t = await openTestBroker();
  await t.server.subscribe([frameNoticeTopic]);
  proxy = await openTcpProxy('127.0.0.1', t.broker.port);
  await t.db.connection.pool.query(
    `insert into drc_account (dock_oid, secret_hash, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [t.docks['DOCK1'], hashSecret('sticks')],
  );
});
afterEach(async () => {
  clearInterval(reporting);
  proxy.become('open');
  await relay?.endAsync(true);
  relay = undefined;
  await t.clear();
});
afterAll(async () => {
  await proxy?.close();
  await t?.stop();
});

const report = '{"method":"osd_info_push"}';
/** The second connection of the dock, behind the proxy: it reports ten times a second, as docks do, or not yet. */
const openRelay = async (reports = true): Promise<{ closed: Promise<void> }> => {
  relay = await connectAsync(`mqtt://127.0.0.1:${proxy.port}`, {
    username: relayName('DOCK1'),
    password: 'sticks',
    clientId: `sticks-${Math.random()}`,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  const client = relay;
  client.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => resolve());
  });
  heard = [];
  client.on('message', (_topic, payload) =>
    heard.push((JSON.parse(payload.toString()) as { ref: string }).ref),
  );
  await client.subscribeAsync(down);
  if (reports) {
    await client.publishAsync(up, report, { qos: 1 });
    reporting = setInterval(() => client.publish(up, report), 100);
  }
  return { closed };
};
const send = (
  ref: string,
  { within = 250, ...differs }: { within?: number; kind?: 'moves' | 'stops' } = {},
): Promise<void> =>
  t.server.publishFrame(down, JSON.stringify({ ref }), { sn: 'DOCK1', ref, within, ...differs });
const notices = (): FrameNotice[] =>
  t.messages
    .filter(({ topic }) => topic === frameNoticeTopic)
    .map(({ text }) => JSON.parse(text) as FrameNotice);
const outcomeOf = (ref: string) => notices().find((notice) => notice.ref === ref)?.outcome;
/** Frames as a page sends them. */
const push = async (from: number, count: number): Promise<void> => {
  for (let at = from; at < from + count; at += 1) {
    await send(`frame ${at}`, { kind: 'moves' });
    await delay(100);
  }
};

describe('frames of sticks on their way to a dock', () => {
  it('reach one that takes them, and nothing is reported of them', async () => {
    await openRelay();
    await push(0, 8);
    await until(() => heard.length === 8);
    expect(notices()).toEqual([]);
  });

  it('reach one that has not begun to report, whatever else it sends, and keep its connection', async () => {
    await openRelay(false);
    // It has subscribed just now.
    await send('first', { kind: 'moves', within: promised(1_000) });
    await until(() => heard.includes('first'));
    await delay(limits.drc.lost + limits.drc.unconfirmed + 500);
    await send('next', { kind: 'moves', within: promised(1_000) });
    await until(() => heard.includes('next'));
    // The connection of the test before may still be reported.
    expect([outcomeOf('first'), outcomeOf('next')]).toEqual([undefined, undefined]);
  });

  it('that stalls do not arrive when it goes on: they end with its connection', async () => {
    const { closed } = await openRelay();
    await push(0, 3);
    await until(() => heard.length === 3);
    proxy.become('silent');
    await push(3, 5);
    await until(() => outcomeOf('frame 3') !== undefined, limits.drc.lost + 2_000);
    await closed;
    proxy.become('open');
    expect(heard).toEqual(['frame 0', 'frame 1', 'frame 2']);
    expect(
      notices()
        .filter(({ outcome }) => outcome === 'cut')
        .map(({ ref }) => ref),
    ).toContain('frame 3');
  });

  it('that stalls and is closed in an ordinary way do not arrive either', async () => {
    const { closed } = await openRelay();
    proxy.become('silent');
    await send('stop', { kind: 'stops', within: 2_000 });
    // Its next connection takes the place of the one before.
    const next = await connectAsync(`mqtt://127.0.0.1:${t.broker.port}`, {
      username: relayName('DOCK1'),
      password: 'sticks',
      clientId: 'the next one',
      reconnectPeriod: 0,
    });
    try {
      await until(() => outcomeOf('stop') === 'cut');
      await closed;
      proxy.become('open');
      expect(heard).toEqual([]);
    } finally {
      await next.endAsync(true);
    }
  });

  it('that come after their time, or to nobody, are reported as dropped', async () => {
    await send('to nobody', { kind: 'stops', within: 1_000 });
    await until(() => outcomeOf('to nobody') === 'dropped');
    await openRelay();
    await send('late', { within: 0 });
    await until(() => outcomeOf('late') === 'dropped');
    await send('in time', { within: promised(1_000) });
    await until(() => heard.includes('in time'));
    expect(heard).toEqual(['in time']);
  });

  it.runIf(process.platform === 'linux')(
    'and more than a dock has taken are dropped, and a stop is written all the same',
    async () => {
      const { closed } = await openRelay();
      const { stream } = relay ?? {};
      let open = true;
      void closed.then(() => {
        open = false;
      });
      // It reads nothing more: what this system has taken for it, it does not take any further.
      (stream as unknown as { pause(): void }).pause();
      const long = 'x'.repeat(60_000);
      const fill = (_: unknown, at: number): Promise<void> =>
        t.server.publishFrame(down, JSON.stringify({ ref: `fill ${at}`, long }), {
          sn: 'DOCK1',
          ref: `fill ${at}`,
          within: promised(1_000),
        });
      let sent = 0;
      for (; open; sent += 1) {
        await Promise.all(Array.from({ length: 10 }, fill));
        await send(`landing ${sent}`, { kind: 'moves', within: promised(5_000) });
        await send(`stop ${sent}`, { kind: 'stops', within: promised(5_000) });
        await delay(50);
      }
      const all = Array.from({ length: sent }, (_, at) => at);
      // How much fits differs, and grows while it fills: where a landing found no room, the stop after it was written.
      await until(() =>
        all.some((at) => outcomeOf(`landing ${at}`) === 'dropped' && outcomeOf(`stop ${at}`) === 'cut'),
      );
      const cut = all.filter((at) => outcomeOf(`stop ${at}`) === 'cut');
      expect(all.slice(0, cut.at(-1)).filter((at) => outcomeOf(`stop ${at}`) === 'dropped')).toEqual([]);
    },
    promised(60_000),
  );
});
