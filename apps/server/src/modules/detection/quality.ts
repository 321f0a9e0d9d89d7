import {
  alarmReasonName,
  type detectionCalls as calls,
  limits,
  momentOf,
  monthLater,
  monthsFrom,
  qualityFigures,
  qualityRows,
  type ParsedRequestOf,
  type QualityAnswer,
} from '@eyrie/domain';
import type { BytesAnswer, CallContext, Caller } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import { exportRows, type ExportColumn } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { Moments } from './detection.figures.store.ts';
import { falseAlarmNames } from './detection.store.ts';
import { paceOf, qualityOfMonth, reasonsOf, type AskedRuns } from './quality.store.ts';

export interface QualityDeps {
  runtime: Pick<Runtime, 'db'>;
  audit: Pick<AuditLog, 'done'>;
  department: Pick<DepartmentRoom, 'requireVisible'>;
  /** In which the months of an organisation begin. */
  timeZoneOf(groupRoot: string): Promise<string>;
}

type AskedMonths = ParsedRequestOf<typeof calls.quality>;
type Row = QualityAnswer['rows'][number];

const bound = limits.detection;

/** The first moment of a month on the clocks of a zone. */
const beginning = (timeZone: string, month: string): Date => {
  const [year = 0, one = 1] = month.split('-').map(Number);
  return new Date(momentOf(timeZone, { year, month: one, day: 1, hour: 0, minute: 0, second: 0 }));
};

/** From the beginning of a month to that of another. */
export const spanOfMonths = (timeZone: string, from: string, months: number): Moments => ({
  from: beginning(timeZone, from),
  to: beginning(timeZone, monthLater(from, months)),
});

/** Whose runs are asked for. @throws Refusal where the department is none that the caller sees */
export const askedRuns = async (
  { department }: Pick<QualityDeps, 'department'>,
  { groupOID, model, modelVersion }: AskedMonths,
  caller: Caller,
): Promise<AskedRuns> => {
  if (groupOID !== undefined) await department.requireVisible(caller, groupOID);
  const { groupRoot, groupOID: own } = caller;
  return { scope: { groupRoot, groupOID: own }, groupOID, model, modelVersion };
};

const print = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 10_000) / 10_000;

const columns: ExportColumn<Row>[] = [
  ['detail.key.month', ({ month }) => month],
  ['detection.model', ({ model }) => model],
  ['detail.key.modelVersion', ({ modelVersion }) => modelVersion],
  ['detection.class', (row) => row.class],
  ['detection.quality.found', ({ found }) => found],
  ['detection.quality.confirmed', ({ confirmed }) => confirmed],
  ['detection.quality.falseAlarms', ({ falseAlarms }) => falseAlarms],
  ['detection.quality.corrected', ({ corrected }) => corrected],
  ['detection.quality.byRule', ({ byRule }) => byRule],
  ['detection.quality.unjudged', ({ unjudged }) => unjudged],
  ['detection.quality.added', ({ added }) => added],
  ['detection.quality.otherwise', ({ otherwise }) => otherwise],
  ['detection.quality.precision', ({ precision }) => print(precision)],
  ['detection.quality.recall', ({ recall }) => print(recall)],
  ['detection.quality.threshold', ({ threshold }) => threshold?.confidence ?? null],
  ['detection.quality.f1', ({ threshold }) => print(threshold?.f1 ?? null)],
  ['detection.quality.cost', ({ cost }) => (cost === null ? null : Math.round(cost))],
  ['detection.quality.meanConfidence', ({ meanConfidence }) => print(meanConfidence)],
  ['detection.quality.driftPrecision', ({ drift }) => print(drift.precision)],
  ['detection.quality.driftConfidence', ({ drift }) => print(drift.meanConfidence)],
];

/** Reasons of all months together, as they are called for the reader. */
const namedReasons = async (
  db: Runtime['db'],
  found: readonly { reason: string; count: number }[],
  { caller, language }: Pick<CallContext, 'caller' | 'language'>,
): Promise<QualityAnswer['reasons']> => {
  const sums = new Map<string, number>();
  for (const { reason, count } of found) sums.set(reason, (sums.get(reason) ?? 0) + count);
  const names = await falseAlarmNames(db, caller.groupRoot);
  return [...sums]
    .toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))
    .slice(0, bound.qualityReasons)
    .map(([reason, count]) => ({
      name: alarmReasonName({ reason, names: names.get(reason) }, language),
      count,
    }));
};

/** What models are worth by what people say of their findings. */
export const createQuality = (deps: QualityDeps) => {
  const { runtime, audit, timeZoneOf } = deps;
  const { db } = runtime;

  async function quality(
    request: AskedMonths,
    context: Pick<CallContext, 'caller' | 'language'>,
  ): Promise<QualityAnswer> {
    const { caller } = context;
    const asked = await askedRuns(deps, request, caller);
    const timeZone = await timeZoneOf(caller.groupRoot);
    const { from: first, months } = request;
    const compared = bound.qualityCompared;
    const found: Awaited<ReturnType<typeof qualityOfMonth>>[] = [];
    for (const month of monthsFrom(monthLater(first, -compared), months + compared))
      found.push(await qualityOfMonth(db, asked, { month, ...spanOfMonths(timeZone, month, 1) }));
    const own = found.slice(compared);
    const reasons: Awaited<ReturnType<typeof reasonsOf>> = [];
    for (const month of monthsFrom(first, months))
      reasons.push(...(await reasonsOf(db, asked, spanOfMonths(timeZone, month, 1))));
    const pace = await paceOf(db, asked, spanOfMonths(timeZone, first, months));
    const seconds = pace?.seconds ?? null;
    return {
      from: first,
      to: monthLater(first, months - 1),
      timeZone,
      total: qualityFigures(
        own.flatMap(({ sums }) => sums),
        seconds,
      ),
      rows: qualityRows(
        found.flatMap(({ lines }) => lines),
        { first, pace: seconds, enough: bound.qualityEnough, compared },
      ),
      rest: own.reduce((sum, { rest }) => sum + rest, 0),
      enough: bound.qualityEnough,
      pace,
      reasons: await namedReasons(db, reasons, context),
    };
  }

  return {
    quality,
    async qualityExport(
      { format, ...request }: ParsedRequestOf<typeof calls.qualityExport>,
      context: CallContext,
    ): Promise<BytesAnswer> {
      const { rows, from, to, timeZone } = await quality(request, context);
      await audit.done(db, context, 'detection.exportQuality', { ...request, format });
      const { language } = context;
      const name = `${say(language, 'detection.quality')} ${from} – ${to}`;
      return tableAnswer(name, format, exportRows(columns, [rows], { language, timeZone }), timeZone);
    },
  };
};
