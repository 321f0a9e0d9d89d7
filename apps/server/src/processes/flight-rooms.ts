import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import type { AuditLog } from '../modules/audit-log/index.ts';
import {
  commandEndpoints,
  createCommandService,
  createEmergency,
  createJournal,
  createSendingWait,
  createSendGuard,
} from '../modules/command/index.ts';
import { deviceHealthEndpoints, requireService } from '../modules/device-health/index.ts';
import {
  createDockDirectory,
  dockEndpoints,
  dockForCaller,
  snapshotAirborne,
  type DockIdentity,
} from '../modules/dock/index.ts';
import { flightEndpoints, flightForCaller } from '../modules/flight/index.ts';
import { createLeaseService, leaseEndpoints } from '../modules/lease/index.ts';
import { createMedia } from '../modules/media/index.ts';
import type { Maintenance } from '../modules/operation/index.ts';
import { createRoute } from '../modules/route/index.ts';
import { createTask } from '../modules/task/index.ts';
import { videoEndpoints } from '../modules/video/index.ts';
import type { Caller, Endpoint } from '../platform/http/endpoint.ts';
import { notFound } from '../platform/http/refusal.ts';
import type { Foundation } from './foundation.ts';
import { createHearing } from './hearing.ts';
import { publishLease } from './lease-news.ts';
import type { PeopleRooms } from './people-rooms.ts';
import type { RoomOptions } from './room-options.ts';

interface FlightRoomsDeps {
  audit: AuditLog;
  people: PeopleRooms;
  maintenance: Maintenance;
}

/** Docks and what flies: planned, commanded, watched and recorded. */
export const createFlightRooms = (
  foundation: Foundation,
  { audit, people, maintenance }: FlightRoomsDeps,
  options: Omit<RoomOptions, 'operation'>,
) => {
  const { runtime, broker } = foundation;
  const { listen } = foundation.database;
  const { department, organisation, member, timeZoneOf } = people;
  const directory = createDockDirectory(runtime, { listen });

  const requireFlight = async (caller: Caller, flightOID: string, dockOID: string): Promise<void> => {
    const flight = await flightForCaller(runtime.db, caller, flightOID);
    if (!flight || flight.dock_oid !== dockOID) throw notFound();
  };
  const dockInScope = async (caller: Caller, oid: string): Promise<DockIdentity> => {
    const dock = await dockForCaller(runtime.db, caller, oid);
    if (!dock) throw notFound();
    return dock;
  };

  const route = createRoute(runtime, { audit, department, objects: options.store.objects });
  const task = createTask(runtime, { audit, department });
  const media = createMedia(runtime, { objects: options.store.objects, objectsUrl: options.objectsUrl });

  const hearing = createHearing(listen);
  const leases = createLeaseService(runtime, {
    audit,
    changed: (target, change) => publishLease(broker, runtime, target, change),
    untilOrdersSettled: createSendingWait(runtime),
    airborne: (dockOID) => snapshotAirborne(runtime.db, dockOID),
  });
  const commands = createCommandService(runtime, {
    audit,
    databaseUp: foundation.databaseUp,
    listen: async (channel, handler) => void (await listen(channel, handler)),
    newFlightRefusal: maintenance.newFlightRefusal,
  });
  const sendGuard = createSendGuard(runtime, broker);
  const emergency = createEmergency(runtime, {
    sendGuard,
    broker,
    directory,
    audit,
    aircraftNow: (dockOID) => options.aircraftNow(dockOID, limits.command.intentAnswerTimeout),
    spendConfirmation: commands.spendInEmergency,
    journal: createJournal(join(options.dataDir, 'journal', 'emergency.slots')),
  });

  const endpoints: Endpoint[] = [
    ...route.endpoints,
    ...task.endpoints,
    ...media.endpoints,
    ...dockEndpoints(runtime, {
      audit,
      accounts: options.accounts,
      aircraftOut: async (oid) => (await options.aircraftNow(oid))?.out ?? null,
      brokerUrl: options.brokerUrl,
      untilHeard: hearing.expect,
      chineseNamesOnly: async (groupRoot) => (await organisation.policyOf(groupRoot)).nameChineseOnly,
    }),
    ...flightEndpoints(runtime, {
      audit,
      requireDepartment: department.requireVisible,
      dockInScope,
      routeForFlight: route.forFlight,
      ensureManualTask: task.ensureManualTask,
      gateNow: options.gateNow,
    }),
    ...leaseEndpoints({ leases, dockInScope, spendNonce: commands.spendNonce }),
    ...commandEndpoints(runtime, {
      commands,
      dockInScope,
      requireFlight,
      emergency,
      databaseUp: foundation.databaseUp,
    }),
    ...deviceHealthEndpoints({
      runtime,
      audit,
      department,
      timeZoneOf,
      dockInScope,
      requireFlight,
      requireDriver: requireService(async (oid) => (await member.byOid(runtime.db, oid))?.service === true),
    }),
    ...videoEndpoints(runtime, { video: options.video, dockInScope }),
  ];

  return {
    directory,
    hearing,
    media,
    leases,
    commands,
    emergency,
    sendGuard,
    dockInScope,
    unit: route.unit,
    endpoints,
  };
};
