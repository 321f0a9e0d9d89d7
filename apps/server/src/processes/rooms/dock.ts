import type { AuditLog } from '../../modules/audit-log/index.ts';
import { giveCode } from '../../modules/connection/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import {
  createDockDirectory,
  dockEndpoints,
  dockForCaller,
  type DockIdentity,
} from '../../modules/dock/index.ts';
import type { Caller, Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { createSubscriptionWait } from '../subscription-wait.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

export const make = ({ control, database: { listen } }: RoomBase) => ({
  directory: createDockDirectory(control, { listen }),
  subscribed: createSubscriptionWait(listen),
  /** Finds a dock inside the caller's scope. @throws Refusal `notFound` */
  inScope: async (caller: Caller, oid: string): Promise<DockIdentity> => {
    const dock = await dockForCaller(control.db, caller, oid);
    if (dock?.kind !== 'dock') throw notFound();
    return dock;
  },
  /** The same of whatever signs in to the broker: a dock, a remote controller, a robot. @throws Refusal `notFound` */
  linkInScope: async (caller: Caller, oid: string): Promise<DockIdentity> => {
    const link = await dockForCaller(control.db, caller, oid);
    if (!link) throw notFound();
    return link;
  },
});
export type Dock = ReturnType<typeof make>;

interface Others {
  auditLog: AuditLog;
  department: DepartmentRoom;
  dock: Dock;
  organisation: Organisation;
}

export const endpoints = (
  { runtime, accounts, aircraftNow, brokerUrl }: RoomBase,
  { auditLog, department, dock, organisation }: Others,
): readonly Endpoint[] =>
  dockEndpoints(runtime, {
    audit: auditLog,
    department,
    accounts,
    giveCode: (trx, dockOID) => giveCode(trx, runtime, dockOID),
    aircraftOut: async (oid) => (await aircraftNow(oid))?.out ?? null,
    brokerUrl,
    untilHeard: dock.subscribed.expect,
    timeZoneOf: organisation.timeZoneOf,
    chineseNamesOnly: async (groupRoot) => (await organisation.policyOf(groupRoot)).nameChineseOnly,
  });

export const units = ({ directory }: Dock): Unit[] => [directory];
export const timers = (_base: RoomBase, { dock }: { dock: Dock }): Timer[] => [dock.directory.timer];
