import {
  findingVerdicts,
  limits,
  stepsOf,
  type AdditiveName,
  type ClassShares,
  type ParsedRequestOf,
  type statisticsCalls,
} from '@eyrie/domain';
import type { BytesAnswer, Caller, CallContext } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import { exportRows, type ExportColumn } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { classesOf } from './finding-classes.ts';
import { columnsOf, partsOf, sourceOf, sumOf, type Summed } from './measure-columns.ts';
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
  askedOf(request: Pick<Request, 'from' | 'days' | 'groupOID'>, caller: Caller): Promise<Asked>;
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
    const figures = { source: sourceOf(measure), columns: columnsOf(measure) };
    const timeZone = await timeZoneOf(caller.groupRoot);
    await audit.done(db, context, 'statistics.export', request);
    const days = of === 'day' ? await stepsSummed(db, asked, { ...figures, step: 'day' }) : null;
    const rows: ExportedRow[] =
      of === 'day'
        ? stepsOf(asked, 'day').map((day) => ({ of: day, sums: days?.get(day) ?? {} }))
        : await allSums(db, asked, { ...figures, by: of });
    const name = `${say(language, `statistics.measure.${measure}`)} ${asked.from} – ${asked.to}`;
    return tableAnswer(
      name,
      format,
      exportRows(columnsFor(measure, of), [rows], { language, timeZone }),
      timeZone,
    );
  };

type ClassRequest = ParsedRequestOf<typeof statisticsCalls.classExport>;
type ClassRow = ClassShares['classes'][number];
const classColumns: ExportColumn<ClassRow>[] = [
  ['statistics.of.class', (row) => row.class],
  ['statistics.measureUnit.findings', (row) => row.value],
  ['statistics.share', (row) => row.share],
  ...findingVerdicts.map((part): ExportColumn<ClassRow> => [
    `statistics.part.${part}`,
    (row) => row.parts.find((one) => one.part === part)?.value ?? 0,
  ]),
];

/** Findings by class as a table. */
export const createClassExport =
  ({ db }: Pick<Runtime, 'db'>, { audit, timeZoneOf, askedOf }: MeasureExportDependencies) =>
  async (request: ClassRequest, context: CallContext): Promise<BytesAnswer> => {
    const { caller, language } = context;
    const { format } = request;
    const asked = await askedOf(request, caller);
    const timeZone = await timeZoneOf(caller.groupRoot);
    await audit.done(db, context, 'statistics.export', { ...request, measure: 'findings', of: 'class' });
    const { classes } = await classesOf(db, asked, limits.list.exportMost);
    const name = `${say(language, 'statistics.classes')} ${asked.from} – ${asked.to}`;
    const rows = exportRows(classColumns, [classes], { language, timeZone });
    return tableAnswer(name, format, rows, timeZone);
  };
