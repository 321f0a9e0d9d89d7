import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWorld, productKeys, type ProductKey } from '../../modules/world/index.ts';
import type { DemoLanguage, DemoRoom, DemoWorld, Names } from '../demo-room.ts';
import { withoutAnswer, type Provided } from './own-device.ts';

interface DemoLayer {
  names: Names;
  /** Fields of the upload. */
  sent: Readonly<Record<string, string>>;
  /** Whether a newcomer sees it; models that hide others wait until they are asked for. */
  visible: boolean;
}

export const demoLayers: Readonly<Record<ProductKey, DemoLayer>> = {
  imagery: {
    names: { 'zh-CN': '航空影像', en: 'Aerial imagery', ar: 'صور جوية' },
    sent: { source: 'tiles', role: 'layer', type: '1' },
    visible: true,
  },
  terrain: {
    names: { 'zh-CN': '地形高程', en: 'Terrain heights', ar: 'ارتفاعات التضاريس' },
    sent: { source: 'tiles', role: 'terrain', encoding: 'terrarium' },
    visible: true,
  },
  buildings: {
    names: { 'zh-CN': '建筑与杆塔', en: 'Buildings and masts', ar: 'المباني والأعمدة' },
    sent: { source: 'tileset', type: '4', role: 'surface' },
    visible: true,
  },
  orthophoto: {
    names: { 'zh-CN': '农田正射影像', en: 'Orthophoto of fields', ar: 'صورة عمودية للحقول' },
    sent: { source: 'tiles', type: '5' },
    visible: true,
  },
  oblique: {
    names: { 'zh-CN': '村庄倾斜模型', en: 'Oblique model, village', ar: 'نموذج مائل للقرية' },
    sent: { source: 'tileset', type: '4' },
    visible: false,
  },
  points: {
    names: { 'zh-CN': '线路点云', en: 'Power line point cloud', ar: 'سحابة نقاط خط الكهرباء' },
    sent: { source: 'tileset', type: '6' },
    visible: false,
  },
};

interface Row {
  oid: string;
  name: string;
}

const languages = new WeakMap<DemoWorld, DemoLanguage>();
const nameOf = (world: DemoWorld, key: ProductKey): string =>
  demoLayers[key].names[languages.get(world) ?? 'zh-CN'];

const rowsOf = async ({ calls }: DemoWorld): Promise<Provided<Row[]>> => {
  const found = await calls.post<{ list: Row[] }>('/nebula-five/layer/query.rest', { pageSize: 200 });
  return found.ok ? found.data.list : withoutAnswer(found);
};

/** Only the name that the demo itself gave is replaced. */
const rename = async (world: DemoWorld, key: ProductKey): Promise<void> => {
  const known = world.book.layer(key);
  const name = nameOf(world, key);
  if (!known || known.name === name) return;
  const { oid } = known;
  const found = await world.calls.get<Row>('/nebula-five/layer/get.rest', { oid });
  if (!found.ok || found.data.name !== known.name) return;
  const edited = await world.calls.post('/nebula-five/layer/edit.rest', { oid, name });
  if (edited.ok) world.book.putLayer(key, { oid, name });
};

/**
 * Those that are not on the server, and were not: what a person deleted stays away. One that was sent just before the
 * demo was ended is found by its name.
 */
const missing = (world: DemoWorld, rows: readonly Row[]): ProductKey[] =>
  productKeys.filter((key) => {
    if (world.book.layer(key)) return false;
    const there = rows.find(({ name }) => Object.values(demoLayers[key].names).includes(name));
    if (there) world.book.putLayer(key, there);
    return !there;
  });

const send = async (world: DemoWorld, key: ProductKey, path: string): Promise<Provided<true>> => {
  const { sent, visible } = demoLayers[key];
  const name = nameOf(world, key);
  const file = { name: `${key}.zip`, bytes: await readFile(path) };
  const fields = { ...sent, name, fileName: file.name };
  const added = await world.calls.upload<Row>('/nebula-five/layer/upload.rest', fields, file);
  if (!added.ok) {
    world.log('layerRefused', { layer: key, reason: added.reason, message: added.message });
    // What is wrong with the file is wrong the next time too.
    return added.status >= 400 && added.status < 429 ? 'refused' : null;
  }
  const { oid } = added.data;
  await world.calls.post('/nebula-five/layer/edit.rest', { oid, visible });
  world.book.putLayer(key, { oid, name });
  await rename(world, key);
  return true;
};

const watchMs = 200;
/** Before the first one, so that docks and flights come first, ms. */
const firstMs = 3_000;

/** Makes what is wanted in the background; each is handed on when its archive lies in the folder. */
const make = (
  world: DemoWorld,
  folder: string,
  wanted: readonly ProductKey[],
  hand: (key: ProductKey) => void,
) => {
  let percent = -1;
  const handed = new Set<ProductKey>();
  return makeWorld(folder, wanted, ({ key, share }) => {
    const now = Math.floor(share * 4) * 25;
    if (now !== percent) world.log('worldMade', { layer: key, percent: now });
    percent = now;
    if (share !== 1 || handed.has(key)) return;
    handed.add(key);
    hand(key);
  });
};

/** Sends each when it is made. An archive that was made but not sent before the demo was ended is used. */
const load = async (world: DemoWorld, wanted: readonly ProductKey[]): Promise<void> => {
  const folder = join(world.dataDir, 'world');
  const pathOf = (key: ProductKey): string => join(folder, `${key}.zip`);
  const made = wanted.filter((key) => existsSync(pathOf(key)));
  const left = wanted.filter((key) => !made.includes(key));
  const maker = left.length > 0 ? make(world, folder, left, (key) => made.push(key)) : null;
  let ended = maker === null;
  const done = maker?.done.then((whole) => {
    ended = true;
    if (!whole) world.log('worldFault', { left });
  });
  while (!world.ended() && !(ended && made.length === 0)) {
    const key = made.shift();
    if (key === undefined) await world.pause(watchMs);
    else if (await world.insist('layer', () => send(world, key, pathOf(key)))) await rm(pathOf(key));
  }
  maker?.stop();
  await done;
  if (!world.ended()) await rm(folder, { recursive: true, force: true });
};

/** Imagery, terrain, buildings, an orthophoto, a model and a point cloud of the world that the demo flies in. */
export const demo: DemoRoom = {
  async fill(world, language) {
    languages.set(world, language);
    for (const key of productKeys) await rename(world, key);
  },
  async run(world) {
    await world.pause(firstMs / world.speed);
    const rows = await world.insist('layers', () => rowsOf(world));
    if (!rows || rows === 'refused' || world.ended()) return;
    const wanted = missing(world, rows);
    if (wanted.length > 0) await load(world, wanted);
  },
};
