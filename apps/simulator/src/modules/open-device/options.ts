import type {
  OpenAlarms,
  OpenCommand,
  OpenHello,
  OpenProgress,
  OpenRejection,
  OpenState,
} from '@eyrie/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';

/** Rules of the contract that a device breaks on purpose, so that a test sees them noticed. Never set outside tests. */
export const openBreaches = [
  'repeatsCommands',
  'ignoresExpiry',
  'silentAck',
  'ownClock',
  'resumes',
  'ignoresRefusal',
  'retains',
  'slowHeartbeat',
] as const;
export type OpenBreach = (typeof openBreaches)[number];

export interface OpenDeviceOptions {
  sn: string;
  /** Broker password; the user name is the SN. */
  secret: string;
  brokerUrl: string;
  /** Where it is charged. */
  lng: number;
  lat: number;
  /** Metres above the ellipsoid. */
  height?: number | undefined;
  /** Degrees. */
  heading?: number | undefined;
  /** Shortens waits, multiplies ground speed and battery drain. 1 = as in life. */
  speed?: number | undefined;
  seed?: string | undefined;
  /** Battery level at the start, percent. */
  battery?: number | undefined;
  clock?: Clock | undefined;
  log?: Log | undefined;
  breaks?: readonly OpenBreach[] | undefined;
}

/** What an open device is, without its connection. Time passes in simulated seconds. */
export interface OpenMachine {
  readonly greeting: Pick<OpenHello, 'kind' | 'vendor' | 'model' | 'firmware' | 'commands' | 'aircraft'>;
  /** Begins a command whose arguments fit; a reason when it cannot. */
  begin(command: OpenCommand): OpenRejection | null;
  /** Lets time pass; gives the commands that have ended. */
  advance(seconds: number): OpenProgress[];
  /** The command that runs now. */
  running(): OpenProgress | null;
  state(): Omit<OpenState, 'at' | 'seq'>;
  alarms(): OpenAlarms['list'];
  /** Nobody can stop it any more: what moves on the ground stands still. */
  linkLost(): void;
}
