import type { GateNow } from '../../modules/flight/index.ts';
import type { StorageCredential } from '@eyrie/dji';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { CommandGatewayDependencies, SendGuard } from '../../modules/command/index.ts';
import type { DockIdentity, Motion } from '../../modules/dock/index.ts';
import type { DrcNow } from '../../modules/drc/index.ts';
import type { WayAnswer, WayQuestion } from '../../modules/flight-control/index.ts';
import type { OpenNow } from '../../modules/open-device/index.ts';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Listen } from '../../platform/postgres/index.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { LinkPartSupplies } from './link-part-needs.ts';

export interface GatewayDependencies extends LinkPartSupplies {
  audit: AuditLog;
  sendGuard: SendGuard;
  broker: BrokerClient;
  listen: Listen;
  instance: { instanceId: string; processes: readonly string[] };
  dji: { appId: string; appKey: string; appLicense: string };
  ntp: { host: string; port: number };
  storageCredential(dockOID: string): Promise<StorageCredential>;
  bindOnBroker(bindings: readonly { sn: string; droneSn: string }[]): Promise<void>;
  /** Ends the connection of a dock at an outside broker that has a way to. */
  disconnectOnBroker?(dockSn: string): Promise<void>;
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
