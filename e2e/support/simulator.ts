/** A simulated dock beside the product, reached as a real one would be: by broker, HTTP and RTMP. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockCalls, remoteControllerCalls } from '../../packages/domain/src/index.ts';
import type { Caller } from './calls.ts';
import type { Product } from './product.ts';

export interface DockPlace {
  name: string;
  sn: string;
  droneSn: string;
  lng: number;
  lat: number;
}

export interface SimulatedDock {
  oid: string;
  /** Base address of the simulator's control server, where failures are requested. */
  control: string;
  stop(): Promise<void>;
}

/** Key of DJI Dock 2. */
const dock2 = '3-2-0';

function controlPortOf(line: string): number | undefined {
  try {
    const parsed = JSON.parse(line) as { port?: unknown };
    return line.includes('controlServer') && typeof parsed.port === 'number' ? parsed.port : undefined;
  } catch {
    return undefined;
  }
}

interface Simulator {
  /** Base address of its control server. */
  control: string;
  stop(): Promise<void>;
}

/** Starts the simulator of one device, which signs in with a secret. */
async function startSimulator(
  kind: 'dock' | 'controller',
  secret: string,
  flags: Readonly<Record<string, string | number>>,
): Promise<Simulator> {
  const folder = mkdtempSync(join(tmpdir(), `eyrie-${kind}-`));
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, secret, { mode: 0o600 });
  const all = { ...flags, 'secret-file': secretFile, 'control-port': 0 };
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../../apps/simulator/src/main.ts'),
      kind,
      ...Object.entries(all).flatMap(([flag, value]) => [`--${flag}`, String(value)]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const stop = async (): Promise<void> => {
    const end = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (child.exitCode === null && child.kill('SIGTERM')) await end;
    rmSync(folder, { recursive: true, force: true });
  };
  let words = '';
  const port = await new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      words += chunk.toString();
      const found = words
        .split('\n')
        .map(controlPortOf)
        .find((one) => one !== undefined);
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) =>
      reject(new Error(`the simulator is gone (${code}):\n${words.slice(-4000)}`)),
    );
  });
  return { control: `http://127.0.0.1:${port}`, stop };
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
  const { name, sn, droneSn } = place;
  const { groupOID } = caller.session;
  const dock = await caller.call(dockCalls.add, { name, sn, droneSn, model: dock2, vendor: 'DJI', groupOID });
  return playDock(product, caller, { ...place, oid: dock.oid, secret: dock.secret }, { speed });
}

/**
 * Starts the simulator of a dock that is registered, and waits until the product sees it online.
 * @param flags further ones of the simulator
 */
export async function playDock(
  product: Pick<Product, 'mqtt'>,
  caller: Caller,
  { oid, secret, sn, droneSn, lng, lat }: DockPlace & { oid: string; secret: string },
  flags: Readonly<Record<string, string | number>> = {},
): Promise<SimulatedDock> {
  const given = { broker: product.mqtt, sn, model: dock2, 'drone-sn': droneSn, lng, lat, ...flags };
  const simulator = await startSimulator('dock', secret, given);
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
  return { oid, ...(await startSimulator('controller', secret, flags)) };
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
