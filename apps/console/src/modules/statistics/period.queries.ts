import {
  statisticsCalls,
  type AdditiveName,
  type ClassShares,
  type MeasureSeries,
  type ResponseOf,
} from '@eyrie/domain';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** Days in the organisation's zone, of a department and those below. */
export interface Period {
  from: string;
  days: number;
  groupOID?: string;
}

const charts = [
  ['flights', statisticsCalls.flight],
  ['flightTime', statisticsCalls.flighttime],
  ['flightDistance', statisticsCalls.flightdistance],
  ['returnsHome', statisticsCalls.returnHome],
  ['findings', statisticsCalls.screenAiHistory],
  ['confirmedFindings', statisticsCalls.aiAbnomal],
  ['detectionRuns', statisticsCalls.aiTask],
  ['workOrders', statisticsCalls.order],
] as const satisfies readonly (readonly [AdditiveName, unknown])[];

/** Closed records are counted within seconds; a page that stays open follows them. */
const refetchInterval = 60_000;

export type ChartSeries = MeasureSeries & { measure: AdditiveName };

export const useMeasureSeries = (
  period: Period,
): { measure: AdditiveName; answer: UseQueryResult<ChartSeries> }[] =>
  useQueries({
    combine: (answers) => answers.map((answer, at) => ({ measure: charts[at]?.[0] ?? 'flights', answer })),
    queries: charts.map(([measure, declaration]) => ({
      queryKey: ['statistics', 'series', measure, period],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ChartSeries> => ({
        ...(await call(declaration, period, { signal })),
        measure,
      }),
      refetchInterval,
    })),
  });

export const usePeriodOverview = (
  period: Period,
): UseQueryResult<ResponseOf<typeof statisticsCalls.screenOverview>> =>
  useQuery({
    queryKey: ['statistics', 'period', period],
    queryFn: ({ signal }) => call(statisticsCalls.screenOverview, period, { signal }),
    refetchInterval,
  });

export const useClassShares = (period: Period): UseQueryResult<ClassShares> =>
  useQuery({
    queryKey: ['statistics', 'classes', period],
    queryFn: ({ signal }) => call(statisticsCalls.aiPercentage, period, { signal }),
    refetchInterval,
  });
