import { startSimulatedController, type SimulatedController } from '../../modules/remote-controller/index.ts';
import { sites, standingOn } from '../../modules/world/index.ts';
import type { DemoRoom, DemoWorld } from '../demo-room.ts';
import { drawnSn, findDevice, withoutAnswer, type Provided } from './own-device.ts';

const prefix = 'SIMRC';
/** A pilot holds it. */
const handMeters = 1.2;
const place = { ...sites.pilot, height: standingOn(sites.pilot) + handMeters };
const started = new WeakMap<DemoWorld, SimulatedController>();

interface SignIn {
  sn: string;
  secret: string;
}

/** Signs in under the serial number by which the demo's controller is in the book, or under a new one. */
const signInOn = async (world: DemoWorld): Promise<Provided<SignIn>> => {
  const known = await findDevice(world, 'uavrc', prefix);
  if (known === null || known === 'refused') return known;
  const sn = known?.sn ?? drawnSn(prefix);
  const body = { sn, model: 'RC Plus 2' };
  const made = await world.calls.post<{ secret: string }>('/nebula-five/uavrc/connect.rest', body);
  return made.ok ? { sn, secret: made.data.secret } : withoutAnswer(made);
};

/** A pilot signs in on a controller, as on the page that it opens, and flies an aircraft by hand. Both are found. */
export const demo: DemoRoom = {
  async fill(world) {
    if (started.has(world)) return;
    const { brokerUrl, speed, clock, log, fallbackVideo, repairs } = world;
    const signIn = await world.insist('controller', () => signInOn(world));
    if (!signIn || signIn === 'refused' || world.ended()) return;
    const droneSn = signIn.sn.replace(prefix, 'SIMHELD');
    const line = { brokerUrl, speed, clock, log, fallbackVideo, repairs };
    started.set(world, startSimulatedController({ ...signIn, ...place, ...line, droneSn }));
  },
  async stop(world) {
    await started.get(world)?.stop();
  },
};
