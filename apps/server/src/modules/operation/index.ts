import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { createMeasuring, type HealthProbe } from './health-measure.ts';
import { createHealth } from './health.service.ts';
import { operationEndpoints } from './operation.endpoints.ts';
import { verifyAudit } from './verify-audit.ts';
import { createPeoplesWork } from './work-people.service.ts';
import { createWork, type Work, type WorkOptions } from './work.service.ts';

export type { HealthProbe, Measurement } from './health-measure.ts';
export { backupName } from './backup-file.ts';
export { restoreInstance } from './restore.service.ts';
export type { Work, WorkStep, WorkWish } from './work.service.ts';

export interface OperationDeps extends WorkOptions {
  audit: AuditLog;
  /** What this server measures of itself. */
  probes: readonly HealthProbe[];
}

export interface OperationRoom {
  endpoints: Endpoint[];
  work: Pick<Work, 'add' | 'register'>;
  units: Unit[];
}

export function createOperation(runtime: Runtime, deps: OperationDeps): OperationRoom {
  const { audit } = deps;
  const health = createHealth(runtime);
  const work = createWork(runtime, deps);
  work.register('auditVerify', verifyAudit(audit, runtime.db));
  const peoplesWork = createPeoplesWork(runtime, { audit, work });
  return {
    endpoints: operationEndpoints({ health, peoplesWork }),
    work,
    units: [work.unit, createMeasuring(runtime, deps)],
  };
}
