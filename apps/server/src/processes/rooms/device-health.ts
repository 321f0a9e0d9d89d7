import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import {
  cleanUpDeviceLogs,
  deviceHealthEndpoints,
  requireService,
} from '../../modules/device-health/index.ts';
import type { MemberRoom } from '../../modules/member/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';
import type { Flight } from './flight.ts';
import type { Organisation } from './organisation.ts';

interface Others {
  auditLog: AuditLog;
  department: DepartmentRoom;
  dock: Dock;
  flight: Flight;
  member: MemberRoom;
  organisation: Organisation;
}

export const endpoints = (
  { runtime }: RoomBase,
  { auditLog, department, dock, flight, member, organisation }: Others,
): readonly Endpoint[] =>
  deviceHealthEndpoints({
    runtime,
    audit: auditLog,
    department,
    timeZoneOf: organisation.timeZoneOf,
    dockInScope: dock.linkInScope,
    requireFlight: flight.requireOf,
    requireDriver: requireService(async (oid) => (await member.byOid(runtime.db, oid))?.service === true),
  });

export const timers = ({ runtime: { db, clock } }: RoomBase, _others: unknown): readonly Timer[] => [
  {
    name: 'deviceHealth.cleanUp',
    every: 3_600_000,
    once: 'any',
    run: () => cleanUpDeviceLogs(db, clock.wall()),
  },
];
