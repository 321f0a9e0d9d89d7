import { stepsOf, type AdditiveName, type ParsedRequestOf, type statisticsCalls } from '@eyrie/domain';
import type { BytesAnswer, Caller, CallContext } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import { exportRows, type ExportColumn } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { columnsOf, partsOf, sumOf, type Summed } from './measure-columns.ts';
import { allSums, stepsSummed, type Asked } from './measures.store.ts';

type Request = ParsedRequestOf<typeof statisticsCalls.export>;
interface ExportedRow {
  /** A day, or the name of a department or dock. */
  of: string;
  sums: Summed;
}

export interface MeasureExportDependencies {
  audit: AuditLog;
  timeZoneOf(groupRoot: string): Promise<string>;
  askedOf(request: Request, caller: Caller): Promise<Asked>;
}

const columnsFor = (measure: AdditiveName, of: Request['of']): ExportColumn<ExportedRow>[] => [
  [`statistics.of.${of}`, (row) => row.of],
  [`statistics.measureUnit.${measure}`, (row) => sumOf(measure, row.sums)],
  ...partsOf(measure, {}).map(({ part }): ExportColumn<ExportedRow> => [
    `statistics.part.${part}`,
    (row) => partsOf(measure, row.sums).find((one) => one.part === part)?.value ?? 0,
  ]),
];

/** A measure as a table: every day of the period, or every department or dock. */
export const createMeasureExport =
  ({ db }: Pick<Runtime, 'db'>, { audit, timeZoneOf, askedOf }: MeasureExportDependencies) =>
  async (request: Request, context: CallContext): Promise<BytesAnswer> => {
    const { measure, of, format } = request;
    const { caller, language } = context;
    const asked = await askedOf(request, caller);
    const columns = columnsOf(measure);
    const timeZone = await timeZoneOf(caller.groupRoot);
    await audit.done(db, context, 'statistics.export', request);
    const days = of === 'day' ? await stepsSummed(db, asked, { columns, step: 'day' }) : null;
    const rows: ExportedRow[] =
      of === 'day'
        ? stepsOf(asked, 'day').map((day) => ({ of: day, sums: days?.get(day) ?? {} }))
        : await allSums(db, asked, { by: of, columns });
    const name = `${say(language, `statistics.measure.${measure}`)} ${asked.from} – ${asked.to}`;
    return tableAnswer(
      name,
      format,
      exportRows(columnsFor(measure, of), [rows], { language, timeZone }),
      timeZone,
    );
  };
