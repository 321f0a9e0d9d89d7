import type { AuditLog } from '../../modules/audit-log/index.ts';
import { flightRecordEndpoints } from '../../modules/flight-record/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';

export const endpoints = (
  { runtime, store }: RoomBase,
  { auditLog }: { auditLog: AuditLog },
): readonly Endpoint[] => flightRecordEndpoints(runtime, { audit: auditLog, objects: store.objects });
