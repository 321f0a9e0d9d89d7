import {
  daySpan,
  measures,
  spanBefore,
  spanYearBefore,
  statisticsCalls,
  stepOf,
  stepsOf,
  type AdditiveName,
  type MeasureSeries,
  type ParsedRequestOf,
} from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { columnsOf, partsOf, sumOf } from './measure-columns.ts';
import { namedSums, notCounted, stepsSummed, totalOf } from './measures.store.ts';

type Request = ParsedRequestOf<typeof statisticsCalls.flight>;

export interface MeasureDependencies {
  timeZoneOf(groupRoot: string): Promise<string>;
  /** @throws Refusal `notFound` unless the department is the caller's own or below it. */
  requireVisible(caller: Pick<Caller, 'groupOID'>, oid: string): Promise<void>;
}

/** Answers of measures over a period. */
export const createMeasures = (
  { db }: Pick<Runtime, 'db'>,
  { timeZoneOf, requireVisible }: MeasureDependencies,
) => {
  const seriesOf = async (
    measure: AdditiveName,
    request: Request,
    caller: Caller,
  ): Promise<MeasureSeries> => {
    const { from, days, groupOID, by } = request;
    if (groupOID !== undefined) await requireVisible(caller, groupOID);
    const timeZone = await timeZoneOf(caller.groupRoot);
    const span = daySpan(from, days);
    const step = stepOf(days);
    const columns = columnsOf(measure);
    const asked = { ...span, scope: caller, groupOID };
    const steps = await stepsSummed(db, asked, { columns, step });
    const total: Record<string, number> = {};
    for (const sums of steps.values())
      for (const column of columns) total[column] = (total[column] ?? 0) + (sums[column] ?? 0);
    const at = async (other: typeof span): Promise<number> =>
      sumOf(measure, await totalOf(db, { ...asked, ...other }, columns));
    return {
      measure,
      unit: measures[measure].unit,
      adds: measures[measure].adds,
      ...span,
      timeZone,
      ...(await notCounted(db, caller.groupRoot, timeZone)),
      total: sumOf(measure, total),
      previous: await at(spanBefore(span)),
      yearBefore: await at(spanYearBefore(span)),
      step,
      points: stepsOf(span, step).map((day) => ({ day, value: sumOf(measure, steps.get(day)) })),
      parts: partsOf(measure, total),
      by,
      ...(await namedSums(db, asked, { by, columns })),
    };
  };

  const endpoints: Endpoint[] = [
    serve(statisticsCalls.flight, (request, { caller }) => seriesOf('flights', request, caller)),
    serve(statisticsCalls.flighttime, (request, { caller }) => seriesOf('flightTime', request, caller)),
    serve(statisticsCalls.flightdistance, (request, { caller }) =>
      seriesOf('flightDistance', request, caller),
    ),
    serve(statisticsCalls.returnHome, (request, { caller }) => seriesOf('returnsHome', request, caller)),
  ];
  return { endpoints };
};
