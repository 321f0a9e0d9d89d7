import type { AppearanceRoom } from '../../modules/appearance/index.ts';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import {
  createCoverage,
  createCoverageJobs,
  createReportJobs,
  inspectionReportEndpoints,
  reportTimers,
  type CountCoverage,
  type CoverageJobs,
  type ReportJobs,
} from '../../modules/inspection-report/index.ts';
import type { RouteRoom } from '../../modules/route/index.ts';
import type { NotificationRoom } from '../../modules/notification/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Layer } from './layer.ts';
import type { Organisation } from './organisation.ts';

interface Others {
  appearance: AppearanceRoom;
  layer: Layer;
  route: RouteRoom;
  auditLog: AuditLog;
  department: DepartmentRoom;
  organisation: Organisation;
  inspectionReport: InspectionReport;
  notification: NotificationRoom;
}

export const make = (_base: RoomBase): { jobs: ReportJobs; coverageJobs: CoverageJobs } => ({
  jobs: createReportJobs(),
  coverageJobs: createCoverageJobs(),
});
export type InspectionReport = ReturnType<typeof make>;

const coverageOf = (
  { runtime }: RoomBase,
  { inspectionReport, layer, route }: Pick<Others, 'inspectionReport' | 'layer' | 'route'>,
): CountCoverage =>
  createCoverage({
    runtime,
    jobs: inspectionReport.coverageJobs,
    ground: layer.ground,
    planFlown: route.planFlown,
  });

/** The organisation is named in its files as it is called when they are asked for. */
const letterheadOf =
  ({ appearance, organisation }: Pick<Others, 'appearance' | 'organisation'>) =>
  async (groupRoot: string) => {
    const { accentColor, logoKey } = await appearance.fileLookOf(groupRoot);
    const name = (await organisation.find(groupRoot))?.name ?? '';
    return { name, accent: accentColor, logo: logoKey === null ? null : { key: logoKey } };
  };

export const endpoints = (
  base: RoomBase,
  { appearance, auditLog: audit, department, organisation, ...others }: Others,
): readonly Endpoint[] =>
  inspectionReportEndpoints({
    runtime: base.runtime,
    audit,
    department,
    objects: base.store.objects,
    timeZoneOf: organisation.timeZoneOf,
    coverage: coverageOf(base, others),
    letterheadOf: letterheadOf({ appearance, organisation }),
  });

export const timers = (
  base: RoomBase,
  { appearance, auditLog: audit, inspectionReport, notification, organisation, layer, route }: Others,
): readonly Timer[] => {
  const { runtime, store, dataDir } = base;
  return reportTimers({
    runtime,
    coverage: coverageOf(base, { inspectionReport, layer, route }),
    audit,
    objects: store.objects,
    dataDir,
    jobs: inspectionReport.jobs,
    timeZoneOf: organisation.timeZoneOf,
    letterheadOf: letterheadOf({ appearance, organisation }),
    readersOf: (groupOID) => notification.holdersAbove(groupOID, '/InspectionMonth'),
    notify: notification.notifyMembers,
  });
};

export const units = ({ jobs, coverageJobs }: InspectionReport): Unit[] => [jobs, coverageJobs];
