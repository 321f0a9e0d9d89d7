import type { UploadedFile } from '@eyrie/dji';
import type { LinkHost } from '../../modules/command/index.ts';
import type { ConnectionNotes } from '../../modules/connection/index.ts';
import type { DeviceHealthGateway, DeviceLogGateway, Unusable } from '../../modules/device-health/index.ts';
import type { DockIdentity, DockLink } from '../../modules/dock/index.ts';
import type { DockLogRoom } from '../../modules/dock-log/index.ts';
import type { DrcForwarder, DrcParts } from '../../modules/drc/index.ts';
import type { FirmwareRoom } from '../../modules/firmware/index.ts';
import type { FlightGateway, FlightObjects, StartFilesByCommand } from '../../modules/flight/index.ts';
import type { FlightAreaGateway } from '../../modules/flight-area/index.ts';
import type { GroundReaders } from '../../modules/flight-control/index.ts';
import type { SpeakerRoom } from '../../modules/speaker/index.ts';
import type { TelemetryPublisher, TelemetryRecorder } from '../../modules/telemetry/index.ts';
import type { VideoServer } from '../../modules/video/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** What the server gives the rooms' parts of a gateway, beside what the gateway makes itself. */
export interface LinkPartSupplies {
  objects: FlightObjects;
  video: VideoServer;
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
  recordMedia(dock: DockIdentity, file: UploadedFile): Promise<unknown>;
  /** Minutes east of Greenwich of an organisation. */
  zoneMinutes(groupRoot: string): Promise<number>;
}

/** What the rooms' parts of a gateway are made of; each says for itself what it needs of it. */
export interface LinkPartNeeds extends LinkPartSupplies {
  runtime: Runtime;
  host: LinkHost;
  flights: FlightGateway;
  /** How a flight is to be flown, by the order that starts it. */
  startFiles: StartFilesByCommand;
  areas: FlightAreaGateway;
  health: DeviceHealthGateway;
  logs: DeviceLogGateway;
  unusable: Unusable;
  connections: ConnectionNotes;
  publisher: TelemetryPublisher;
  recorder: TelemetryRecorder;
  forwarder: DrcForwarder;
  videoChanged(link: DockLink): void;
  stopPicture(
    link: DockLink,
    request: { videoId: string; memberOID: string; groupRoot: string; key: string },
  ): Promise<void>;
  releaseControl(dock: DockIdentity, request: { memberOID: string; key: string }): Promise<void>;
}
