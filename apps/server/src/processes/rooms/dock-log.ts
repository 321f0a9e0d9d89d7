import { encodeLive, limits, liveTopics } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import { createDockLog, type DockLogRoom } from '../../modules/dock-log/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Command } from './command.ts';
import type { Dock } from './dock.ts';
import type { Flight } from './flight.ts';

export const needs = ['flight'] as const;
export const make = ({ runtime, broker, store }: RoomBase, { flight }: { flight: Flight }): DockLogRoom =>
  createDockLog(runtime, {
    objects: store.objects,
    source: flight.media,
    // Through the broker, so that it reaches those who are connected to another server.
    publish: (groupRoot, dockOID) =>
      void broker
        .publish(
          liveTopics.dockLogChange.topic(groupRoot, dockOID),
          encodeLive('dockLogChange', dockOID, { at: runtime.serverTime() }, runtime.serverTime()),
          { qos: 0 },
        )
        .catch((error: unknown) =>
          runtime.log.debug({ err: error }, 'a change of a log upload not published'),
        ),
  });

interface Others {
  auditLog: AuditLog;
  command: Command;
  dock: Dock;
  dockLog: DockLogRoom;
}

export const endpoints = (
  _base: RoomBase,
  { auditLog, command, dock, dockLog }: Others,
): readonly Endpoint[] =>
  dockLog.endpoints({
    audit: auditLog,
    dockInScope: dock.inScope,
    spendNonce: command.orders.spendNonce,
  });

export const timers = (_base: RoomBase, { dockLog }: { dockLog: DockLogRoom }): Timer[] => [
  { name: 'dockLog.watch', every: limits.dockLog.lookEvery, once: 'any', run: dockLog.pass },
];
