import type { Target } from './motion.ts';
import type { FlightPlan } from './plan.ts';
import type { Shot } from './route-run.ts';

/** What the machine must know of the world around it at each step. */
export interface Surroundings {
  battery: number;
  returnPower: number;
  wind: number;
  windLimit: number;
  linkUp: boolean;
  /** Keep to the route when the link is gone. */
  continueWhenLost: boolean;
  coverOpen: boolean;
  droneOn: boolean;
  /** Metres above the dock that the aircraft is set to keep below; 120 unless given. */
  highest?: number;
}

/** What the rest of the dock must do or tell because of the flight. */
export type Happening =
  | { kind: 'askAreas' | 'powerOn' | 'openCover' | 'closeCover' | 'airborne' | 'touchDown' | 'resumed' }
  | { kind: 'reachedPoint' }
  | { kind: 'leftPoint'; why: 'stopped' | 'lowBattery' | 'called' }
  | { kind: 'leftOrbit'; why: 'stopped' | 'called' }
  | ({ kind: 'photo' } & Shot)
  | { kind: 'paused'; breakReason: number }
  | { kind: 'finished'; status: 'ok' | 'failed'; result: number; percent: number };

export type Stage =
  | 'preparing'
  | 'starting'
  | 'takeOff'
  | 'converging'
  | 'toRoute'
  | 'onRoute'
  | 'toFirst'
  | 'paused'
  | 'toPoint'
  | 'bySticks'
  | 'orbiting'
  | 'returning'
  | 'landing'
  | 'restoring'
  | 'over';

export interface FlightOptions {
  plan: FlightPlan;
  /** Metres above the dock. */
  rthAltitude: number;
  /** Waits in the air for RTK before the route. */
  precise: boolean;
  heading: number;
  /** From touch-down to the final message, simulated seconds. */
  restoreSeconds: number;
  /** Flies to a point that somebody named instead of a route, from the dock's ground up. */
  toPoint?: Target[] | undefined;
  /** Where the flight before broke off: a waypoint of a line of the file, and the share of the leg after it. */
  start?: { wayline: number; index: number; progress: number } | undefined;
}

export const airborneStages: readonly Stage[] = [
  'takeOff',
  'converging',
  'toRoute',
  'onRoute',
  'toFirst',
  'paused',
  'toPoint',
  'bySticks',
  'orbiting',
  'returning',
  'landing',
];
