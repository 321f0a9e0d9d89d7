import {
  compareCalls,
  fileCalls,
  flightCalls,
  mediaCalls,
  resultLimits,
  sidecarCalls,
  type MediaGroup,
  type MediaItem,
  type RequestOf,
} from '@eyrie/domain';
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';

/** While files are still missing, how often to look whether more came. */
export const renewEvery = 10_000;
/** How often small pictures are looked for that are being made. */
const renewWaiting = 3_000;
/** How often the outline of all results is asked for: it is counted each time. */
const outlineEvery = 30_000;

/** Media of a flight; asks again while fewer came than the aircraft announced. */
export const useFlightMedia = (flightOID: string, expected: number | null) =>
  useQuery({
    queryKey: ['media', 'flight', flightOID],
    queryFn: async ({ signal }) => (await call(flightCalls.media, { id: flightOID }, { signal })).list,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) < (expected ?? 0) ? renewEvery : false),
  });

type Query = RequestOf<typeof mediaCalls.query>;

/** Which results are looked at, and by what they lie together. */
export interface Wanted {
  kind: MediaItem['kind'];
  keyword: string;
  /** Empty: any. */
  lens: NonNullable<Query['lens']> | '';
  /** Empty: with a star or without. */
  starred: 'yes' | 'no' | '';
  /** Empty: any, and none. */
  label: string;
  by: 'day' | 'flight' | 'lens';
}

const filterOf = ({ kind, keyword, lens, starred, label }: Wanted) => ({
  kind,
  ...(keyword === '' ? {} : { keyword }),
  ...(lens === '' ? {} : { lens }),
  ...(starred === '' ? {} : { starred: starred === 'yes' }),
  ...(label === '' ? {} : { label }),
});

/** How many results there are of each group. */
export const useOutline = (wanted: Wanted) =>
  useQuery({
    queryKey: ['media', 'outline', wanted],
    queryFn: ({ signal }) =>
      call(mediaCalls.groups, { ...filterOf(wanted), by: wanted.by }, { signal, toast: false }),
    refetchInterval: outlineEvery,
  });

/** By what a group is known. */
export const groupKey = ({ day, flightOID, lens }: MediaGroup): string => [flightOID, day, lens].join(' ');

/** Files of one question about a group. */
export const groupPage = 100;

const ofGroup = (wanted: Wanted, { flightOID, lens, from, to }: MediaGroup): Partial<Query> => {
  if (flightOID !== null) return { ...filterOf(wanted), flightOID };
  return {
    ...filterOf(wanted),
    from,
    to,
    ...(lens === null ? {} : { lens }),
    ...(wanted.by === 'flight' ? { withoutFlight: true } : {}),
  };
};

/** Files of a group, a page of them. With another number of files in it they are others. */
const pageOf = (wanted: Wanted, group: MediaGroup, page: number) =>
  queryOptions({
    queryKey: ['media', 'page', wanted, groupKey(group), group.count, page],
    queryFn: ({ signal }) =>
      call(
        mediaCalls.query,
        { ...ofGroup(wanted, group), pageNum: page + 1, pageSize: groupPage },
        { signal, toast: false },
      ),
    staleTime: outlineEvery,
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ reading }) => reading === 'waiting') ? renewWaiting : false,
  });

/** A page of a group: which group, and which of its pages. */
export interface PageMark {
  group: number;
  page: number;
}

/** The pages of groups that are in sight. */
export const useGroupPages = (wanted: Wanted, groups: readonly MediaGroup[], marks: readonly PageMark[]) =>
  useQueries({
    queries: marks.flatMap(({ group, page }) => {
      const own = groups[group];
      return own ? [pageOf(wanted, own, page)] : [];
    }),
    combine: (results) => ({
      lists: results.map(({ data }) => data?.list ?? []),
      failed: results.find(({ isError, data }) => isError && data === undefined) ?? null,
    }),
  });

/** What has been loaded of groups, and the loading of the rest. */
export const useLoadedItems = (wanted: Wanted, groups: readonly MediaGroup[]) => {
  const client = useQueryClient();
  return {
    at: (group: number, within: number): MediaItem | undefined => {
      const own = groups[group];
      if (!own) return undefined;
      const { queryKey } = pageOf(wanted, own, Math.floor(within / groupPage));
      return client.getQueryData(queryKey)?.list[within % groupPage];
    },
    load: async (group: number, within: number): Promise<MediaItem | undefined> => {
      const own = groups[group];
      if (!own) return undefined;
      const { list } = await client.fetchQuery(pageOf(wanted, own, Math.floor(within / groupPage)));
      return list[within % groupPage];
    },
  };
};
export type LoadedItems = ReturnType<typeof useLoadedItems>;

/** Most files that are chosen at once: as many as one download takes. */
export const chosenMost = resultLimits.zipFiles;

/** One file with what its device said of it. */
export const useMediaDetail = (oid: string | null) =>
  useQuery({
    queryKey: ['media', 'detail', oid],
    queryFn: ({ signal }) => call(mediaCalls.detail, { oid: oid ?? '' }, { signal, toast: false }),
    enabled: oid !== null,
  });

/** The files of positioning of the flight of a photo. */
export const useSidecars = ({ oid, kind, flightOID }: MediaItem) =>
  useQuery({
    queryKey: ['media', 'sidecars', oid],
    queryFn: async ({ signal }) =>
      (await call(sidecarCalls.sidecars, { oid }, { signal, toast: false })).list,
    enabled: kind === 'photo' && flightOID !== null,
  });

/** Photos of the place and view of one, at other dates. */
export const useSameView = (oid: string) =>
  useQuery({
    queryKey: ['media', 'sameView', oid],
    queryFn: ({ signal }) => call(compareCalls.sameView, { oid }, { signal, toast: false }),
  });

/** Files as one zip, saved by the browser; a refusal raises its toast. */
export const useZip = () =>
  useMutation({
    mutationFn: async (request: { oids: string[]; metadata: boolean; sidecars: boolean }) =>
      saveFile(
        await download(fileCalls.downloadFiles, request),
        `${new Date().toISOString().slice(0, 10)}.zip`,
      ),
  });
