import type { GateNow } from '../modules/flight/index.ts';
import type { WayAnswer, WayQuestion } from '../modules/flight-control/index.ts';
import type { DockSettings } from '../modules/connection/index.ts';
import type { AskSticks } from '../modules/drc/index.ts';
import type { DockAccounts } from '../modules/dock/index.ts';
import type { OperationDeps } from '../modules/operation/index.ts';
import type { VideoServer } from '../modules/video/index.ts';
import type { Settings } from '../platform/settings.ts';
import type { Aircraft } from './gateway/index.ts';
import type { ObjectStore } from './objects.ts';

/** What the rooms of a server are given from outside. */
export interface RoomOptions {
  /** What this server does in the background, measures of itself, and says of itself in a diagnosis. */
  operation: Pick<
    OperationDeps,
    'worker' | 'timerStates' | 'probes' | 'withObjects' | 'release' | 'settings'
  >;
  dataDir: string;
  /** The licence of the app, for docks and for DJI Pilot 2. */
  dji: Settings['dji'];
  /** Who is asked for the weather outside; undefined: nobody. */
  weather: Settings['weather'];
  /** False while writing to the database fails or gets no answer; no room on its disk is another thing. */
  databaseWrites(): boolean;
  /** Address of the live endpoint as browsers reach it; null: on the host that served the page. */
  liveUrl: string | null;
  /** As browsers and providers reach this server. No slash at the end. */
  publicUrl(): string;
  /** As docks reach the broker. */
  brokerUrl(): string;
  dockSettings: DockSettings;
  /** True where nobody reaches this server but this machine itself. */
  onlyHere: boolean;
  /** Hosts inside the network that layers of maps may come from. */
  layerHosts: readonly string[];
  /** Path of the program that takes pictures out of videos; undefined: nobody does. */
  ffmpeg: string | undefined;
  /** Path of the program that reads radiometric JPEGs; undefined: nobody does. */
  thermalCommand: string | undefined;
  /** Path of the program that makes copies of videos which browsers play; undefined: nobody does. */
  videoTranscoder: string | undefined;
  /** The outside photogrammetry engine; undefined: there is none. */
  photogrammetry: Settings['photogrammetry'];
  /** Where docks upload to. */
  objectsUrl(): string;
  store: ObjectStore;
  video: VideoServer;
  accounts: DockAccounts;
  gateNow(flightOID: string, dockOID: string): Promise<GateNow | null>;
  /** What stands against a way that somebody would fly by hand; null: no gateway answers. */
  wayNow(dockOID: string, question: WayQuestion): Promise<WayAnswer | null>;
  /** What the aircraft of a dock does, asked of the gateway that hears it for at most `wait` ms; null: none answers. */
  aircraftNow(dockOID: string, wait?: number): Promise<Aircraft | null>;
  /** How the sticks of a dock stand. */
  drcNow: AskSticks;
}
