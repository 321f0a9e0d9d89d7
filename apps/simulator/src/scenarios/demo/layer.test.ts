import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { realClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { startCallServer, type Call, type CallAnswer, type CallServer } from '../../testing/call-server.ts';
import type { DemoWorld } from '../demo-room.ts';
import { DemoBook } from '../demo.book.ts';
import { connectServer } from '../server-calls.ts';
import { centreMaps } from './appearance.ts';
import { demo, demoLayers } from './layer.ts';

let folder: string;
let server: CallServer;
let answers: Record<string, CallAnswer | ((call: Call) => CallAnswer)>;
const keys = Object.keys(demoLayers) as (keyof typeof demoLayers)[];
/** As if all but the buildings, which are made in a moment, were there already. */
const others = keys.filter((key) => key !== 'buildings');

const worldOf = (): DemoWorld => ({
  calls: connectServer({ server: server.url, account: 'demo', password: () => 'p', log: silentLog }),
  book: new DemoBook(folder),
  clock: realClock,
  log: silentLog,
  brokerUrl: '',
  dataDir: folder,
  speed: 50,
  insist: async (_what, attempt) => (await attempt()) ?? attempt(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50))),
  ended: () => false,
});

beforeEach(async () => {
  folder = mkdtempSync(`${tmpdir()}/eyrie-world-`);
  const there = others.map((key) => ({ oid: key, name: demoLayers[key].names.en }));
  answers = {
    'login/loginPC': { data: { authToken: 'token', groupOID: 'department' } },
    'layer/query': { data: { list: there } },
    'layer/upload': { data: { oid: 'buildings', name: demoLayers.buildings.names.en } },
    'layer/get': ({ body }) => ({ data: { oid: body['oid'], name: named.get(String(body['oid'])) } }),
    'layer/edit': { data: {} },
    'background/get': { data: { version: 0 } },
    'map_config/edit': { data: {} },
  };
  const named = new Map(
    [...there, { oid: 'buildings', name: demoLayers.buildings.names.en }].map((one) => [one.oid, one.name]),
  );
  server = await startCallServer((call) => {
    const answer = answers[call.path];
    return (typeof answer === 'function' ? answer(call) : answer) ?? { status: 404, reason: 'notFound' };
  });
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});
const asked = (path: string) => server.calls.filter((call) => call.path === path);

it('makes what is missing in another process, sends it once, and names it anew in another language', async () => {
  const world = worldOf();
  await demo.fill?.(world, 'en');
  await demo.run?.(world);
  const [sent] = asked('layer/upload');
  const form = String(sent?.body['bytes']);
  for (const part of ['PK\u0003\u0004', 'tileset.json', demoLayers.buildings.names.en, 'buildings.zip'])
    expect(form).toContain(part);
  expect(readdirSync(folder)).toEqual(['layers.json']);
  await demo.run?.(worldOf());
  expect(asked('layer/upload')).toHaveLength(1);
  await demo.fill?.(worldOf(), 'ar');
  const renamed = asked('layer/edit').filter(({ body }) => 'name' in body);
  expect(renamed.map(({ body }) => String(body['name'])).toSorted()).toEqual(
    keys.map((key) => demoLayers[key].names.ar).toSorted(),
  );
});

it('sends what was made before it was ended, again where refused, and keeps the name that a person gave', async () => {
  mkdirSync(`${folder}/world`);
  writeFileSync(`${folder}/world/buildings.zip`, 'made before');
  let tries = 0;
  answers['layer/upload'] = () => {
    tries += 1;
    return tries === 1
      ? { status: 429, reason: 'tooManyRequests' }
      : { data: { oid: 'buildings', name: '' } };
  };
  answers['layer/get'] = { data: { oid: 'any', name: 'ours' } };
  const world = worldOf();
  await demo.fill?.(world, 'en');
  await demo.run?.(world);
  expect(tries).toBe(2);
  expect(String(asked('layer/upload').at(-1)?.body['bytes'])).toContain('made before');
  expect(world.book.layer('buildings')?.oid).toBe('buildings');
  await demo.fill?.(worldOf(), 'ar');
  expect(asked('layer/edit').filter(({ body }) => 'name' in body)).toEqual([]);
});

it('leaves a demo alone whose account may not, or that has lost a layer', async () => {
  answers['layer/query'] = { status: 403, reason: 'notAllowed' };
  await demo.run?.(worldOf());
  answers['layer/query'] = { data: { list: [] } };
  const world = worldOf();
  for (const key of keys) world.book.putLayer(key, { oid: key, name: demoLayers[key].names.en });
  await demo.run?.(world);
  expect(asked('layer/upload')).toEqual([]);
});

it('lets maps begin at the world until somebody changes the look', async () => {
  expect(await centreMaps(worldOf())).toBe(true);
  expect(asked('map_config/edit')[0]?.body).toMatchObject({
    longitude: 114.7268,
    latitude: 41.1635,
    version: 0,
  });
  answers['background/get'] = { data: { version: 3 } };
  expect(await centreMaps(worldOf())).toBe(true);
  expect(asked('map_config/edit')).toHaveLength(1);
  answers['background/get'] = { data: { version: 0 } };
  answers['map_config/edit'] = { status: 403, reason: 'notAllowed' };
  expect(await centreMaps(worldOf())).toBe('refused');
});
