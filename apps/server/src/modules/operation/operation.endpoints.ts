import { operationCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { createHealth } from './health.service.ts';
import type { createPlatform } from './platform.service.ts';
import type { createPeoplesWork } from './work-people.service.ts';

export interface OperationServices {
  health: ReturnType<typeof createHealth>;
  peoplesWork: ReturnType<typeof createPeoplesWork>;
  platform: ReturnType<typeof createPlatform>;
}

export const operationEndpoints = ({ health, peoplesWork, platform }: OperationServices): Endpoint[] => [
  serve(operationCalls.health, (_, { caller }) => health.of(caller)),
  serve(operationCalls.workQuery, (request, { caller }) => peoplesWork.list(caller, request)),
  serve(operationCalls.workRetry, ({ oid }, context) => peoplesWork.retry(oid, context)),
  serve(operationCalls.workCancel, ({ oid }, context) => peoplesWork.cancel(oid, context)),
  serve(operationCalls.backup, (_, context) => platform.backUp(context)),
  serve(operationCalls.backupQuery, () => platform.backups()),
  serve(operationCalls.backupDownload, ({ name }, context) => platform.downloadBackup(name, context)),
  serve(operationCalls.backupDelete, async ({ names }, context) => {
    await platform.deleteBackups(names, context);
    return { ok: true as const };
  }),
  serve(operationCalls.diagnosis, (_, context) => platform.diagnose(context)),
  serve(operationCalls.diagnosisQuery, () => platform.diagnoses()),
  serve(operationCalls.diagnosisDownload, ({ name }, context) => platform.downloadDiagnosis(name, context)),
];
