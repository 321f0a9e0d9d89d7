import { randomUUID } from 'node:crypto';
import { destination, type Place } from '@eyrie/geometry';
import { realClock } from '../../platform/clock.ts';
import { seededRandom } from '../../platform/random.ts';
import { OpenDockMachine } from './dock.machine.ts';
import { OpenDeviceLink, type OpenDevice } from './open-device.ts';
import type { OpenDeviceOptions } from './options.ts';
import { RobotMachine, type RobotFault } from './robot.machine.ts';

export type { OpenDevice } from './open-device.ts';
export { openBreaches, type OpenDeviceOptions } from './options.ts';

export interface OpenRobot extends OpenDevice {
  setFault(fault: RobotFault | null): void;
}

export interface OpenRobotOptions extends OpenDeviceOptions {
  /** Drives around its base by its own plan, when it has nothing else to do; real ms between two beginnings. */
  patrolEveryMs?: number | undefined;
}

/** Points of a patrol around a base: the same for the same seed. */
export function patrolAround(base: Place, seed: string): Place[] {
  const random = seededRandom(`${seed}:patrol`);
  const count = 5;
  return Array.from({ length: count }, (_, index) =>
    destination(base, (360 / count) * index + random.between(-20, 20), random.between(25, 60)),
  );
}

/** Starts a ground robot. It connects, says hello and obeys until it is stopped. */
export function startOpenRobot(options: OpenRobotOptions): OpenRobot {
  const machine = new RobotMachine(options);
  const link = new OpenDeviceLink(options, machine);
  const points = patrolAround(options, options.seed ?? options.sn);
  const again = () => {
    // Out of reach nobody could stop it.
    if (link.welcome) machine.patrolByItself(randomUUID(), 'patrol', points);
  };
  const { patrolEveryMs, clock = realClock } = options;
  const cancel = patrolEveryMs === undefined ? () => {} : clock.every(patrolEveryMs, again);
  return {
    sn: options.sn,
    setFault: (fault) => machine.setFault(fault),
    stop: () => {
      cancel();
      return link.stop();
    },
  };
}

/** Starts a dock of another vendor with its aircraft. */
export const startOpenDock = (options: OpenDeviceOptions): OpenDevice =>
  new OpenDeviceLink(options, new OpenDockMachine(options));
