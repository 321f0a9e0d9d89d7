import { limits } from '@eyrie/domain';
import {
  auditLogEndpoints,
  createAuditLog,
  type AuditLog,
  type AuditLogs,
} from '../../modules/audit-log/index.ts';
import type { OperationRoom } from '../../modules/operation/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

export const make = ({ runtime, control }: RoomBase): AuditLogs =>
  createAuditLog({ ...runtime, controlDb: control.db });

interface Others {
  auditLog: AuditLog;
  operation: OperationRoom;
  organisation: Organisation;
}

export const endpoints = ({ runtime }: RoomBase, others: Others): Endpoint[] =>
  auditLogEndpoints(runtime, {
    audit: others.auditLog,
    timeZoneOf: others.organisation.timeZoneOf,
    verifyLater: ({ caller: { memberOID, groupRoot, sessionOID }, address, correlationId }, unowned) =>
      others.operation.work.add(runtime.db, {
        kind: 'auditVerify',
        ownerOID: memberOID,
        groupRoot,
        request: { ...(unowned ? { unowned } : {}), asked: { sessionOID, address, correlationId } },
      }),
  });

export const timers = (_base: RoomBase, { auditLog }: { auditLog: AuditLog }): Timer[] => [
  {
    // Notices while nobody asks that the log takes no rows, and that it takes them again.
    name: 'auditLog.settle',
    every: limits.audit.tryEvery,
    once: 'instance',
    withoutDatabase: true,
    run: auditLog.settle,
  },
];
