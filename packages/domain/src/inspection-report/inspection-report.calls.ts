import { z } from 'zod';
import { call } from '../call.ts';
import { listCalls } from '../list-calls.ts';
import { byOid, monthField, oid, optionalText, recordVersion, text } from '../shape.ts';
import { coverageFigures } from './coverage.ts';
import { reportFormats, reportStates } from './inspection-report.ts';
import {
  falseAlarmFigures,
  figureChange,
  findingFigures,
  flightFigures,
  missingThing,
  orderFigures,
  reportFile,
  reportRecord,
  writtenText,
} from './inspection-report.shape.ts';

export type { MissingThing, ReportFigures, ReportFile, ReportRecord } from './inspection-report.shape.ts';
export { reportFigures } from './inspection-report.shape.ts';

const readers = ['/InspectionMonth', '/InspectionDetails'] as const;
const writers = ['inspection-report:edit'] as const;
const path = '/nebula-five/aiMonthReport';

const filters = {
  keyword: optionalText(64).optional(),
  month: monthField.optional(),
  state: z.enum(reportStates).optional(),
  sort: z.enum(['-month', 'month', 'name']).optional(),
};

const stepCall = <Shape extends z.core.$ZodLooseShape>(step: number, summary: string, shape: Shape) =>
  call({
    method: 'POST',
    path: `${path}/step${step}.rest`,
    effect: 'reads',
    summary,
    permission: readers,
    request: byOid,
    response: z.object({
      report: reportRecord,
      /** What the whole report lacks. */
      missing: z.array(missingThing),
      ...shape,
    }),
  });

export const inspectionReportCalls = {
  ...listCalls({
    path,
    word: 'inspectionReport',
    many: 'Monthly reports',
    one: 'one monthly report',
    readers,
    writers,
    filters,
    record: reportRecord,
    add: { month: monthField, name: text(64), groupOID: oid.optional() },
    edit: { name: text(64).optional() },
    refuses: ['reportExists', 'reportLocked'],
    removalRefuses: ['reportLocked'],
  }),
  step1: stepCall(1, 'The first step of a monthly report: its month, and whether anything happened in it', {
    /** Neither flights nor findings nor orders. */
    empty: z.boolean(),
  }),
  step2: stepCall(2, 'The second step: flights, by the measures of the statistics', {
    flights: flightFigures,
  }),
  coverage: call({
    method: 'POST',
    path: `${path}/coverage.rest`,
    effect: 'reads',
    summary:
      'What the routes of a month promised to show against what the photos show that came home; null: approved before this was counted',
    permission: readers,
    request: byOid,
    response: z.object({ coverage: coverageFigures.nullable() }),
  }),
  step3: stepCall(3, 'The third step: findings by class and by run', { findings: findingFigures }),
  step4: stepCall(4, 'The fourth step: false alarms with their reasons', { falseAlarms: falseAlarmFigures }),
  step5: stepCall(5, 'The fifth step: work orders by state', { orders: orderFigures }),
  step6: stepCall(6, 'The last step: files, and what is another figure than in the last one', {
    files: z.array(reportFile),
    /** Against the figures that were kept with the last file. */
    changes: z.array(figureChange),
  }),
  addStep: call({
    method: 'POST',
    path: `${path}/addStep.rest`,
    effect: 'changes',
    audit: 'inspectionReport.addStep',
    refuses: ['reportLocked'],
    summary:
      'Keep the text of a step as a draft, and where its writer is; `version`: that of the report when this text was read; refused where the text of this step was changed since',
    permission: writers,
    request: z.object({
      oid,
      step: z.number().int().min(1).max(6),
      text: writtenText,
      version: recordVersion.optional(),
    }),
    response: reportRecord,
  }),
  generate: call({
    method: 'POST',
    path: `${path}/generate.rest`,
    effect: 'changes',
    audit: 'inspectionReport.generate',
    refuses: ['reportUnhandled'],
    summary: 'Have a file made of a report as it is now, in the background',
    permission: writers,
    request: z.object({
      oid,
      format: z.enum(reportFormats),
      language: z.enum(['zh-CN', 'en', 'ar']),
    }),
    response: reportFile,
  }),
  approve: call({
    method: 'POST',
    path: `${path}/approve.rest`,
    effect: 'changes',
    audit: 'inspectionReport.approve',
    refuses: ['reportLocked', 'reportNotRendered'],
    summary: 'Approve a report as one of its files says it; nothing of it changes afterwards',
    permission: ['inspection-report:approve'],
    request: z.object({ oid, version: recordVersion }),
    response: reportRecord,
  }),
  download: call({
    method: 'POST',
    path: `${path}/download.rest`,
    effect: 'reads',
    audit: 'inspectionReport.download',
    refuses: ['reportFileMissing'],
    summary: 'A file of a report, byte for byte as it was made; `oid`: of the file',
    permission: readers,
    bytes: [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/pdf',
      'text/html; charset=utf-8',
    ],
    request: byOid,
    response: z.unknown(),
  }),
  proof: call({
    method: 'POST',
    path: `${path}/proof.rest`,
    effect: 'reads',
    refuses: ['reportFileMissing'],
    summary:
      'What a file of a report was when it was made, signed (Ed25519), for `eyrie verify`; `oid`: of the file',
    permission: readers,
    bytes: ['application/json'],
    request: byOid,
    response: z.unknown(),
  }),
};
