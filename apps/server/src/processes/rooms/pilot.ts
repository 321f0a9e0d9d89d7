import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { createPilot, type PilotRoom } from '../../modules/pilot/index.ts';
import { createRegions, type RegionChange } from '../../modules/region/index.ts';
import type { RouteRoom } from '../../modules/route/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { regionTopic } from '../api/pilot-live.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Flight } from './flight.ts';
import type { Organisation } from './organisation.ts';
import type { Session } from './session.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  flight: Flight;
  organisation: Organisation;
  route: RouteRoom;
  session: Session;
}

export const needs = ['auditLog', 'department', 'flight', 'organisation', 'route', 'session'] as const;
export const make = (
  { runtime, broker, dji }: RoomBase,
  { auditLog, department, flight, organisation, route, session }: Needs,
): PilotRoom =>
  createPilot(runtime, {
    audit: auditLog,
    department,
    organisation,
    session,
    licence: dji,
    media: flight.media,
    library: route.library,
    regions: createRegions(runtime, {
      audit: auditLog,
      // Through the broker, so that it reaches those who are connected to another server.
      publish: (change: RegionChange) =>
        void broker
          .publish(regionTopic, JSON.stringify(change), { qos: 0 })
          .catch((error: unknown) =>
            runtime.log.debug({ err: error }, 'a change of a region was not published'),
          ),
    }),
  });

export const endpoints = (_base: RoomBase, { pilot }: { pilot: PilotRoom }): readonly Endpoint[] =>
  pilot.endpoints;
