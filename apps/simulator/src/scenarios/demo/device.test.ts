import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { realClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { startCallServer, type CallServer } from '../../testing/call-server.ts';
import { DemoBook } from '../demo.book.ts';
import { connectServer } from '../server-calls.ts';
import type { DemoWorld } from '../demo-room.ts';
import { keepBook, nameFor } from './device.ts';
import { saveOverTerrain } from './route.ts';

const battery = { oid: 'b', sn: 'SIMDRONE1XYZ0', droneName: 'Matrice 30', slot: '0', incomplete: [] };
const dock = {
  oid: 'd',
  name: 'East',
  sn: 'SIMDOCK1ABCDEF',
  incomplete: ['insuranceCompany', 'insuranceUntil'],
};
const foreign = { oid: 'x', name: 'REAL1', sn: 'REAL1', standing: 'found', incomplete: ['model'] };
let server: CallServer;
let world: DemoWorld;
let terrain: string;
let folder: string;
beforeEach(async () => {
  terrain = 'preparing';
  folder = mkdtempSync(`${tmpdir()}/eyrie-book-`);
  server = await startCallServer(({ path }) => {
    if (path === 'login/loginPC') return { data: { authToken: 'token', groupOID: 'department' } };
    if (path === 'uavdock/query') return { data: { list: [dock] } };
    if (path === 'uavbattery/query')
      return { data: { list: [{ ...battery, name: battery.sn, standing: 'found' }, foreign] } };
    if (path === 'layer/get') return { data: { state: terrain } };
    if (path === 'uavroute/get') return { data: { warnings: [{ values: { missing: 'terrain' } }] } };
    if (path === 'uavroute/getPlan') return { data: { plan: { waypoints: [] } } };
    return { data: path.endsWith('/query') ? { list: [] } : {} };
  });
  world = {
    calls: connectServer({ server: server.url, account: 'demo', password: () => 'p', log: silentLog }),
    book: new DemoBook(folder),
    clock: realClock,
    log: silentLog,
    brokerUrl: '',
    dataDir: folder,
    speed: 1,
    insist: async (_what, attempt) => attempt(),
    pause: async () => undefined,
    ended: () => false,
  };
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

it('accepts, names and fills in the devices of the demo, and leaves those of others alone', async () => {
  await keepBook(world, 'en', 1_000);
  const sent = (end: string) =>
    server.calls.filter(({ path }) => path.endsWith(end)).map(({ path, body }) => [path, body]);
  expect(sent('/accept')).toEqual([['uavbattery/accept', { oids: ['b'], groupOID: 'department' }]]);
  expect(sent('/edit')).toEqual([
    ['uavdock/edit', { oid: 'd', insuranceCompany: 'PICC', insuranceUntil: 1_000 + 365 * 86_400_000 }],
    ['uavbattery/edit', { oid: 'b', name: 'Matrice 30 Battery 1' }],
  ]);
});

it('saves routes anew over the terrain once that is ready, and only those judged without it', async () => {
  expect(await saveOverTerrain(world)).toBe(false);
  world.book.putLayer('terrain', { oid: 't', name: 'Terrain' });
  world.book.putRoute('pasture', { oid: 'r', name: 'South' });
  expect(await saveOverTerrain(world)).toBe(false);
  terrain = 'ready';
  expect(await saveOverTerrain(world)).toBe(true);
  const saved = server.calls.filter(({ path }) => path === 'uavroute/edit').map(({ body }) => body);
  expect(saved).toEqual([{ oid: 'r', plan: { waypoints: [] } }]);
});

it('gives a swapped battery a number of its own, in the language of the demo, and leaves names of people', () => {
  const row = { ...battery, name: battery.sn };
  const taken = new Set(['Matrice 30 电池 1']);
  expect(nameFor('uavbattery', row, 'zh-CN')).toBe('Matrice 30 电池 1');
  expect(nameFor('uavbattery', row, 'zh-CN', taken)).toBe('Matrice 30 电池 2');
  const english = { ...row, name: 'Matrice 30 Battery 2' };
  expect(nameFor('uavbattery', english, 'zh-CN', taken)).toBe('Matrice 30 电池 2');
  expect(nameFor('uavbattery', { ...row, name: '备用电池 1' }, 'zh-CN', taken)).toBe('备用电池 1');
  expect(nameFor('uavrc', { ...row, name: '遥控器', droneName: null }, 'en')).toBe('Controller');
});
