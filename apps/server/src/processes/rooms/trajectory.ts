import type { AuditLog } from '../../modules/audit-log/index.ts';
import { trajectoryEndpoints } from '../../modules/trajectory/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';

export const endpoints = ({ runtime }: RoomBase, { auditLog }: { auditLog: AuditLog }): readonly Endpoint[] =>
  trajectoryEndpoints(runtime, { audit: auditLog });
