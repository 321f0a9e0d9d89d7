import type { DemoBook, KnownDock } from '../demo.book.ts';
import { demoLanguages, namedIn, type DemoRoom, type DemoWorld, type Names } from '../demo-room.ts';
import type { Log } from '../../platform/log.ts';
import type { ServerCalls } from '../server-calls.ts';
import { dockNote } from '../dock-note.ts';
import { drawnSn } from './own-device.ts';
import type { Refit } from '../../modules/drone/index.ts';
import { sites, standingOn } from '../../modules/world/index.ts';
import { startSimulatedDock, type SimulatedDock } from '../../modules/dock/index.ts';

/** The three docks of the demo: one of each generation, each on the roof of a hall of the demo's world. */
export interface DemoDock {
  names: Names;
  model: string;
  /** First letters of the serial number; the rest is drawn by lot. */
  prefix: string;
  lng: number;
  lat: number;
  /** Metres above the ellipsoid. */
  height: number;
  heading: number;
  battery: number;
  /** Its aircraft, where that is not the usual one. */
  droneModel?: string;
  /** How its aircraft is from the beginning, where that is not as new. */
  refit?: Refit;
  /** Somebody changes its battery once, when the demo has run for a while. */
  swap?: Refit;
}

export const demoDocks: readonly DemoDock[] = [
  {
    names: { 'zh-CN': '风场东区机场', en: 'East wind farm dock', ar: 'محطة الرياح الشرقية' },
    model: '3-1-0',
    prefix: 'SIMDOCK1',
    // Published sample routes are made for this aircraft: a newcomer's first file flies.
    droneModel: '0-67-0',
    ...sites.east,
    height: standingOn(sites.east),
    heading: 90,
    battery: 94,
    // Old batteries: they warm, and are soon to be replaced.
    refit: { cycles: 388 },
  },
  {
    names: { 'zh-CN': '风场西区机场', en: 'West wind farm dock', ar: 'محطة الرياح الغربية' },
    model: '3-2-0',
    prefix: 'SIMDOCK2',
    ...sites.west,
    height: standingOn(sites.west),
    heading: -35,
    battery: 92,
    swap: { cycles: 21, percent: 88 },
  },
  {
    names: { 'zh-CN': '草原南区机场', en: 'South pasture dock', ar: 'محطة المرعى الجنوبي' },
    model: '3-3-0',
    prefix: 'SIMDOCK3',
    ...sites.south,
    height: standingOn(sites.south),
    heading: 12,
    battery: 95,
    // Its aircraft has an older release than the dock.
    refit: { behind: true },
  },
];

/** The docks that were started, by the first letters of their serial numbers. */
const started = new WeakMap<DemoWorld, Map<string, SimulatedDock>>();

export const demoDocksOf = (world: DemoWorld): readonly SimulatedDock[] => [
  ...(started.get(world)?.values() ?? []),
];

/** Three docks, which connect once they are registered. */
export const demo: DemoRoom = {
  async fill(world, language) {
    const docks = started.get(world) ?? new Map<string, SimulatedDock>();
    started.set(world, docks);
    for (const dock of namedIn(demoDocks, language)) {
      const known = await world.insist('dock', () => registerDock(world.calls, world.book, dock, world.log));
      if (known && !world.ended() && !docks.has(dock.prefix))
        docks.set(dock.prefix, startDock(world, dock, known));
    }
  },
  async run(world) {
    await world.pause(swapAfterMs);
    for (const { prefix, swap } of demoDocks) if (swap) await swapBattery(world, prefix, swap);
  },
  async stop(world) {
    await Promise.all(demoDocksOf(world).map((dock) => dock.stop()));
  },
};

/** Long enough for the server to have written down the battery before. */
const swapAfterMs = 60_000;
const swapAgainMs = 3_000;

/** Puts another battery in once the aircraft lies in the dock, off; a demo that goes on has done it. */
const swapBattery = async (world: DemoWorld, prefix: string, swap: Refit): Promise<void> => {
  const known = world.book.dock(prefix);
  const dock = started.get(world)?.get(prefix);
  if (!known || !dock || dockNote(world.dataDir, known.sn).read().refit?.batteries) return;
  const batteries = [`${known.droneSn}S0`];
  while (!world.ended() && !dock.refit({ ...swap, batteries })) await world.pause(swapAgainMs);
};

const startDock = (world: DemoWorld, dock: NamedDock, known: KnownDock): SimulatedDock =>
  startSimulatedDock({
    ...dock,
    sn: known.sn,
    secret: known.secret,
    droneSn: known.droneSn,
    brokerUrl: world.brokerUrl,
    speed: world.speed,
    seed: known.sn,
    callsign: dock.name,
    memory: dockNote(world.dataDir, known.sn),
    repairs: world.repairs,
    clock: world.clock,
    log: world.log,
    fallbackVideo: world.fallbackVideo,
  });

interface DockRow {
  oid: string;
  sn: string;
  name: string;
}

type NamedDock = DemoDock & { name: string };

/**
 * Makes sure that the dock is registered, its secret known, and its name the wanted one unless a person gave it
 * another. Null when the server does not let us: the caller tries again later.
 */
export async function registerDock(
  calls: ServerCalls,
  book: DemoBook,
  dock: NamedDock,
  log: Log,
): Promise<KnownDock | null> {
  const rows = await rowsOf(calls, dock);
  if (!rows) return null;
  const known = book.dock(dock.prefix);
  const kept = known && rows.find((row) => row.sn === known.sn);
  if (known && kept) return renameDock(calls, book, dock, { ...known, oid: kept.oid }, kept);
  for (const row of rows.filter(({ name }) => demoLanguages.some((one) => dock.names[one] === name))) {
    // Its secret is lost, so nobody can ever sign in as it again.
    const gone = await calls.post('/nebula-five/uavdock/delete.rest', { oids: [row.oid] });
    log('dockWithoutSecret', { name: row.name, sn: row.sn, deleted: gone.ok });
    if (!gone.ok) return null;
  }
  return addDock(calls, book, dock, log);
}

async function rowsOf(calls: ServerCalls, dock: DemoDock): Promise<DockRow[] | null> {
  const body = { keyword: dock.prefix, pageSize: 50 };
  const found = await calls.post<{ list: DockRow[] }>('/nebula-five/uavdock/query.rest', body);
  return found.ok ? found.data.list.filter((row) => row.sn.startsWith(dock.prefix)) : null;
}

/** Only the name that the demo itself gave is replaced. */
async function renameDock(
  calls: ServerCalls,
  book: DemoBook,
  dock: NamedDock,
  known: KnownDock,
  { name }: DockRow,
): Promise<KnownDock | null> {
  if (known.name === dock.name || known.name !== name) return known;
  const edited = await calls.post('/nebula-five/uavdock/edit.rest', { oid: known.oid, name: dock.name });
  if (!edited.ok) return null;
  const renamed = { ...known, name: dock.name };
  book.putDock(dock.prefix, renamed);
  return renamed;
}

async function addDock(
  calls: ServerCalls,
  book: DemoBook,
  dock: NamedDock,
  log: Log,
): Promise<KnownDock | null> {
  const sn = drawnSn(dock.prefix);
  const droneSn = sn.replace(dock.prefix, `SIMDRONE${dock.prefix.at(-1)}`);
  const { name } = dock;
  const body = { name, model: dock.model, sn, groupOID: calls.groupOID, vendor: 'DJI', droneSn };
  const added = await calls.post<{ oid: string; secret: string }>('/nebula-five/uavdock/add.rest', body);
  if (!added.ok) {
    log('dockRefused', { name, reason: added.reason, message: added.message });
    return null;
  }
  const known = { oid: added.data.oid, sn, droneSn, secret: added.data.secret, name };
  book.putDock(dock.prefix, known);
  log('dockAdded', { name, sn });
  return known;
}
