import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import type { AuditLogs } from '../../modules/audit-log/index.ts';
import {
  commandEndpoints,
  createCommandService,
  createEmergency,
  createJournal,
  createSendGuard,
  dropOldChallenges,
  expireDrafts,
} from '../../modules/command/index.ts';
import type { DockLogRoom } from '../../modules/dock-log/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import type { OperationRoom } from '../../modules/operation/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import { createStrangerOrders } from '../stranger-orders.ts';
import type { Dock } from './dock.ts';
import type { Flight } from './flight.ts';

interface Needs {
  auditLog: AuditLogs;
  dock: Dock;
  notification: NotificationRoom;
  operation: OperationRoom;
}

export const needs = ['auditLog', 'dock', 'notification', 'operation'] as const;
export const make = (
  { control: runtime, broker, database, databaseUp, aircraftNow, dataDir }: RoomBase,
  { auditLog: { forControl: audit }, dock: { directory }, notification, operation: { maintenance } }: Needs,
) => {
  const orders = createCommandService(runtime, {
    audit,
    databaseUp,
    listen: async (channel, handler) => void (await database.listen(channel, handler)),
    newFlightRefusal: maintenance.newFlightRefusal,
    strangerOrdered: createStrangerOrders(runtime, {
      audit,
      notifyHolders: notification.notifyHolders,
    }),
  });
  const sendGuard = createSendGuard(runtime, broker);
  const emergency = createEmergency(runtime, {
    sendGuard,
    broker,
    directory,
    audit,
    aircraftNow: (dockOID) => aircraftNow(dockOID, limits.command.intentAnswerTimeout),
    spendConfirmation: orders.spendInEmergency,
    journal: createJournal(join(dataDir, 'journal', 'emergency.slots')),
  });
  return { orders, sendGuard, emergency };
};
export type Command = ReturnType<typeof make>;

interface Others {
  command: Command;
  dock: Dock;
  dockLog: DockLogRoom;
  flight: Flight;
}

export const endpoints = (
  { control: runtime, aircraftNow, databaseUp, databaseWrites }: RoomBase,
  { command, dock, dockLog, flight }: Others,
): readonly Endpoint[] =>
  commandEndpoints(runtime, {
    commands: command.orders,
    dockInScope: dock.linkInScope,
    requireFlight: flight.requireOf,
    emergency: command.emergency,
    answers: { logQuery: dockLog.listings },
    openNow: async (oid) => (await aircraftNow(oid))?.open ?? null,
    // A return home must not wait for statements to fail where the last one written has failed already.
    databaseUp: () => databaseUp() && databaseWrites(),
  });

export const timers = (
  { control: runtime }: RoomBase,
  { auditLog, command: { emergency } }: { auditLog: AuditLogs; command: Command },
): Timer[] => [
  {
    name: 'command.expire',
    every: 3_000,
    once: 'instance',
    process: 'scheduler',
    run: () => expireDrafts({ ...runtime, audit: auditLog.forControl }),
  },
  {
    name: 'command.cleanUp',
    every: 3_600_000,
    once: 'any',
    run: () => dropOldChallenges(runtime.db, runtime.serverTime()),
  },
  // The journal lies on the disk of this server, and is needed most where there is no database.
  {
    name: 'command.keepRoom',
    every: limits.command.journalEvery,
    once: 'instance',
    withoutDatabase: true,
    run: emergency.keepRoom,
  },
  {
    name: 'command.storeJournal',
    every: limits.command.journalEvery,
    once: 'instance',
    run: emergency.recover,
  },
];
