import { createAsyncTable } from '../../modules/async-table/index.ts';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

interface Others {
  auditLog: AuditLog;
  organisation: Organisation;
}

export const endpoints = ({ runtime }: RoomBase, { auditLog, organisation }: Others): readonly Endpoint[] =>
  createAsyncTable(runtime, { audit: auditLog, timeZoneOf: organisation.timeZoneOf });
