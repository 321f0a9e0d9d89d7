import { limits, type OutcomeRecord } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { Defects } from './defect.ts';
import { detectionEndpoints, presentOutcome } from './detection.endpoints.ts';
import { createOffer, type FileAnswer } from './detector-task.ts';
import { outcomeForCaller } from './outcome.store.ts';

export { queueForDetectors } from './detector-task.store.ts';
export { arrangementOf, wantedOf } from './wanted.store.ts';
export { beginModelRun, endModelRun, endRunsOf } from './model-run.store.ts';
export { submitModelOutcomes } from './model-run.ts';
export { createDefects, type Defects } from './defect.ts';
export { defectOfFinding, lockDefectsOf, openOrdersOf } from './defect.shown.store.ts';
export { createJudge, type Judge } from './detection.judge.ts';
export { waitingOfRule, waitNoMore } from './rule-verdict.store.ts';
export { pictureForOrder as pictureSeen } from './outcome.store.ts';

/** One outcome as far as a department sees it. */
export const outcomeSeen = async (db: DbOrTrx, scope: Scope, oid: string): Promise<OutcomeRecord | null> => {
  const row = await outcomeForCaller(db, scope, oid);
  return row ? presentOutcome(row) : null;
};

export const endpoints = (
  { runtime }: { runtime: Runtime },
  { auditLog: audit, department }: { auditLog: AuditLog; department: DepartmentRoom },
  defects: Defects,
  // Without a store there are no files.
  fileAnswer: FileAnswer = () => Promise.reject(notFound()),
  {
    objects,
    timeZoneOf = async () => 'UTC',
  }: { objects?: Objects; timeZoneOf?: (groupRoot: string) => Promise<string> } = {},
): Endpoint[] => detectionEndpoints({ runtime, audit, department, defects, fileAnswer, objects, timeZoneOf });

/** So many turns of one run: a stop of the server waits for what is under way. */
const turnsMost = 5;

export const defectTimers = ({ settle, measureRanges }: Defects): Timer[] => [
  {
    name: 'detection.settle',
    every: limits.detection.settleEvery,
    once: 'any',
    run: async () => {
      for (let turn = 0; turn < turnsMost; turn += 1)
        if ((await settle()) < limits.detection.settleAtOnce) return;
    },
  },
  {
    name: 'detection.measureRanges',
    every: limits.detection.settleEvery,
    once: 'any',
    run: async () => {
      for (let turn = 0; turn < turnsMost; turn += 1)
        if ((await measureRanges()) < limits.detection.settleAtOnce) return;
    },
  },
];

/** Tasks for outside detectors. */
export const detectorTaskTimers = (runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>): Timer[] => [
  {
    name: 'detection.offer',
    every: limits.detection.offerEvery,
    once: 'any',
    run: createOffer(runtime),
  },
];

export {
  confirmedPictures,
  falseAlarmReasons,
  findingRows,
  type Moments,
} from './detection.figures.store.ts';
