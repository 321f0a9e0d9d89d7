import { dockCalls, limits, type DockRecord, type DockStanding } from '@eyrie/domain';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** Live messages carry what moves and tell of docks changed by hand; once a minute in case one was lost. */
const renewEvery = 60_000;

const fetchAllDocks = async (
  filter: { standing?: DockStanding },
  signal: AbortSignal,
): Promise<DockRecord[]> => {
  const found: DockRecord[] = [];
  for (let pageNum = 1; ; pageNum += 1) {
    const page = await call(
      dockCalls.query,
      { ...filter, pageNum, pageSize: limits.list.pageSizeMax, sort: 'name' },
      { signal },
    );
    found.push(...page.list);
    if (page.list.length === 0 || found.length >= page.total) return found;
  }
};

/** Every dock in service that the member may see, by name. */
export const useDocks = (): UseQueryResult<DockRecord[]> =>
  useQuery({
    queryKey: ['dock', 'inService'],
    queryFn: ({ signal }) => fetchAllDocks({ standing: 'inService' }, signal),
    refetchInterval: renewEvery,
  });

/** The same with those that are retired: their logs stay. */
export const useEveryDock = (): UseQueryResult<DockRecord[]> =>
  useQuery({
    queryKey: ['dock', 'all'],
    queryFn: ({ signal }) => fetchAllDocks({}, signal),
    refetchInterval: renewEvery,
  });
