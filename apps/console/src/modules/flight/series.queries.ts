import { flightCalls, limits, seriesCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

const key = 'flight';
const renewEvery = 10_000;

const useChanged = () => {
  const client = useQueryClient();
  return () => Promise.all([key, 'task'].map((word) => client.invalidateQueries({ queryKey: [word] })));
};

export const useSeriesAdd = () => {
  const onSuccess = useChanged();
  return useMutation({
    mutationFn: (series: RequestOf<typeof seriesCalls.add>) =>
      call(seriesCalls.add, series, { toast: false }),
    onSuccess,
  });
};

export const useFlyAgain = () => {
  const onSuccess = useChanged();
  return useMutation({ mutationFn: (oid: string) => call(seriesCalls.again, { oid }), onSuccess });
};

/** Lets the parts of an arrangement begin by themselves, or by persons alone. */
export const useGoOn = () => {
  const onSuccess = useChanged();
  return useMutation({
    mutationFn: (asked: RequestOf<typeof seriesCalls.goOn>) => call(seriesCalls.goOn, asked),
    onSuccess,
  });
};

/** All flights of an arrangement, those of one part after each other. */
export const useSeriesFlights = (seriesOID: string) =>
  useQuery({
    queryKey: [key, 'series', seriesOID],
    queryFn: async ({ signal }) => {
      const asked = { seriesOID, sort: 'createdAt', pageNum: 1, pageSize: limits.list.pageSizeMax } as const;
      const { list } = await call(flightCalls.query, asked, { signal, toast: false });
      return list.toSorted((one, other) => (one.series?.place ?? 0) - (other.series?.place ?? 0));
    },
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state !== 'over') ? renewEvery : false),
  });

/** The verdict on a flight that waits, as it stands now. */
export const useVerdictNow = (oid: string) =>
  useQuery({
    queryKey: [key, 'gate', oid],
    queryFn: ({ signal }) => call(flightCalls.gate, { oid }, { signal, toast: false }),
    refetchInterval: renewEvery,
  });
