import { limits, routeCalls, type RequestOf, type ResponseOf, type RouteDetail } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, download } from '../../platform/http.ts';
import { saveFile } from '../../platform/save-file.ts';

type RouteFilters = RequestOf<typeof routeCalls.query>;
/** A route as read from a file: without `oid` until it is stored. */
export type ReadRoute = ResponseOf<typeof routeCalls.uploadKmz>;
/** The same of a table of points. */
export type ReadTable = ResponseOf<typeof routeCalls.uploadExcel>;

const key = 'route';

/** One page of routes; the page before stays while the next one loads. */
const useRoutes = (filters: RouteFilters) =>
  useQuery({
    queryKey: [key, 'query', filters],
    queryFn: ({ signal }) => call(routeCalls.query, filters, { signal }),
    placeholderData: keepPreviousData,
  });

/** One route with its waypoints; null asks for nothing. Without `toast` a failure is only told to the caller. */
export const useRoute = (oid: string | null, { toast = true } = {}) =>
  useQuery<RouteDetail>({
    queryKey: [key, 'get', oid],
    queryFn: ({ signal }) => call(routeCalls.get, { oid: oid ?? '' }, { signal, toast }),
    enabled: oid !== null,
  });

/** Finds routes by name for a chooser. */
export const useRouteSearch = (keyword: string) =>
  useRoutes({ pageNum: 1, pageSize: limits.list.pageSizeMax, sort: 'name', ...(keyword ? { keyword } : {}) });

export interface KmzUpload {
  file: File;
  name?: string;
  remark?: string;
  /** Read only, store nothing. */
  preview: boolean;
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
}

/** Sends a route file. A refusal is thrown and not toasted: the dialog shows it beside the file. */
export const uploadKmz = ({
  file,
  name,
  remark,
  preview,
  signal,
  onProgress,
}: KmzUpload): Promise<ReadRoute> =>
  call(
    routeCalls.uploadKmz,
    {
      file,
      preview: preview ? 'true' : 'false',
      ...(name ? { name } : {}),
      ...(remark ? { remark } : {}),
    },
    { toast: false, ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) },
  );

/** After an import: every list asks again. */
export const useRoutesChanged = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [key] });
};

/** Stores a route that is too long for a battery as one route for each flight. */
export const useSplitFlights = () => {
  const changed = useRoutesChanged();
  return useMutation({
    mutationFn: (asked: RequestOf<typeof routeCalls.splitFlights>) => call(routeCalls.splitFlights, asked),
    onSuccess: changed,
  });
};

/** Saves the route file as it was imported to the member's disk. */
export const saveRouteFile = async (oid: string, name: string): Promise<void> => {
  const file = await download(routeCalls.download, { oid });
  saveFile(file, `${name}.kmz`);
};
