import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { createPilot, type PilotRoom } from '../../modules/pilot/index.ts';
import type { RouteRoom } from '../../modules/route/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Flight } from './flight.ts';
import type { Organisation } from './organisation.ts';
import type { Region } from './region.ts';
import type { Session } from './session.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  flight: Flight;
  organisation: Organisation;
  region: Region;
  route: RouteRoom;
  session: Session;
}

export const needs = [
  'auditLog',
  'department',
  'flight',
  'organisation',
  'region',
  'route',
  'session',
] as const;
export const make = (
  { runtime, dji }: RoomBase,
  { auditLog, department, flight, organisation, region, route, session }: Needs,
): PilotRoom =>
  createPilot(runtime, {
    audit: auditLog,
    department,
    organisation,
    session,
    licence: dji,
    media: flight.media,
    library: route.library,
    regions: region.room,
  });

export const endpoints = (_base: RoomBase, { pilot }: { pilot: PilotRoom }): readonly Endpoint[] =>
  pilot.endpoints;
