import {
  statisticsCalls,
  type AdditiveName,
  type ClassShares,
  type Drilling,
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

/** Of flights, which are known by person, route and kind besides. */
const flightCharts = [
  ['flights', statisticsCalls.flight],
  ['flightTime', statisticsCalls.flighttime],
  ['flightDistance', statisticsCalls.flightdistance],
  ['returnsHome', statisticsCalls.returnHome],
] as const satisfies readonly (readonly [AdditiveName, unknown])[];
/** Of findings, runs and orders: by department where flights are broken down by more. */
const otherCharts = [
  ['findings', statisticsCalls.screenAiHistory],
  ['confirmedFindings', statisticsCalls.aiAbnomal],
  ['detectionRuns', statisticsCalls.aiTask],
  ['workOrders', statisticsCalls.order],
] as const satisfies readonly (readonly [AdditiveName, unknown])[];
const charted = [...flightCharts, ...otherCharts].map(([measure]) => measure);

/** Closed records are counted within seconds; a page that stays open follows them. */
const refetchInterval = 60_000;

export type ChartSeries = MeasureSeries & { measure: AdditiveName };

const seriesQuery = (
  measure: AdditiveName,
  asked: Period & { by: Drilling },
  ask: (signal: AbortSignal) => Promise<MeasureSeries>,
) => ({
  queryKey: ['statistics', 'series', measure, asked],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ChartSeries> => ({
    ...(await ask(signal)),
    measure,
  }),
  refetchInterval,
});

export const useMeasureSeries = (
  period: Period,
  by: Drilling,
): { measure: AdditiveName; answer: UseQueryResult<ChartSeries> }[] => {
  const ofFlights = { ...period, by };
  const ofOthers = { ...period, by: by === 'dock' ? by : 'department' } as const;
  return useQueries({
    combine: (answers) => answers.map((answer, at) => ({ measure: charted[at] ?? 'flights', answer })),
    queries: [
      ...flightCharts.map(([measure, declaration]) =>
        seriesQuery(measure, ofFlights, (signal) => call(declaration, ofFlights, { signal })),
      ),
      ...otherCharts.map(([measure, declaration]) =>
        seriesQuery(measure, ofOthers, (signal) => call(declaration, ofOthers, { signal })),
      ),
    ],
  });
};

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
