import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import { createOperation, operators, type OperationRoom } from '../../modules/operation/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { publishNotice } from '../publish-notice.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

interface Needs {
  auditLog: AuditLog;
  notification: NotificationRoom;
  organisation: Organisation;
}

export const needs = ['auditLog', 'notification', 'organisation'] as const;
export const make = (
  { runtime, broker, database, instanceId, dataDir, operation }: RoomBase,
  { auditLog, notification: { notifyMembers }, organisation }: Needs,
): OperationRoom =>
  createOperation(runtime, {
    ...operation,
    audit: auditLog,
    url: database.url,
    instanceId,
    dataDir,
    listen: database.listen,
    notifyConsoles: (groupRoot) => publishNotice(broker, runtime, groupRoot),
    notifyMembers,
    timeZoneOf: organisation.timeZoneOf,
    ended: async ({ kind, ownerOID }, outcome) => {
      if (ownerOID === null) {
        // Nobody asked for it, so nobody waits for it: its failure must be heard of.
        if (kind === 'backup' && outcome === 'failed')
          await notifyMembers(runtime.db, await operators(runtime.db), { kind: 'backupFailed', values: {} });
        return;
      }
      const ending = outcome === 'done' ? 'workFinished' : 'workFailed';
      await notifyMembers(runtime.db, [ownerOID], { kind: ending, values: { work: kind } });
    },
  });

export const endpoints = (
  _base: RoomBase,
  { operation }: { operation: OperationRoom },
): readonly Endpoint[] => operation.endpoints;

export const units = (operation: OperationRoom): readonly Unit[] => operation.units;
export const timers = (_base: RoomBase, { operation }: { operation: OperationRoom }): readonly Timer[] =>
  operation.timers;
