import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { realClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { startCallServer, type Call, type CallAnswer, type CallServer } from '../../testing/call-server.ts';
import type { DemoWorld } from '../demo-room.ts';
import { DemoBook } from '../demo.book.ts';
import { connectServer } from '../server-calls.ts';
import { createOwnDevices } from './own-device.ts';

const names = { 'zh-CN': '机器人', en: 'Robot', ar: 'روبوت' };
let server: CallServer;
let answers: Record<string, CallAnswer>;
let world: DemoWorld;
let started: { sn: string; secret: string }[];
let stopped: number;
const devices = () =>
  createOwnDevices(
    [{ names, prefix: 'SIMR', lng: 1, lat: 2, height: 3 }],
    { path: 'robot', given: { vendor: 'own' } },
    (_world, _device, signIn) => {
      started.push(signIn);
      return {
        stop: async () => {
          stopped += 1;
        },
      };
    },
  );

beforeEach(async () => {
  started = [];
  stopped = 0;
  answers = {
    'login/loginPC': { data: { authToken: 'token', groupOID: 'department' } },
    'robot/query': { data: { list: [] } },
    'robot/add': { data: { oid: 'robot' } },
    'robot/edit': { data: {} },
    'robot/secretRenew': { data: { secret: 'new' } },
  };
  server = await startCallServer(({ path }: Call) => answers[path] ?? { status: 404, reason: 'notFound' });
  const options = { server: server.url, account: 'demo', password: () => 'p', log: silentLog };
  world = {
    calls: connectServer(options),
    book: new DemoBook(tmpdir()),
    clock: realClock,
    log: silentLog,
    brokerUrl: '',
    dataDir: tmpdir(),
    speed: 1,
    insist: async (_what, attempt) => attempt(),
    pause: async () => undefined,
    ended: () => false,
  };
});
afterEach(() => server.stop());

const asked = (path: string) => server.calls.filter((call) => call.path === path);

it('is added under the name of the language and signs in with a new password, once', async () => {
  const room = devices();
  await room.fill(world, 'en');
  const [added] = asked('robot/add');
  expect(added?.body).toMatchObject({ name: 'Robot', vendor: 'own', groupOID: 'department' });
  expect(started).toEqual([{ sn: added?.body['sn'], secret: 'new' }]);
  answers['robot/query'] = { data: { list: [{ oid: 'robot', sn: added?.body['sn'], name: 'Robot' }] } };
  await room.fill(world, 'ar');
  expect(asked('robot/edit').map(({ body }) => body)).toEqual([{ oid: 'robot', name: names.ar }]);
  expect(started).toHaveLength(1);
  await room.stop(world);
  expect(stopped).toBe(1);
});

it('keeps the name that a person gave it', async () => {
  answers['robot/query'] = { data: { list: [{ oid: 'robot', sn: 'SIMR1', name: 'Ours' }] } };
  await devices().fill(world, 'en');
  expect(asked('robot/edit')).toEqual([]);
  expect(asked('robot/add')).toEqual([]);
  expect(started).toEqual([{ sn: 'SIMR1', secret: 'new' }]);
});

it('is left out where the account of an older demo may not, and the demo goes on', async () => {
  answers['robot/query'] = { status: 403, reason: 'notAllowed' };
  await devices().fill(world, 'en');
  answers['robot/query'] = { data: { list: [] } };
  answers['robot/secretRenew'] = { status: 403, reason: 'notAllowed' };
  await devices().fill(world, 'en');
  expect(started).toEqual([]);
});
