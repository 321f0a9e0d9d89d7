import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import type { RouteRoom } from '../../modules/route/index.ts';
import { workOrderEndpoints } from '../../modules/work-order/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  notification: NotificationRoom;
  route: RouteRoom;
}

export const endpoints = (
  { runtime }: RoomBase,
  { auditLog: audit, department, notification, route }: Needs,
): readonly Endpoint[] =>
  workOrderEndpoints({
    runtime,
    audit,
    department,
    makeRoute: route.makeFor,
    notify: (members, message) => notification.notifyMembers(runtime.db, members, message),
  });
