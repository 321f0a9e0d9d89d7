import { trajectoryCalls } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import { useLines, type MapHost } from '@eyrie/map';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { call } from '../../platform/http.ts';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { reachLines } from './reach-lines.ts';
import './reaches.css';

/** A limit of distance changes seldom, and no message announces it. Milliseconds. */
const renewEvery = 60_000;

const none: ReturnType<typeof reachLines> = [];

/**
 * Puts on a map how far the aircraft of each dock lets itself go, and says over the map how many areas concern the
 * docks. The regions among them are drawn by their own room, in the look of their kind.
 */
export function Reaches({ host }: { host: MapHost | null }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { data, isError } = useQuery({
    queryKey: ['region', 'all'],
    queryFn: ({ signal }) => call(trajectoryCalls.areas, {}, { signal, toast: false }),
    refetchInterval: renewEvery,
  });
  const lines = useMemo(() => (data ? reachLines(data.list) : none), [data]);
  useLines(host, 'reaches', lines);
  if (!data && !isError) return null;
  const regions = data?.list.filter(({ kind }) => kind === 'region').length ?? 0;
  return (
    <p className="reach-note ey-flow ey-gap-8" role="status">
      {data
        ? text('trajectory.areas', {
            regions: figures.amount(regions),
            reaches: figures.amount(lines.length),
          })
        : null}
      {isError ? (
        <StateSymbol
          state="attention"
          word={text(data ? 'trajectory.areasOld' : 'trajectory.areasUnknown')}
        />
      ) : null}
    </p>
  );
}
