import type { AuditLogs } from '../../modules/audit-log/index.ts';
import { createSendingWait } from '../../modules/command/index.ts';
import { createSticksWait } from '../../modules/drc/index.ts';
import { snapshotAirborne } from '../../modules/dock/index.ts';
import { createLeaseService, leaseEndpoints } from '../../modules/lease/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import { createControlSweep } from '../lost-control.ts';
import { publishLease } from '../publish-lease.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Command } from './command.ts';
import type { Dock } from './dock.ts';

export const needs = ['auditLog'] as const;
export const make = (
  { control: runtime, broker, drcNow }: RoomBase,
  { auditLog }: { auditLog: AuditLogs },
) => {
  const untilSent = createSendingWait(runtime);
  const untilCentred = createSticksWait(runtime, drcNow);
  return createLeaseService(runtime, {
    audit: auditLog.forControl,
    changed: (target, change) => publishLease(broker, runtime, target, change),
    untilOrdersSettled: async (...handover) => {
      await Promise.all([untilSent(...handover), untilCentred(...handover)]);
    },
    airborne: (dockOID) => snapshotAirborne(runtime.db, dockOID),
  });
};

interface Others {
  auditLog: AuditLogs;
  command: Command;
  dock: Dock;
  lease: ReturnType<typeof make>;
  notification: NotificationRoom;
}

export const endpoints = (_base: RoomBase, { command, dock, lease }: Others): readonly Endpoint[] =>
  leaseEndpoints({ leases: lease, dockInScope: dock.linkInScope, spendNonce: command.orders.spendNonce });

export const timers = ({ control: runtime }: RoomBase, others: Others): Timer[] => [
  {
    // Every scheduler for itself: a lease that is over is freed although one of them hangs.
    name: 'lease.sweep',
    every: 1_000,
    once: 'instance',
    process: 'scheduler',
    run: createControlSweep(runtime, {
      leases: others.lease,
      directory: others.dock.directory,
      audit: others.auditLog.forControl,
      notifyHolders: others.notification.notifyHolders,
    }),
  },
];
