import type { AuditLog } from '../../modules/audit-log/index.ts';
import { deviceDocumentEndpoints } from '../../modules/device-document/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

export const endpoints = (
  { runtime, store }: RoomBase,
  { auditLog, organisation }: { auditLog: AuditLog; organisation: Organisation },
): readonly Endpoint[] =>
  deviceDocumentEndpoints(runtime, {
    audit: auditLog,
    objects: store.objects,
    timeZoneOf: organisation.timeZoneOf,
  });
