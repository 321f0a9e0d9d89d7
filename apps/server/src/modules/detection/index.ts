import type { OutcomeRecord } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { detectionEndpoints, presentOutcome } from './detection.endpoints.ts';
import { outcomeForCaller } from './outcome.store.ts';

export { createJudge, type Judge } from './detection.judge.ts';
export { pictureForOrder as pictureSeen } from './outcome.store.ts';

/** One outcome as far as a department sees it. */
export const outcomeSeen = async (db: DbOrTrx, scope: Scope, oid: string): Promise<OutcomeRecord | null> => {
  const row = await outcomeForCaller(db, scope, oid);
  return row ? presentOutcome(row) : null;
};

export const endpoints = (
  { runtime }: { runtime: Runtime },
  { auditLog: audit, department }: { auditLog: AuditLog; department: DepartmentRoom },
): Endpoint[] => detectionEndpoints({ runtime, audit, department });
export {
  confirmedPictures,
  falseAlarmReasons,
  findingRows,
  type Moments,
} from './detection.figures.store.ts';
