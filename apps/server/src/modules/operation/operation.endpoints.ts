import { noticeCalls, operationCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { BackupPlans } from './backup-plan.service.ts';
import type { createHealth } from './health.service.ts';
import type { Notices } from './notice.service.ts';
import type { createPlatform } from './platform.service.ts';
import type { TimerReports } from './timer.service.ts';
import type { createPeoplesWork } from './work-people.service.ts';

export interface OperationServices {
  health: ReturnType<typeof createHealth>;
  peoplesWork: ReturnType<typeof createPeoplesWork>;
  platform: ReturnType<typeof createPlatform>;
  notices: Notices;
  plan: BackupPlans;
  timerReports: Pick<TimerReports, 'shownTo'>;
}

export const operationEndpoints = ({
  health,
  peoplesWork,
  platform,
  notices,
  plan,
  timerReports,
}: OperationServices): Endpoint[] => [
  serve(operationCalls.health, (_, { caller }) => health.of(caller)),
  serve(operationCalls.timerQuery, (_, { caller }) => timerReports.shownTo(caller)),
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
  serve(operationCalls.backupPlanGet, (_, context) => plan.get(context)),
  serve(operationCalls.backupPlanSet, (request, context) => plan.set(request, context)),
  serve(noticeCalls.query, (request, { caller }) => notices.list(caller, request)),
  serve(noticeCalls.add, (request, context) => notices.addHere(request, context)),
  serve(noticeCalls.addForAll, (request, context) => notices.addForAll(request, context)),
  serve(noticeCalls.edit, (request, context) => notices.edit(request, context)),
  serve(noticeCalls.end, ({ oid }, context) => notices.end(oid, context)),
  serve(noticeCalls.shown, (_, { caller }) => notices.shownTo(caller)),
  serve(noticeCalls.shownOutside, async () => notices.shownOutside()),
  serve(noticeCalls.putAway, async ({ oid }, { caller }) => {
    await notices.putAway(caller, oid);
    return { ok: true as const };
  }),
  serve(operationCalls.diagnosis, (_, context) => platform.diagnose(context)),
  serve(operationCalls.diagnosisQuery, () => platform.diagnoses()),
  serve(operationCalls.diagnosisDownload, ({ name }, context) => platform.downloadDiagnosis(name, context)),
];
