import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { backUp, type BackupFacts } from './backup.service.ts';
import { diagnose, type DiagnosisFacts } from './diagnosis.service.ts';
import { createMeasuring, type HealthProbe } from './health-measure.ts';
import { createHealth } from './health.service.ts';
import { createKeptFiles } from './kept-files.ts';
import { operationEndpoints } from './operation.endpoints.ts';
import { backupFileCalls, createPlatform, diagnosisFileCalls } from './platform.service.ts';
import { verifyAudit } from './verify-audit.ts';
import { createPeoplesWork } from './work-people.service.ts';
import { createWork, type Work, type WorkOptions } from './work.service.ts';

export { backupName } from './backup-file.ts';
export type { HealthProbe } from './health-measure.ts';
export { restoreInstance } from './restore.service.ts';
export type { Work, WorkStep, WorkWish } from './work.service.ts';

export interface OperationDeps extends WorkOptions, BackupFacts, DiagnosisFacts {
  audit: AuditLog;
  /** What this server measures of itself. */
  probes: readonly HealthProbe[];
}

export interface OperationRoom {
  endpoints: Endpoint[];
  /** Long work for other rooms: they register their steps, and add work in the transaction that causes it. */
  work: Pick<Work, 'add' | 'register'>;
  units: Unit[];
}

export function createOperation(runtime: Runtime, deps: OperationDeps): OperationRoom {
  const { audit, dataDir, instanceId } = deps;
  const health = createHealth(runtime);
  const work = createWork(runtime, deps);
  const backups = createKeptFiles({
    folder: join(dataDir, 'backups'),
    contentType: 'application/zstd',
    calls: backupFileCalls,
    keep: limits.operation.backup.keep,
  });
  const diagnoses = createKeptFiles({
    folder: join(dataDir, 'diagnosis'),
    contentType: 'application/zip',
    calls: diagnosisFileCalls,
    keep: limits.operation.diagnosis.keep,
  });
  work.register('auditVerify', verifyAudit(audit, runtime.db));
  work.register('backup', backUp(runtime.clock, deps, backups));
  work.register('diagnosis', diagnose(runtime, deps, diagnoses));
  const peoplesWork = createPeoplesWork(runtime, { audit, work });
  const platform = createPlatform(runtime, { audit, work, peoplesWork, instanceId, backups, diagnoses });
  return {
    endpoints: operationEndpoints({ health, peoplesWork, platform }),
    work,
    units: [work.unit, createMeasuring(runtime, deps)],
  };
}
