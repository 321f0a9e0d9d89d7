import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import { workOrderEndpoints } from '../../modules/work-order/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  notification: NotificationRoom;
}

export const endpoints = (
  { runtime }: RoomBase,
  { auditLog: audit, department, notification }: Needs,
): readonly Endpoint[] =>
  workOrderEndpoints({
    runtime,
    audit,
    department,
    notify: (members, message) => notification.notifyMembers(runtime.db, members, message),
  });
