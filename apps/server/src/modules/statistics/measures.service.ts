import {
  additiveNames,
  daySpan,
  measures,
  spanBefore,
  spanYearBefore,
  stepOf,
  stepsOf,
  type AdditiveName,
  type ClassShares,
  type DaySpan,
  type Measured,
  type MeasureName,
  type MeasureSeries,
  type ParsedRequestOf,
  type ResponseOf,
  type statisticsCalls,
} from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { classesOf } from './finding-classes.ts';
import {
  columnsOf,
  confirmedShare,
  doneShare,
  partsOf,
  sourceOf,
  sumOf,
  wholeColumnsOf,
  type Summed,
} from './measure-columns.ts';
import { docksFlown, namedSums, notCounted, stepsSummed, totalOf, type Asked } from './measures.store.ts';

type Request = ParsedRequestOf<typeof statisticsCalls.flight>;
type Period = Pick<Request, 'from' | 'days' | 'groupOID'>;

export interface MeasureDependencies {
  timeZoneOf(groupRoot: string): Promise<string>;
  /** @throws Refusal `notFound` unless the department is the caller's own or below it. */
  requireVisible(caller: Pick<Caller, 'groupOID'>, oid: string): Promise<void>;
}

export const namesOf = (measure: MeasureName): Pick<Measured, 'measure' | 'unit' | 'adds'> => ({
  measure,
  unit: measures[measure].unit,
  adds: measures[measure].adds,
});

const summedOf = (steps: Iterable<Summed>, columns: readonly string[]): Summed => {
  const total: Record<string, number> = {};
  for (const sums of steps)
    for (const column of columns) total[column] = (total[column] ?? 0) + (sums[column] ?? 0);
  return total;
};

/** Every measure of one period. */
const everyMeasure = async (
  db: Runtime['db'],
  asked: Asked,
): Promise<ReadonlyMap<MeasureName, number | null>> => {
  const sums: Record<string, number | undefined> = {};
  for (const source of ['flight', 'finding'] as const) {
    const names = additiveNames.filter((name) => sourceOf(name) === source);
    const columns = [...new Set(names.flatMap(columnsOf))];
    Object.assign(sums, await totalOf(db, asked, { source, columns }));
  }
  return new Map<MeasureName, number | null>([
    ...additiveNames.map((name) => [name, sumOf(name, sums)] as const),
    ['docksFlown', await docksFlown(db, asked)],
    ['doneShare', doneShare(sums)],
    ['confirmedShare', confirmedShare(sums)],
  ]);
};

/** Every measure of one period, and its flights by how they ended: what reports of other rooms say of it. */
export const figuresOfPeriod = async (
  db: Runtime['db'],
  asked: Asked,
): Promise<{
  measures: ReadonlyMap<MeasureName, number | null>;
  outcomes: { part: string; value: number }[];
}> => ({
  measures: await everyMeasure(db, asked),
  outcomes: partsOf('flights', await totalOf(db, asked, { source: 'flight', columns: columnsOf('flights') })),
});

/** Answers of measures over a period. */
export const createMeasures = (
  { db }: Pick<Runtime, 'db'>,
  { timeZoneOf, requireVisible }: MeasureDependencies,
) => {
  const seen = async (caller: Caller, groupOID: string | undefined): Promise<void> => {
    if (groupOID !== undefined) await requireVisible(caller, groupOID);
  };
  const askedOf = async ({ from, days, groupOID }: Period, caller: Caller): Promise<Asked> => {
    await seen(caller, groupOID);
    return { ...daySpan(from, days), scope: caller, groupOID };
  };
  const standingOf = async ({ from, to }: DaySpan, { groupRoot }: Caller) => {
    const timeZone = await timeZoneOf(groupRoot);
    return { from, to, timeZone, ...(await notCounted(db, groupRoot, timeZone)) };
  };

  const seriesOf = async (
    measure: AdditiveName,
    request: Request,
    caller: Caller,
  ): Promise<MeasureSeries> => {
    const { days, by } = request;
    const asked = await askedOf(request, caller);
    const step = stepOf(days);
    const columns = columnsOf(measure);
    const figures = { source: sourceOf(measure), columns };
    const steps = await stepsSummed(db, asked, { ...figures, step });
    const total = summedOf(steps.values(), columns);
    const at = async (other: DaySpan): Promise<number> =>
      sumOf(measure, await totalOf(db, { ...asked, ...other }, figures));
    return {
      ...namesOf(measure),
      ...(await standingOf(asked, caller)),
      total: sumOf(measure, total),
      previous: await at(spanBefore(asked)),
      yearBefore: await at(spanYearBefore(asked)),
      step,
      points: stepsOf(asked, step).map((day) => ({ day, value: sumOf(measure, steps.get(day)) })),
      parts: partsOf(measure, total),
      by,
      ...(await namedSums(db, asked, { source: figures.source, columns: wholeColumnsOf(measure), by })),
    };
  };

  const overview = async (
    request: Period,
    caller: Caller,
  ): Promise<ResponseOf<typeof statisticsCalls.screenOverview>> => {
    const asked = await askedOf(request, caller);
    const now = await everyMeasure(db, asked);
    const previous = await everyMeasure(db, { ...asked, ...spanBefore(asked) });
    const yearBefore = await everyMeasure(db, { ...asked, ...spanYearBefore(asked) });
    return {
      ...(await standingOf(asked, caller)),
      measures: [...now].map(([name, total]) => ({
        ...namesOf(name),
        total,
        previous: previous.get(name) ?? null,
        yearBefore: yearBefore.get(name) ?? null,
      })),
    };
  };

  const classes = async (request: Period, caller: Caller): Promise<ClassShares> => {
    const asked = await askedOf(request, caller);
    return {
      ...namesOf('findings'),
      ...(await standingOf(asked, caller)),
      ...(await classesOf(db, asked)),
    };
  };

  return { seen, askedOf, seriesOf, overview, classes };
};
export type Measures = ReturnType<typeof createMeasures>;
