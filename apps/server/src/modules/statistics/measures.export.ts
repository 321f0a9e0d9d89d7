import {
  dayLater,
  endOfDay,
  findingVerdicts,
  flightKinds,
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
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { tableAnswer } from '../../platform/table/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { classesOf } from './finding-classes.ts';
import { columnsOf, partsOf, sourceOf, sumOf } from './measure-columns.ts';
import { geoJsonAnswer, parquetAnswer, type MeasuredRow, type MeasureFile } from './measure-file.ts';
import { allSums, placesOf, stepsSummed, type Asked, type Figures } from './measures.store.ts';

type Request = ParsedRequestOf<typeof statisticsCalls.export>;

export interface MeasureExportDependencies {
  audit: AuditLog;
  timeZoneOf(groupRoot: string): Promise<string>;
  askedOf(request: Pick<Request, 'from' | 'days' | 'groupOID'>, caller: Caller): Promise<Asked>;
}

const columnsFor = (measure: AdditiveName, of: Request['of']): ExportColumn<MeasuredRow>[] => [
  [`statistics.of.${of}`, (row) => row.of],
  [`statistics.measureUnit.${measure}`, (row) => sumOf(measure, row.sums)],
  ...partsOf(measure, {}).map(({ part }): ExportColumn<MeasuredRow> => [
    `statistics.part.${part}`,
    (row) => partsOf(measure, row.sums).find((one) => one.part === part)?.value ?? 0,
  ]),
];

/** When a day begins on the clocks of a zone, epoch ms. */
const startOf = (timeZone: string, day: string): number => (endOfDay(timeZone, dayLater(day, -1)) ?? 0) + 1;

type Named = { oid: string | null; of: string };
/** Kinds have a word in each language, all else has a name. */
const nameOfPart =
  (of: Request['of'], language: CallContext['language']) =>
  ({ oid, of: name }: Named): string => {
    const kind = of === 'kind' ? flightKinds.find((one) => one === oid) : undefined;
    return kind ? say(language, `statistics.kind.${kind}`) : name;
  };

/** Every day of the period, or every part of it. */
async function rowsOf(
  db: DbOrTrx,
  asked: Asked,
  {
    of,
    timeZone,
    wordOf,
    ...figures
  }: Figures & { of: Request['of']; timeZone: string; wordOf: (row: Named) => string },
): Promise<MeasuredRow[]> {
  if (of === 'day') {
    const sums = await stepsSummed(db, asked, { ...figures, step: 'day' });
    let to = startOf(timeZone, asked.from);
    return stepsOf(asked, 'day').map((day) => {
      const from = to;
      to = startOf(timeZone, dayLater(day, 1));
      return { oid: null, of: day, from, to, sums: sums.get(day) ?? {} };
    });
  }
  const period = { from: startOf(timeZone, asked.from), to: startOf(timeZone, dayLater(asked.to, 1)) };
  const sums = await allSums(db, asked, { ...figures, by: of });
  return sums.map((row) => ({ ...row, of: wordOf(row), ...period }));
}

/** A measure as a table, or as a file for programs: every day of the period, or every department or dock. */
export const createMeasureExport =
  ({ db }: Pick<Runtime, 'db'>, { audit, timeZoneOf, askedOf }: MeasureExportDependencies) =>
  async (request: Request, context: CallContext): Promise<BytesAnswer> => {
    const { measure, of, format } = request;
    const { caller, language } = context;
    const asked = await askedOf(request, caller);
    const figures = { source: sourceOf(measure), columns: columnsOf(measure) };
    const timeZone = await timeZoneOf(caller.groupRoot);
    await audit.done(db, context, 'statistics.export', request);
    const rows = await rowsOf(db, asked, { ...figures, of, timeZone, wordOf: nameOfPart(of, language) });
    const name = `${say(language, `statistics.measure.${measure}`)} ${asked.from} – ${asked.to}`;
    const file: MeasureFile = { name, measure, of, span: asked, timeZone, rows };
    if (format === 'parquet') return parquetAnswer(file);
    if (format === 'geojson') return geoJsonAnswer(file, await placesOf(db, caller));
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
