import { fileCalls, flightCalls, mediaCalls, type MediaItem } from '@eyrie/domain';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { call, download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';

/** While files are still missing, how often to look whether more came. */
const renewEvery = 10_000;

/** Media of a flight; asks again while fewer came than the aircraft announced. */
export const useFlightMedia = (flightOID: string, expected: number | null) =>
  useQuery({
    queryKey: ['media', 'flight', flightOID],
    queryFn: async ({ signal }) => (await call(flightCalls.media, { id: flightOID }, { signal })).list,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) < (expected ?? 0) ? renewEvery : false),
  });

/** Files of one page of the results. */
const pageSize = 60;

/** Results of one kind, a page after the other. */
export const useResults = (kind: MediaItem['kind'], keyword: string) =>
  useInfiniteQuery({
    queryKey: ['media', 'results', kind, keyword],
    queryFn: ({ signal, pageParam }) =>
      call(mediaCalls.query, { kind, keyword, pageNum: pageParam, pageSize }, { signal, toast: false }),
    initialPageParam: 1,
    getNextPageParam: ({ pageNum, total }) => (pageNum * pageSize < total ? pageNum + 1 : undefined),
    // Small pictures are made while one looks on.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(({ reading }) => reading === 'waiting'))
        ? renewEvery
        : false,
  });

/** One file with what its device said of it. */
export const useMediaDetail = (oid: string) =>
  useQuery({
    queryKey: ['media', 'detail', oid],
    queryFn: ({ signal }) => call(mediaCalls.detail, { oid }, { signal, toast: false }),
  });

/** Files as one zip, saved by the browser; a refusal raises its toast. */
export const useZip = () =>
  useMutation({
    mutationFn: async (oids: string[]) =>
      saveFile(
        await download(fileCalls.downloadFiles, { oids }),
        `${new Date().toISOString().slice(0, 10)}.zip`,
      ),
  });
