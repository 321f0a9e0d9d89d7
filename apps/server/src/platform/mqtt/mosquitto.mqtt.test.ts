import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import type { IClientOptions, MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { freePort } from '../postgres/index.ts';
import { createAccountWatch } from './account-watch.ts';
import { connectBroker } from './client.ts';
import type { BrokerClient } from './client.ts';
import { dynamicSecurity } from './dynamic-security.ts';
import { mosquittoAccounts } from './mosquitto-accounts.ts';
import { prepareMosquitto } from './test-mosquitto.ts';

const program = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find((path) => existsSync(path));
const plugin = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib']
  .map((folder) => join(folder, 'mosquitto_dynamic_security.so'))
  .find((path) => existsSync(path));
const present = program !== undefined && plugin !== undefined;
const why = present ? '' : ' (skipped: mosquitto with its dynamic-security plugin is not installed)';

const log = createLog({ level: 'silent' });
const dir = mkdtempSync(join(tmpdir(), 'eyrie-mosquitto-'));
const devices: MqttClient[] = [];
const messages: string[] = [];
let broker: ChildProcess;
let server: BrokerClient;
let port = 0;
let accounts: ReturnType<typeof mosquittoAccounts>;

let serverPort = 0;

/** Runs the broker with an accounts file that holds the server's account alone. */
const run = (): void => {
  rmSync(join(dir, 'dynamic-security.json'), { force: true });
  const config = prepareMosquitto(dir, { devicePort: port, serverPort, plugin: plugin ?? '' });
  broker = spawn(program ?? '', ['-c', config], { stdio: 'ignore' });
};

async function start(): Promise<void> {
  port = await freePort();
  serverPort = await freePort();
  run();
  server = connectBroker({
    url: `mqtt://eyrie:server-secret@127.0.0.1:${serverPort}`,
    clientId: 'gateway',
    log,
  });
  await server.untilUp(10_000);
  accounts = mosquittoAccounts(server, 'eyrie');
  await accounts.prepare();
  await server.subscribe(['thing/#', 'sys/#']);
  server.onMessage((topic, payload) => {
    if (!topic.startsWith('$')) messages.push(payload.toString());
  });
}

async function device(sn: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    username: sn,
    password: `secret of ${sn}`,
    clientId: sn,
    reconnectPeriod: 0,
    ...options,
  });
  devices.push(client);
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('refused')));
    client.on('error', () => undefined);
  });
  return client;
}

describe.skipIf(!present)(`with mosquitto as the outside broker${why}`, () => {
  beforeAll(async () => {
    await start();
    for (const sn of ['DOCK1', 'DOCK2']) await accounts.ensureDock(sn, `secret of ${sn}`);
    await accounts.bindDrone('DOCK1', 'DRONE1');
    await accounts.bindDrone('DOCK2', 'DRONE2');
  });
  afterEach(async () => {
    await Promise.all(devices.splice(0).map((one) => one.endAsync(true)));
    messages.length = 0;
  });
  afterAll(async () => {
    await server?.close();
    const end = once(broker, 'exit');
    broker.kill();
    await end;
    rmSync(dir, { recursive: true, force: true });
  });

  test('a dock speaks and hears on its own topics and those of its aircraft', async () => {
    const dock = await device('DOCK1');
    const heard: string[] = [];
    dock.on('message', (topic) => heard.push(topic));
    const granted = await dock.subscribeAsync([
      'thing/product/DOCK1/services',
      'thing/product/DRONE1/events_reply',
    ]);
    expect(granted.map((one) => one.qos)).toEqual([0, 0]);
    await dock.publishAsync('thing/product/DOCK1/osd', 'own', { qos: 1 });
    await dock.publishAsync('thing/product/DRONE1/osd', 'drone', { qos: 1 });
    await dock.publishAsync('sys/product/DOCK1/status', 'status', { qos: 1 });
    await expect.poll(() => messages).toEqual(['own', 'drone', 'status']);
    await server.publish('thing/product/DOCK1/services', '{}', { qos: 0 });
    await expect.poll(() => heard).toEqual(['thing/product/DOCK1/services']);
  });

  test.each([
    'thing/product/DOCK2/osd',
    'thing/product/DRONE2/osd',
    'thing/product/DOCK1/services',
    'sys/product/DOCK2/status',
    'INFO/root/DOCK/1/9005',
    'eyrie/broker/client',
    '$CONTROL/dynamic-security/v1',
  ])('what a dock publishes to %s is heard by nobody', async (topic) => {
    const dock = await device('DOCK1');
    dock.publish(topic, 'lie', { qos: 0 });
    const other = await device('DOCK2');
    await other.publishAsync('thing/product/DOCK2/osd', 'after', { qos: 1 });
    await expect.poll(() => messages).toContain('after');
    expect(messages).not.toContain('lie');
  });

  test.each([
    'thing/product/DOCK2/services',
    'thing/product/+/services',
    'thing/product/DOCK1/#',
    '#',
    '$CONTROL/#',
  ])('a subscription to %s is refused', async (topic) => {
    const dock = await device('DOCK1');
    const outcome = await dock.subscribeAsync(topic).then(
      (granted) => granted[0]?.qos,
      () => 128,
    );
    expect(outcome).toBe(128);
  });

  test.each([
    ['a wrong secret', { password: 'secret of DOCK2' }],
    ['no account', { username: '', password: '' }],
    [
      'a retained will',
      { will: { topic: 'thing/product/DOCK1/osd', payload: Buffer.from('x'), retain: true } },
    ],
  ] as const)('%s is refused', async (_what, options) => {
    await expect(device('DOCK1', { ...options })).rejects.toThrow(/refused|authori[sz]ed|closed/i);
  });

  test('a will on a foreign topic is heard by nobody', async () => {
    const will = { topic: 'thing/product/DOCK2/osd', payload: Buffer.from('last lie'), qos: 1 as const };
    const dock = await device('DOCK1', { will }).catch(() => undefined);
    (dock?.stream as unknown as { destroy(): void } | undefined)?.destroy();
    const other = await device('DOCK2');
    await other.publishAsync('thing/product/DOCK2/osd', 'after', { qos: 1 });
    await expect.poll(() => messages).toContain('after');
    expect(messages).not.toContain('last lie');
  });

  test("another dock's client id pushes nobody out", async () => {
    const first = await device('DOCK1');
    await device('DOCK2', { clientId: 'DOCK1' });
    await first.publishAsync('thing/product/DOCK1/osd', 'still here', { qos: 1 });
    await expect.poll(() => messages).toContain('still here');
  });

  test('rights that are right already are not written again: nobody is disconnected', async () => {
    const dock = await device('DOCK1');
    await accounts.prepare();
    await accounts.ensureDock('DOCK1');
    await accounts.bindDrone('DOCK1', 'DRONE1');
    await dock.publishAsync('thing/product/DOCK1/osd', 'same line', { qos: 1 });
    expect(dock.connected).toBe(true);
  });

  describe('the file of accounts is written anew', () => {
    /** Changes that the broker carried out while `work` ran, and in how many messages. It writes its file after each. */
    const changesOf = async (work: () => Promise<unknown>): Promise<string[][]> => {
      const answered: string[][] = [];
      const ends = server.onMessage((topic, payload) => {
        if (!topic.startsWith('$CONTROL')) return;
        const { responses } = JSON.parse(payload.toString()) as {
          responses: { command: string; error?: string }[];
        };
        const changes = responses.filter(
          ({ command, error }) => error === undefined && !command.startsWith('get'),
        );
        if (changes.length > 0) answered.push(changes.map(({ command }) => command));
      });
      try {
        await work();
        return answered;
      } finally {
        ends();
      }
    };
    test('twice for a registered dock with its aircraft, as one message, and both speak', async () => {
      const changes = await changesOf(() =>
        accounts.ensureDock('DOCK5', 'secret of DOCK5', 'cloud', 'DRONE5'),
      );
      expect(changes).toEqual([['createRole', 'createClient']]);
      const dock = await device('DOCK5');
      await dock.publishAsync('thing/product/DOCK5/osd', 'dock', { qos: 1 });
      await dock.publishAsync('thing/product/DRONE5/osd', 'drone', { qos: 1 });
      await expect.poll(() => messages).toEqual(['dock', 'drone']);
    });
    test('once for a new secret, and the aircraft stays', async () => {
      expect(await changesOf(() => accounts.ensureDock('DOCK5', 'newer secret of DOCK5'))).toEqual([
        ['modifyClient'],
      ]);
      await expect(device('DOCK5')).rejects.toThrow(/refused|authori[sz]ed|closed/i);
      const dock = await device('DOCK5', { password: 'newer secret of DOCK5' });
      await dock.publishAsync('thing/product/DRONE5/osd', 'drone', { qos: 1 });
      await expect.poll(() => messages).toEqual(['drone']);
    });
    test('never for what is so already', async () => {
      const same = async (): Promise<void> => {
        await accounts.ensureDock('DOCK5');
        await accounts.bindDrone('DOCK5', 'DRONE5');
        await accounts.bindDrone('UNKNOWN', 'DRONE5');
      };
      expect(await changesOf(same)).toEqual([]);
    });
    test('once for a cut connection, and the dock comes back', async () => {
      const first = await device('DOCK5', { password: 'newer secret of DOCK5' });
      const end = new Promise<void>((resolve) => {
        first.once('close', () => resolve());
      });
      expect(await changesOf(() => accounts.disconnect('DOCK5'))).toEqual([['modifyClient']]);
      await end;
      expect((await device('DOCK5', { password: 'newer secret of DOCK5' })).connected).toBe(true);
    });
    test('once for another aircraft, and the one before is another', async () => {
      expect(await changesOf(() => accounts.bindDrone('DOCK5', 'DRONE6'))).toEqual([['modifyRole']]);
      const dock = await device('DOCK5', { password: 'newer secret of DOCK5' });
      dock.publish('thing/product/DRONE5/osd', 'lie');
      await dock.publishAsync('thing/product/DRONE6/osd', 'drone', { qos: 1 });
      await expect.poll(() => messages).toEqual(['drone']);
    });
  });

  test('a dock of a release before, its aircraft in a role of its own, is left as it is', async () => {
    const control = dynamicSecurity(server);
    await accounts.ensureDock('DOCK6', 'secret of DOCK6');
    await control.executeAll([
      { command: { command: 'createRole', rolename: 'eyrie-drone-of-DOCK6', acls: [] } },
      {
        command: {
          command: 'modifyClient',
          username: 'DOCK6',
          roles: [{ rolename: 'eyrie-dock-DOCK6' }, { rolename: 'eyrie-drone-of-DOCK6' }],
        },
      },
    ]);
    await accounts.bindDrone('DOCK6', 'DRONE7');
    const dock = await device('DOCK6');
    await accounts.ensureDock('DOCK6');
    await accounts.bindDrone('DOCK6', 'DRONE7');
    await dock.publishAsync('thing/product/DRONE7/osd', 'drone', { qos: 1 });
    await expect.poll(() => messages).toEqual(['drone']);
    expect(dock.connected).toBe(true);
    await accounts.bindDrone('DOCK6', undefined);
    const { data } = await control.execute({ command: 'getRole', rolename: 'eyrie-drone-of-DOCK6' });
    expect(data?.role?.acls).toEqual([]);
  });

  test('a broker that lost its accounts gets the rights of the server again, and what is missing is reported', async () => {
    const spoken = async (): Promise<string[]> => ['DOCK1', 'DOCK2'];
    const watch = createAccountWatch(server, accounts, { spoken, clock: systemClock, log });
    try {
      await expect.poll(() => watch.missing()).toBe(0);
      const end = once(broker, 'exit');
      broker.kill();
      await end;
      run();
      await expect.poll(() => watch.missing(), { timeout: 20_000 }).toBe(2);
      await expect(device('DOCK1')).rejects.toThrow(/refused|authori[sz]ed|closed/i);
      // A new secret makes its account; the server is notified of it without having been started anew.
      await accounts.ensureDock('DOCK1', 'secret of DOCK1', 'cloud', 'DRONE1');
      await accounts.ensureDock('DOCK2', 'secret of DOCK2', 'cloud', 'DRONE2');
      const dock = await device('DOCK1');
      await dock.publishAsync('thing/product/DOCK1/osd', 'back', { qos: 1 });
      await expect.poll(() => messages).toContain('back');
      server.events.emit('up');
      await expect.poll(() => watch.missing()).toBe(0);
    } finally {
      watch.stop();
    }
  });

  test('an aircraft changes hands, a removed dock is out at once', async () => {
    await accounts.bindDrone('DOCK2', undefined);
    await accounts.ensureDock('DOCK3', 'secret of DOCK3');
    await accounts.bindDrone('DOCK3', 'DRONE2');
    const dock = await device('DOCK3');
    await dock.publishAsync('thing/product/DRONE2/osd', 'mine now', { qos: 1 });
    await expect.poll(() => messages).toContain('mine now');
    const end = new Promise<void>((resolve) => {
      dock.once('close', () => resolve());
    });
    await accounts.removeDock('DOCK3');
    await end;
    await expect(device('DOCK3')).rejects.toThrow(/refused|authori[sz]ed|closed/i);
  });
});
