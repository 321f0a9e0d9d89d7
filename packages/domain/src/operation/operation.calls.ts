import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, done, empty, listOf, oid, pageShape, sentInstant } from '../shape.ts';
import { backupPlan, backupPlanFields } from './backup-plan.ts';
import { healthPart } from './health.ts';
import { keptFile, keptName } from './kept-file.ts';
import { backgroundStates, workKinds, workRecord } from './work.ts';

export const operationCalls = {
  health: call({
    method: 'POST',
    path: '/nebula-five/operation/queryHealth.rest',
    summary:
      'State, figures and age of what the organisation depends on; of the instance itself for its operators',
    permission: ['/operation'],
    request: empty,
    response: z.object({ at: sentInstant, list: z.array(healthPart) }),
  }),
  workQuery: call({
    method: 'POST',
    path: '/nebula-five/operation/queryWork.rest',
    summary: 'Work in the background that the caller may see, newest first, with its progress',
    permission: ['/operation'],
    request: z.object({
      ...pageShape,
      state: z.enum(backgroundStates).optional(),
      kind: z.enum(workKinds).optional(),
      oid: oid.optional(),
    }),
    response: listOf(workRecord),
  }),
  workRetry: call({
    method: 'POST',
    path: '/nebula-five/operation/workRetry.rest',
    summary: 'Begin work again that failed or was cancelled',
    permission: ['audit-log:view', 'platform:operate'],
    request: byOid,
    response: workRecord,
  }),
  workCancel: call({
    method: 'POST',
    path: '/nebula-five/operation/workCancel.rest',
    summary: 'Stop work that waits or runs',
    permission: ['audit-log:view', 'platform:operate'],
    request: byOid,
    response: workRecord,
  }),
  backup: call({
    method: 'POST',
    path: '/nebula-five/operation/backup.rest',
    summary: 'Write the whole instance into one file, in the background',
    permission: ['platform:operate'],
    request: empty,
    response: workRecord,
  }),
  backupQuery: call({
    method: 'POST',
    path: '/nebula-five/operation/queryBackup.rest',
    summary: 'Backups that lie on the server which answers, newest first',
    permission: ['platform:operate'],
    request: empty,
    response: z.object({ instanceId: z.string(), list: z.array(keptFile) }),
  }),
  backupDownload: call({
    method: 'POST',
    path: '/nebula-five/operation/backupDownload.rest',
    summary: 'One backup. It holds every secret of the instance: keep it like one',
    permission: ['platform:operate'],
    request: z.object({ name: keptName }),
    response: z.unknown(),
    bytes: 'application/zstd',
  }),
  backupDelete: call({
    method: 'POST',
    path: '/nebula-five/operation/backupDelete.rest',
    summary: 'Delete backups, all or none',
    permission: ['platform:operate'],
    request: z.object({ names: z.array(keptName).min(1).max(100) }),
    response: done,
  }),
  backupPlanGet: call({
    method: 'GET',
    path: '/nebula-five/operation/getBackupPlan.rest',
    summary: 'When the instance backs itself up, and what came of the last time',
    permission: ['platform:operate'],
    request: empty,
    response: backupPlan,
  }),
  backupPlanSet: call({
    method: 'POST',
    path: '/nebula-five/operation/backupPlanSet.rest',
    summary: 'Set when the instance backs itself up every day, and how many files stay',
    permission: ['platform:operate'],
    request: z.object(backupPlanFields),
    response: backupPlan,
  }),
  diagnosis: call({
    method: 'POST',
    path: '/nebula-five/operation/diagnosis.rest',
    summary: 'Gather what helps to find a fault into one file without secrets, in the background',
    permission: ['platform:operate'],
    request: empty,
    response: workRecord,
  }),
  diagnosisQuery: call({
    method: 'POST',
    path: '/nebula-five/operation/queryDiagnosis.rest',
    summary: 'Diagnosis files that lie on the server which answers, newest first',
    permission: ['platform:operate'],
    request: empty,
    response: z.object({ instanceId: z.string(), list: z.array(keptFile) }),
  }),
  diagnosisDownload: call({
    method: 'POST',
    path: '/nebula-five/operation/diagnosisDownload.rest',
    summary: 'One diagnosis file',
    permission: ['platform:operate'],
    request: z.object({ name: keptName }),
    response: z.unknown(),
    bytes: 'application/zip',
  }),
};
