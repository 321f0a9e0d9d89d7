import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import {
  createReportJobs,
  inspectionReportEndpoints,
  reportTimers,
  type ReportJobs,
} from '../../modules/inspection-report/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Organisation } from './organisation.ts';

interface Others {
  auditLog: AuditLog;
  department: DepartmentRoom;
  organisation: Organisation;
  inspectionReport: InspectionReport;
  notification: NotificationRoom;
}

export const make = (_base: RoomBase): { jobs: ReportJobs } => ({
  jobs: createReportJobs(),
});
export type InspectionReport = ReturnType<typeof make>;

export const endpoints = (
  { runtime, store }: RoomBase,
  { auditLog: audit, department, organisation }: Others,
): readonly Endpoint[] =>
  inspectionReportEndpoints({
    runtime,
    audit,
    department,
    objects: store.objects,
    timeZoneOf: organisation.timeZoneOf,
  });

export const timers = (
  { runtime, store, dataDir }: RoomBase,
  { auditLog: audit, inspectionReport, notification, organisation }: Others,
): readonly Timer[] =>
  reportTimers({
    runtime,
    audit,
    objects: store.objects,
    dataDir,
    jobs: inspectionReport.jobs,
    timeZoneOf: organisation.timeZoneOf,
    readersOf: (groupOID) => notification.holdersAbove(groupOID, '/InspectionMonth'),
    notify: notification.notifyMembers,
  });

export const units = ({ jobs }: InspectionReport): Unit[] => [jobs];
