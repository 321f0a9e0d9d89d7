import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Repairs } from '../world/index.ts';

/** What the pilot does when he is asked for control. */
export const consentPolicies = ['gives', 'refuses', 'cancels', 'ignores'] as const;
export type ConsentPolicy = (typeof consentPolicies)[number];

export interface SimulatedControllerOptions {
  sn: string;
  /** Broker password; the user name is the SN. */
  secret: string;
  /** DJI key of the controller; RC Plus 2 unless given. */
  model?: string | undefined;
  droneSn: string;
  /** DJI key of the aircraft; the usual one of the controller unless given. */
  droneModel?: string | undefined;
  brokerUrl: string;
  lng: number;
  lat: number;
  /** Metres above the ellipsoid. */
  height: number;
  /** What the pilot does when asked; gives control unless told otherwise. */
  consent?: ConsentPolicy | undefined;
  /** How long the pilot thinks about it, real milliseconds. */
  answerMs?: number | undefined;
  /** Power of the controller at the start, percent. */
  battery?: number | undefined;
  /** Multiplies motion and drain. 1 = as in life. */
  speed?: number | undefined;
  seed?: string | undefined;
  /** What is repaired in the land; nothing unless given. */
  repairs?: Repairs | undefined;
  clock?: Clock | undefined;
  log?: Log | undefined;
  /** FLV file that is pushed in a loop where no encoder is installed. */
  fallbackVideo?: string | undefined;
}
