import { inspectionReportCalls as calls, type ReportStep, type ResponseOf } from '@eyrie/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

type Every = ResponseOf<typeof calls.step1> &
  ResponseOf<typeof calls.step2> &
  ResponseOf<typeof calls.step3> &
  ResponseOf<typeof calls.step4> &
  ResponseOf<typeof calls.step5> &
  ResponseOf<typeof calls.step6>;
/** What any step answers; what it does not count is missing. */
export type StepAnswer = Pick<Every, 'report' | 'missing'> & Partial<Every>;

const asking = (step: ReportStep, oid: string, signal: AbortSignal): Promise<StepAnswer> => {
  const options = { signal, toast: false };
  const request = { oid };
  switch (step) {
    case 1:
      return call(calls.step1, request, options);
    case 2:
      return call(calls.step2, request, options);
    case 3:
      return call(calls.step3, request, options);
    case 4:
      return call(calls.step4, request, options);
    case 5:
      return call(calls.step5, request, options);
    default:
      return call(calls.step6, request, options);
  }
};

/** ms: files are under way, and nobody else's change is overlooked for long. */
const [whileMaking, otherwise] = [1_000, 15_000];

export const useStep = (oid: string, step: ReportStep): UseQueryResult<StepAnswer> =>
  useQuery({
    queryKey: ['inspectionReport', 'step', oid, step],
    queryFn: ({ signal }) => asking(step, oid, signal),
    refetchInterval: ({ state }) =>
      state.data?.files?.some((file) => file.state === 'queued' || file.state === 'running')
        ? whileMaking
        : otherwise,
  });

/** What was promised against what was seen: asked for once, because it is counted out of every photo of the month. */
export const useCoverage = (oid: string): UseQueryResult<ResponseOf<typeof calls.coverage>> =>
  useQuery({
    queryKey: ['inspectionReport', 'coverage', oid],
    queryFn: ({ signal }) => call(calls.coverage, { oid }, { signal, toast: false }),
    staleTime: Number.POSITIVE_INFINITY,
  });
