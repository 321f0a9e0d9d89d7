import type { GateNow } from '../../modules/flight/index.ts';
import type { StorageCredential, UploadedFile } from '@eyrie/dji';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { CommandGatewayDependencies, SendGuard } from '../../modules/command/index.ts';
import type { DockIdentity, Motion } from '../../modules/dock/index.ts';
import type { SpeakerRoom } from '../../modules/speaker/index.ts';
import type { DockLogRoom } from '../../modules/dock-log/index.ts';
import type { FirmwareRoom } from '../../modules/firmware/index.ts';
import type { FlightObjects } from '../../modules/flight/index.ts';
import type { DrcNow, DrcParts } from '../../modules/drc/index.ts';
import type { GroundReaders, WayAnswer, WayQuestion } from '../../modules/flight-control/index.ts';
import type { OpenNow } from '../../modules/open-device/index.ts';
import type { VideoServer } from '../../modules/video/index.ts';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Listen } from '../../platform/postgres/index.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';

export interface GatewayDependencies {
  audit: AuditLog;
  sendGuard: SendGuard;
  broker: BrokerClient;
  listen: Listen;
  instance: { instanceId: string; processes: readonly string[] };
  objects: FlightObjects;
  video: VideoServer;
  dji: { appId: string; appKey: string; appLicense: string };
  ntp: { host: string; port: number };
  /** What docks say of their log files, and what is ordered of them. */
  dockLog: Pick<DockLogRoom, 'gateway' | 'plans'>;
  /** What is ordered of loudspeakers. */
  speaker: Pick<SpeakerRoom, 'plans'>;
  /** The way of frames of sticks between servers, and the account of a dock for them. */
  drc: DrcParts;
  /** What docks say of their upgrades, and what is ordered of them. */
  firmware: Pick<FirmwareRoom, 'gateway' | 'plans'>;
  /** What lies and stands below a way on which an aircraft is sent. */
  ground: GroundReaders;
  storageCredential(dockOID: string): Promise<StorageCredential>;
  recordMedia(dock: DockIdentity, file: UploadedFile): Promise<unknown>;
  bindOnBroker(bindings: readonly { sn: string; droneSn: string }[]): Promise<void>;
  /** Ends the connection of a dock at an outside broker that has a way to. */
  disconnectOnBroker?(dockSn: string): Promise<void>;
  zoneMinutes(groupRoot: string): Promise<number>;
  /** For how long wind above the limit is borne in flight, and for how long a person is waited for. */
  windRule(groupRoot: string): Promise<{ seconds: number | null; answerSeconds: number }>;
  /** Notifies those in charge of a dock. */
  alarm(dockOID: string, kind: 'dockTwin' | 'dockClock' | 'movedUnordered' | 'flownByHand'): Promise<void>;
  /** Why no flight of an organisation may begin now; asked in the transaction that would let one begin. */
  newFlightRefusal: CommandGatewayDependencies['newFlightRefusal'];
  /** Lets open consoles know that the areas of a dock of a department stand otherwise. */
  areasChanged(groupRoot: string, groupOID: string): void;
  orderForServer(
    dock: DockIdentity,
    method: 'stopLive' | 'controlRelease' | 'flightAreasUpdate' | 'drcEnd',
    request: { memberOID: string; key: string; arguments: Record<string, unknown> },
  ): Promise<void>;
}

/** What the aircraft of a dock does, by its last word. */
export type Aircraft = Pick<Motion, 'returning' | 'flyingTo' | 'orbiting'> & {
  out: boolean;
  /** Of a device of the open contract; null: of every other. */
  open: OpenNow | null;
};

export interface Gateway extends Unit {
  /** What it does again and again while it is started, beside the clocks of its protocols. */
  timers: readonly Timer[];
  /** Every dock of this gateway with an open flight or an unresolved command has been asked for its state. */
  ready(): boolean;
  gateNow(flightOID: string, dockOID: string): Promise<GateNow | null>;
  /** What stands against a way that somebody would fly by hand; null: another gateway hears the dock. */
  wayNow(dockOID: string, question: WayQuestion): Promise<WayAnswer | null>;
  /** What the aircraft of a dock of this gateway does; null: the dock is not here. */
  aircraftNow(dockOID: string): Aircraft | null;
  /** How the sticks of a dock of this gateway stand, and who flies; null: nobody by sticks, or the dock is not here. */
  drcNow(dockOID: string, epoch?: number): Promise<DrcNow | null>;
  /** True for the docks of this gateway. */
  speaksTo(dockOID: string): boolean;
  counts(): Record<string, number>;
}
