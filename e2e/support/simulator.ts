/** A simulated dock beside the product, reached as a real one would be: by broker, HTTP and RTMP. */
import { startSimulator } from '../../apps/server/src/testing/simulator-process.ts';
import { dockCalls, remoteControllerCalls } from '../../packages/domain/src/index.ts';
import type { Caller } from './calls.ts';
import type { Product } from './product.ts';

export interface DockPlace {
  name: string;
  sn: string;
  droneSn: string;
  lng: number;
  lat: number;
  /** Key of its model; DJI Dock 2 where none is named. */
  model?: string;
  /** What it has not, as the command line of the simulator names it; nothing where none is named. */
  lacks?: string;
}

export interface SimulatedDock {
  oid: string;
  /** Base address of the simulator's control server, where failures are requested. */
  control: string;
  stop(): Promise<void>;
}

/** Key of DJI Dock 2. */
const dock2 = '3-2-0';

/** Starts the simulator of one device, and waits until it can be told what to do. */
async function play(...given: Parameters<typeof startSimulator>): Promise<Omit<SimulatedDock, 'oid'>> {
  const simulator = await startSimulator(...given);
  const stop = async (): Promise<void> => void (await simulator.end());
  try {
    return { control: await simulator.control(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Registers a dock by the public call, starts its simulator, and waits until the product sees it online.
 * @param speed how much faster than life it moves
 */
export async function startDock(
  product: Pick<Product, 'mqtt'>,
  caller: Caller,
  place: DockPlace,
  speed = 5,
): Promise<SimulatedDock> {
  const { name, sn, droneSn, lacks, model = dock2 } = place;
  const { groupOID } = caller.session;
  const dock = await caller.call(dockCalls.add, { name, sn, droneSn, model, vendor: 'DJI', groupOID });
  return playDock(
    product,
    caller,
    { ...place, oid: dock.oid, secret: dock.secret },
    { speed, ...(lacks && { lacks }) },
  );
}

/**
 * Starts the simulator of a dock that is registered, and waits until the product sees it online.
 * @param flags further ones of the simulator
 */
export async function playDock(
  product: Pick<Product, 'mqtt'>,
  caller: Caller,
  { oid, secret, sn, droneSn, lng, lat, model = dock2 }: DockPlace & { oid: string; secret: string },
  flags: Readonly<Record<string, string | number>> = {},
): Promise<SimulatedDock> {
  const given = { broker: product.mqtt, sn, model, 'drone-sn': droneSn, lng, lat, ...flags };
  const simulator = await play('dock', secret, given);
  await untilOnline(caller, oid);
  return { oid, ...simulator };
}

/** Lets a controller sign in as the page on it does, and starts its simulator with an aircraft in its pilot's hand. */
export async function startController(
  product: Pick<Product, 'mqtt'>,
  caller: Caller,
  { sn, droneSn, consent }: { sn: string; droneSn: string; consent: 'gives' | 'refuses' },
): Promise<SimulatedDock> {
  const { oid, secret } = await caller.call(remoteControllerCalls.connect, { sn, model: '2-174-0' });
  const flags = { broker: product.mqtt, sn, 'drone-sn': droneSn, lng: 113.95, lat: 22.54, consent };
  return { oid, ...(await play('controller', secret, flags)) };
}

/**
 * Changes what the aircraft of a dock carries, as a person beside it would: as soon as it lies there, off.
 * @param parts as the control server of the simulator takes them
 */
export async function refit({ control }: SimulatedDock, sn: string, parts: object): Promise<void> {
  const until = performance.now() + 60_000;
  for (;;) {
    const body = JSON.stringify(parts);
    const { status } = await fetch(`${control}/docks/${sn}/refit`, { method: 'POST', body });
    if (status === 200) return;
    if (status !== 409 || performance.now() > until)
      throw new Error(`the aircraft was not changed: ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function untilOnline(caller: Caller, oid: string): Promise<void> {
  const until = performance.now() + 60_000;
  while (!(await caller.call(dockCalls.get, { oid })).online) {
    if (performance.now() > until) throw new Error('the dock did not come online within 60 s');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
