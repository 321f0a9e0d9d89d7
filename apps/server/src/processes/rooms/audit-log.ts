import {
  auditLogEndpoints,
  createAuditLog,
  createAuditWatch,
  type AuditLog,
} from '../../modules/audit-log/index.ts';
import type { OperationRoom } from '../../modules/operation/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

export const make = ({ runtime }: RoomBase): AuditLog => createAuditLog(runtime);

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

export const units = (audit: AuditLog): Unit[] => [createAuditWatch(audit)];
