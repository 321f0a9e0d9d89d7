import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Refit } from '../drone/index.ts';
import type { MqttVersion } from '../../platform/wire.ts';
import type { WaitingPhoto } from '../media/index.ts';
import type { Repairs } from '../world/index.ts';

/** What a dock may be without: its module for mobile data; cameras of its own. */
export const lackable = ['module', 'cameras'] as const;
type Lackable = (typeof lackable)[number];

/** What a dock must not forget when its power fails. */
export interface OpenFlight {
  flightId: string;
  trackId: string;
}

export interface Remembered {
  /** The flight that is under way. */
  open: OpenFlight | null;
  /** Photos that the server does not have yet. */
  photos: readonly WaitingPhoto[];
  /** What was changed on its aircraft since. */
  refit?: Refit | undefined;
}

export interface DockMemory {
  read(): Remembered;
  /** Replaces what is given and keeps the rest. */
  write(part: Partial<Remembered>): void;
}

export interface SimulatedDockOptions {
  sn: string;
  /** Broker password; the user name is the SN. */
  secret: string;
  /** DJI key of the dock: 3-1-0, 3-2-0 or 3-3-0. */
  model: string;
  droneSn: string;
  /** DJI key of the aircraft; the usual one of the dock's generation unless given. */
  droneModel?: string | undefined;
  brokerUrl: string;
  lng: number;
  lat: number;
  /** Metres above the ellipsoid, and degrees. */
  height: number;
  heading: number;
  /** Shortens waits, multiplies ground speed and battery drain. 1 = as in life. */
  speed?: number | undefined;
  seed?: string | undefined;
  /** Battery level at the start, percent. */
  battery?: number | undefined;
  /** What the aircraft carries and how old it is, where that is not as it left the factory. */
  refit?: Refit | undefined;
  /** Whether the aircraft carries a loudspeaker; those of the third generation do unless this says otherwise. */
  loudspeaker?: boolean | undefined;
  /** The same of a searchlight and a gas detector. */
  payloadDevices?: boolean | undefined;
  /** What it has not; nothing unless given. */
  lacks?: readonly Lackable[] | undefined;
  /**
   * How long the aircraft stays on after the dock first came online, real milliseconds: who binds a dock has its
   * aircraft on. 0: it was asleep all the time.
   */
  awakeMs?: number | undefined;
  callsign?: string | undefined;
  organizationId?: string | undefined;
  bindingCode?: string | undefined;
  will?: boolean | undefined;
  /** Version of MQTT; 3.1.1 unless given. */
  mqtt?: MqttVersion | undefined;
  /** Level of service at which it hears its orders; 1 unless given. */
  hears?: 0 | 1 | undefined;
  /** What is repaired in the land, one for all docks that stand in it; its own unless given. */
  repairs?: Repairs | undefined;
  clock?: Clock | undefined;
  log?: Log | undefined;
  /** Without one the dock forgets its flight and its photos when it is stopped. */
  memory?: DockMemory | undefined;
  /** FLV file that is pushed in a loop where no encoder is installed. */
  fallbackVideo?: string | undefined;
}
