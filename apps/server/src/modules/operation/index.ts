import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { Timer, TimerState } from '../../platform/timers.ts';
import type { CallDeclaration } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import type { Listen } from '../../platform/postgres/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { createBackupPlan } from './backup-plan.service.ts';
import { backUp, type BackupFacts } from './backup.service.ts';
import { diagnose, type DiagnosisFacts } from './diagnosis.service.ts';
import { createMeasuring, type HealthProbe } from './health-measure.ts';
import { createHealth } from './health.service.ts';
import { createStoredFiles } from './stored-files.ts';
import { maintenanceRefusal, newFlightRefusal, waitsForMaintenance } from './maintenance.ts';
import { createNotices, type NoticeDeps } from './notice.service.ts';
import { notifyNext, type NotifyMembers } from './notice.notify.ts';
import { createNoticeWatch } from './notice.watch.ts';
import { operationEndpoints } from './operation.endpoints.ts';
import { backupFileCalls, createPlatform, diagnosisFileCalls } from './platform.service.ts';
import { createTimerReports } from './timer.service.ts';
import { verifyAudit } from './verify-audit.ts';
import { createPeoplesWork } from './work-people.service.ts';
import { createWork, type Work, type WorkOptions } from './work.service.ts';

export { backupName } from './backup-file.ts';
export { waitsForMaintenance } from './maintenance.ts';
export type { HealthProbe } from './health-measure.ts';
export { operators } from './backup-plan.store.ts';
export { organisationOids } from './restore.store.ts';
export { restoreInstance } from './restore.service.ts';
export { createTimerTurns } from './timer.turns.ts';
export type { Work, WorkRequest } from './work.service.ts';
export { WorkFailed, type WorkStep } from './work-attempt.ts';

export interface OperationDeps
  extends WorkOptions, BackupFacts, DiagnosisFacts, Pick<NoticeDeps, 'notifyConsoles'> {
  audit: AuditLog;
  /** What this server measures of itself. */
  probes: readonly HealthProbe[];
  listen: Listen;
  /** What is known of the timers of this server. */
  timerStates(): TimerState[];
  notifyMembers: NotifyMembers;
  timeZoneOf(groupRoot: string): Promise<string>;
}

/** A time in which nothing new is begun. */
export interface Maintenance {
  /** Until when it lasts, epoch milliseconds; null: there is none now. */
  until(): number | null;
  /** Why a call has to wait; null: it goes on. */
  refusalOf(declaration: CallDeclaration, caller: Caller | null): Promise<Refusal | null>;
  /** Why no flight of an organisation may begin; asked in the transaction that would let it begin. */
  newFlightRefusal(trx: DbOrTrx, groupRoot: string): Promise<Refusal | null>;
}

export interface OperationRoom {
  endpoints: Endpoint[];
  /** Long work for other rooms: they register their steps, and add work in the transaction that causes it. */
  work: Pick<Work, 'add' | 'register' | 'cancel'>;
  units: Unit[];
  timers: readonly Timer[];
  maintenance: Maintenance;
}

export function createOperation(runtime: Runtime, deps: OperationDeps): OperationRoom {
  const { audit, dataDir, instanceId, timeZoneOf } = deps;
  const health = createHealth(runtime);
  const watch = createNoticeWatch(runtime, deps.listen);
  const notices = createNotices(runtime, { audit, watch, notifyConsoles: deps.notifyConsoles });
  const work = createWork(runtime, deps);
  const plan = createBackupPlan(runtime, { audit, work, timeZoneOf });
  const backups = createStoredFiles({
    folder: join(dataDir, 'backups'),
    contentType: 'application/zstd',
    calls: backupFileCalls,
    keep: plan.keep,
  });
  const diagnoses = createStoredFiles({
    folder: join(dataDir, 'diagnosis'),
    contentType: 'application/zip',
    calls: diagnosisFileCalls,
    keep: () => limits.operation.diagnosis.keep,
  });
  work.register('auditVerify', verifyAudit(audit, runtime.db));
  work.register('backup', backUp(runtime.clock, deps, backups));
  work.register('diagnosis', diagnose(runtime, deps, diagnoses));
  const peoplesWork = createPeoplesWork(runtime, { audit, work });
  const platform = createPlatform(runtime, { audit, work, peoplesWork, instanceId, backups, diagnoses });
  const timerReports = createTimerReports(runtime, deps);
  // Both are safe on every server at once: who moves the row begins it.
  const due = { every: limits.operation.notice.dueEvery, once: 'instance', process: 'scheduler' } as const;
  const notifyDue = async (): Promise<void> => {
    while (await notifyNext(runtime, deps.notifyMembers));
  };
  return {
    endpoints: operationEndpoints({ health, peoplesWork, platform, notices, plan, timerReports }),
    work,
    units: [work.unit, watch],
    timers: [
      createMeasuring(runtime, deps),
      timerReports.timer,
      watch.timer,
      { ...due, name: 'operation.notify', run: notifyDue },
      { ...due, name: 'operation.backup', run: plan.beginDue },
    ],
    maintenance: {
      until: () => watch.maintenance()?.until ?? null,
      async refusalOf(declaration, caller) {
        const on = watch.maintenance();
        if (!on || !waitsForMaintenance(declaration, caller)) return null;
        return maintenanceRefusal(on, caller ? await timeZoneOf(caller.groupRoot) : 'UTC');
      },
      newFlightRefusal: (trx, groupRoot) =>
        newFlightRefusal(trx, runtime.serverTime(), () => timeZoneOf(groupRoot)),
    },
  };
}
