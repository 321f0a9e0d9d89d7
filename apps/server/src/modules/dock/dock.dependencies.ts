import type { Wire } from '../../platform/mqtt/index.ts';
import type { ListDeps } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';

/** Accounts of docks on the broker: nothing to do where the broker reads our tables, one command where it does not. */
export interface DockAccounts {
  /** @param droneSn the aircraft that it speaks for; undefined: as before */
  ensureDock(sn: string, secret: string, wire?: Wire, droneSn?: string): Promise<void>;
  bindDrone(sn: string, droneSn: string): Promise<void>;
  bindDrones(bindings: readonly { sn: string; droneSn: string }[]): Promise<void>;
  removeDock(sn: string): Promise<void>;
  /** Ends its connection and its sign-in until it is resumed; its secret stays. */
  suspendDock(sn: string): Promise<void>;
  resumeDock(sn: string): Promise<void>;
  /** Ends the connection of a dock at an outside broker, where that has a way to; the embedded one needs none. */
  disconnect?(sn: string): Promise<void>;
  /** Lets a dock open a second connection, for sticks alone; false or missing: nobody can. */
  admitRelay?(sn: string, secret: string): Promise<boolean>;
  dismissRelay?(sn: string): Promise<void>;
}

export interface DockServiceDependencies {
  audit: AuditLog;
  department: ListDeps['department'];
  accounts: DockAccounts;
  /** A binding code for a dock that is to name one. */
  giveCode(trx: DbOrTrx, dockOID: string): Promise<{ code: string; expiresAt: number }>;
  /** As docks reach the broker. */
  brokerUrl(): string;
  /** IANA name of the time zone in which an organisation reads its days. */
  timeZoneOf(groupRoot: string): Promise<string>;
  /** Does the organisation insist on Chinese names. */
  chineseNamesOnly(groupRoot: string): Promise<boolean>;
  /** Is the aircraft of a dock out of it, by the present of its gateway; null: no gateway answers. */
  aircraftOut(dockOID: string): Promise<boolean | null>;
  /** Resolves once a gateway hears the dock, or after a while: what it says from then on is not lost. */
  untilHeard(dockOID: string): { wait(): Promise<void> };
}
