import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect } from 'vitest';
import {
  startSimulatedDock,
  type DockMemory,
  type SimulatedDock,
  type SimulatedDockOptions,
} from '../modules/dock/index.ts';
import { startBroker, type Heard, type TestBroker } from './broker.ts';
import { startFiles, testPlace, type TestFiles } from './files.ts';
import { groundStation, type GroundStation } from './ground-station.ts';

export const sn = 'DOCK3TEST';
export const droneSn = 'DRONETEST';
export const topic = (kind: string, of = sn) => `thing/product/${of}/${kind}`;
export const dataOf = (one: Heard) => one.body.data as unknown as Record<string, unknown>;
export const isEvent = (method: string) => (one: Heard) =>
  one.topic === topic('events') && one.body.method === method;
export const progress = (status: string) => (one: Heard) =>
  isEvent('flighttask_progress')(one) &&
  (one.body.data as { output: { status: string } }).output.status === status;

export interface DockFixture {
  broker: TestBroker;
  files: TestFiles;
  station: GroundStation;
  dock: SimulatedDock;
  /** The same dock anew, at another pace or with something to remember. */
  again(
    speed: number,
    memory?: DockMemory,
    line?: Pick<SimulatedDockOptions, 'mqtt' | 'hears' | 'lacks'>,
  ): Promise<void>;
  /** Until the dock tells of itself, and so obeys. */
  shown(): Promise<unknown>;
  prepare(flightId: string, more?: Record<string, unknown>): Promise<{ result: number }>;
  /** Sends a flight off; gives its id. */
  launch(): Promise<string>;
  /** Watched on the dock itself: at this pace nothing on the wire is sure to tell of it. */
  onRoute(): Promise<void>;
}

const begin = (
  brokerUrl: string,
  speed: number,
  memory?: DockMemory,
  line: Pick<SimulatedDockOptions, 'mqtt' | 'hears' | 'lacks'> = {},
) =>
  startSimulatedDock({
    sn,
    secret: 'secret',
    model: '3-3-0',
    droneSn,
    brokerUrl,
    ...testPlace,
    speed,
    awakeMs: 0,
    memory,
    seed: 'test',
    ...line,
  });

const credential = (url: string) => ({
  provider: 'minio',
  endpoint: `${url}/objects`,
  region: 'us-east-1',
  bucket: 'media',
  object_key_prefix: 'org/dock',
  credentials: { access_key_id: 'id', access_key_secret: 'key', security_token: 'token', expire: 3600 },
});

/** For every test of a file: a broker, a store, a server that answers, and a dock forty times as fast as life. */
export function setUpDock(): DockFixture {
  const fixture = {} as DockFixture;
  beforeEach(async () => {
    fixture.broker = await startBroker('secret');
    fixture.files = await startFiles();
    fixture.station = groundStation(fixture.broker, sn);
    fixture.station.storage = credential(fixture.files.url);
    fixture.dock = begin(fixture.broker.url, 40);
  });
  afterEach(async () => {
    await fixture.dock.stop();
    await fixture.broker.stop();
    await fixture.files.stop();
  });
  fixture.again = async (speed, memory, line) => {
    await fixture.dock.stop();
    fixture.dock = begin(fixture.broker.url, speed, memory, line);
    fixture.broker.heard.length = 0;
  };
  fixture.shown = () => fixture.broker.until('osd', (one) => one.topic === topic('osd'));
  fixture.prepare = (flightId, more = {}) =>
    fixture.station.order('flighttask_prepare', {
      flight_id: flightId,
      task_type: 0,
      execute_time: Date.now(),
      file: fixture.files.file,
      rth_altitude: 60,
      rth_mode: 1,
      out_of_control_action: 0,
      exit_wayline_when_rc_lost: 1,
      wayline_precision_type: 0,
      ...more,
    });
  fixture.launch = async () => {
    await fixture.shown();
    const flightId = randomUUID();
    expect((await fixture.prepare(flightId)).result).toBe(0);
    expect((await fixture.station.order('flighttask_execute', { flight_id: flightId })).result).toBe(0);
    return flightId;
  };
  fixture.onRoute = async () => {
    await expect
      .poll(() => fixture.dock.state().flight?.stage, { timeout: 30_000, interval: 20 })
      .toBe('onRoute');
  };
  return fixture;
}
