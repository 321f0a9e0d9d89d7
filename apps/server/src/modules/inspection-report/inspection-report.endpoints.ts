import {
  figureChanges,
  inspectionReportCalls as calls,
  textOfStep,
  type ParsedRequestOf,
  type ReportFigures,
  type ReportFile,
  type ReportRecord,
  type ReportStep,
} from '@eyrie/domain';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { requireFieldVersion, requireVersion, serveList, type ListDeps } from '../../platform/list/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { givingOut } from './inspection-report.files.ts';
import { createReportList, requireDraft, type ReportRoomList } from './inspection-report.list.ts';
import { fileSeen, filesOf, keptFigures, type FileRow } from './inspection-report.store.ts';
import type { CountCoverage } from './report-coverage.ts';
import { isEmpty, namedFigures } from './report-document.ts';
import {
  falseAlarmsOf,
  figuresOf,
  findingsOf,
  flightsOf,
  missingOf,
  ordersOf,
  type AskedMonth,
} from './report-figures.store.ts';
import { askedBy, createFileMaking, kept, type MakingDeps } from './report-making.ts';
import { reportScheduleEndpoints } from './report-schedule.ts';

export interface ReportDeps extends Pick<ListDeps, 'audit'> {
  runtime: Runtime;
  department: DepartmentRoom;
  objects: Pick<Objects, 'get'>;
  timeZoneOf(groupRoot: string): Promise<string>;
  coverage: CountCoverage;
  letterheadOf: MakingDeps['letterheadOf'];
}

const fileOf = (row: FileRow, report: Pick<ReportRecord, 'version'>): ReportFile => ({
  oid: row.oid,
  format: row.format,
  language: row.language,
  state: row.state,
  progress: row.progress,
  reason: row.reason,
  size: row.size === null ? null : Number(row.size),
  sha256: row.sha256,
  current: row.reportVersion === report.version,
  createdAt: row.createdAt.getTime(),
});

/** What a step of a report shows: counted anew as long as it is a draft, and as it was approved afterwards. */
function steps({ runtime, timeZoneOf, coverage }: ReportDeps, list: ReportRoomList) {
  const { db } = runtime;
  const askedOf = askedBy(timeZoneOf);
  const shown = async <Part>(
    oid: string,
    context: CallContext,
    part: (asked: AskedMonth, report: ReportRecord, approved: ReportFigures | null) => Promise<Part>,
  ) => {
    const report = await list.get(oid, context);
    const asked = await askedOf(report);
    const isApproved = report.state === 'approved';
    const approved = isApproved ? kept((await keptFigures(db, oid))?.figures) : null;
    const missing = isApproved ? [] : await missingOf(db, asked, runtime.serverTime());
    return { report, missing, ...(await part(asked, report, approved)) };
  };
  type Asking = ParsedRequestOf<typeof calls.step1>;
  const serving = {
    step1: ({ oid }: Asking, context: CallContext) =>
      shown(oid, context, async (asked, _report, approved) => ({
        empty: isEmpty(
          approved ?? {
            flights: await flightsOf(db, asked),
            findings: await findingsOf(db, asked),
            orders: await ordersOf(db, asked),
          },
        ),
      })),
    step2: ({ oid }: Asking, context: CallContext) =>
      shown(oid, context, async (asked, _report, approved) => ({
        flights: approved?.flights ?? (await flightsOf(db, asked)),
      })),
    coverage: ({ oid }: Asking, context: CallContext) =>
      shown(oid, context, async (asked, _report, approved) => ({
        coverage: approved ? (approved.coverage ?? null) : await coverage(asked),
      })),
    step3: ({ oid }: Asking, context: CallContext) =>
      shown(oid, context, async (asked, _report, approved) => ({
        findings: approved?.findings ?? (await findingsOf(db, asked)),
      })),
    step4: ({ oid }: Asking, context: CallContext) =>
      shown(oid, context, async (asked, _report, approved) => ({
        falseAlarms: approved?.falseAlarms ?? (await falseAlarmsOf(db, asked)),
      })),
    step5: ({ oid }: Asking, context: CallContext) =>
      shown(oid, context, async (asked, _report, approved) => ({
        orders: approved?.orders ?? (await ordersOf(db, asked)),
      })),
    step6: ({ oid }: Asking, context: CallContext) =>
      shown(oid, context, async (asked, report, approved) => {
        const stored = await keptFigures(db, oid);
        const before = kept(approved ? stored?.before : stored?.figures);
        // What is looked at again every few seconds compares no photos with plans.
        const light = approved ? {} : { coverage: undefined };
        const now = before ? (approved ?? (await figuresOf(db, asked))) : null;
        return {
          files: (await filesOf(db, oid)).map((row) => fileOf(row, report)),
          changes:
            before && now ? figureChanges(namedFigures({ ...before, ...light }), namedFigures(now)) : [],
        };
      }),
  };
  return serving;
}
/** Files are asked for here and made in the background. */
function making({ runtime, audit, timeZoneOf, coverage, letterheadOf }: ReportDeps, list: ReportRoomList) {
  const { db } = runtime;
  const make = createFileMaking({ runtime, timeZoneOf, coverage, letterheadOf });
  return {
    async generate({ oid, format, language }: ParsedRequestOf<typeof calls.generate>, context: CallContext) {
      const { memberOID } = context.caller;
      const fileOID = await db.transaction().execute(async (trx) => {
        await list.lock(trx, [oid], context);
        const report = await list.get(oid, context);
        const made = await make(trx, report, { format, language, memberOID });
        await audit.done(trx, context, 'inspectionReport.generate', {
          oid,
          name: report.name,
          format,
          language,
        });
        return made.fileOID;
      });
      const row = await fileSeen(db, context.caller, fileOID);
      if (!row) throw notFound();
      return fileOf(row, await list.get(oid, context));
    },
  };
}

/** What people write, and their approval of it. */
function writing({ runtime, audit }: ReportDeps, list: ReportRoomList) {
  const { db } = runtime;
  return {
    async addStep({ oid, step, text, version }: ParsedRequestOf<typeof calls.addStep>, context: CallContext) {
      await db.transaction().execute(async (trx) => {
        const rows = await list.lock(trx, [oid], context);
        requireDraft(rows);
        const field = textOfStep(step as ReportStep);
        // Six people may write six steps at once: only who wrote this text since stops its writer.
        if (version !== undefined) await requireFieldVersion(trx, oid, field, version);
        await list.changeWithin(trx, rows, { step, [field]: text }, context);
        await audit.done(trx, context, 'inspectionReport.addStep', { oid, name: rows[0]?.name, step });
      });
      return list.get(oid, context);
    },
    async approve({ oid, version }: ParsedRequestOf<typeof calls.approve>, context: CallContext) {
      const at = new Date(Math.round(runtime.serverTime()));
      await db.transaction().execute(async (trx) => {
        const rows = await list.lock(trx, [oid], context);
        requireDraft(rows);
        await requireVersion(trx, oid, version);
        // The figures that are kept are those of the newest file: an older one may show others.
        const [newest] = await filesOf(trx, oid);
        if (newest?.state !== 'done' || newest.reportVersion !== version)
          throw new Refusal('reportNotRendered');
        const { memberOID } = context.caller;
        await list.changeWithin(
          trx,
          rows,
          { state: 'approved', approvedByOID: memberOID, approvedAt: at },
          context,
        );
        await audit.done(trx, context, 'inspectionReport.approve', { oid, name: rows[0]?.name });
      });
      return list.get(oid, context);
    },
  };
}

/** The calls of monthly reports. */
export const inspectionReportEndpoints = (deps: ReportDeps): Endpoint[] => {
  const { runtime, audit, department } = deps;
  const list = createReportList({ runtime, audit, department });
  return serveList(calls, list, {
    ...steps(deps, list),
    ...making(deps, list),
    ...writing(deps, list),
    ...givingOut(deps),
  }).concat(reportScheduleEndpoints({ runtime, audit, department }));
};
