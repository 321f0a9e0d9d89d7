import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import type { RouteRoom } from '../../modules/route/index.ts';
import type { UploadRoom } from '../../modules/upload/index.ts';
import { workOrderEndpoints, workOrderTimers } from '../../modules/work-order/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Detection } from './detection.ts';

interface Needs {
  auditLog: AuditLog;
  department: DepartmentRoom;
  detection: Detection;
  notification: NotificationRoom;
  route: RouteRoom;
  upload: UploadRoom;
}

export const endpoints = (
  { runtime }: RoomBase,
  { auditLog: audit, department, detection, notification, route, upload }: Needs,
): readonly Endpoint[] =>
  workOrderEndpoints({
    runtime,
    audit,
    department,
    makeRoute: route.makeFor,
    defects: detection.defects,
    takeFile: upload.uploads.whole,
    notify: (members, message) => notification.notifyMembers(runtime.db, members, message),
  });

export const timers = (
  { runtime }: RoomBase,
  { auditLog: audit, detection, notification }: Pick<Needs, 'auditLog' | 'detection' | 'notification'>,
): readonly Timer[] =>
  workOrderTimers({
    runtime,
    audit,
    defects: detection.defects,
    assignersOf: (groupOID) => notification.holdersAbove(groupOID, 'work-order:assign'),
    notify: notification.notifyMembers,
  });
