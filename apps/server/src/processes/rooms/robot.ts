import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { robotEndpoints } from '../../modules/robot/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';
import type { Organisation } from './organisation.ts';

interface Others {
  auditLog: AuditLog;
  department: DepartmentRoom;
  dock: Dock;
  organisation: Organisation;
}

export const endpoints = (
  { runtime, accounts, brokerUrl }: RoomBase,
  { auditLog, department, dock, organisation }: Others,
): readonly Endpoint[] =>
  robotEndpoints(runtime, {
    auditLog,
    department,
    organisation,
    accounts,
    brokerUrl,
    untilHeard: dock.subscribed.expect,
  });
