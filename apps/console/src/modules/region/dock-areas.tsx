import { regionCalls } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../platform/allowed.tsx';
import { call } from '../../platform/http.ts';
import type { OpenDevice } from '../../platform/parts.ts';
import { useText } from '../../platform/text.tsx';
import { AreaStateMark } from './area-state.tsx';
import { useFollowRegions } from './region.queries.ts';

/** How the flight areas of a dock stand. A dock of another make takes none. */
function DockAreas({ dockOID }: { dockOID: string }): ReactNode {
  const text = useText();
  useFollowRegions();
  const answer = useQuery({
    queryKey: ['region', 'areas', dockOID],
    queryFn: ({ signal }) => call(regionCalls.areas, { dockOID }, { signal, toast: false }),
    retry: false,
  });
  const [area] = answer.data?.list ?? [];
  if (answer.isError) return null;
  return (
    <section aria-label={text('region.areas')}>
      <h3>{text('region.areas')}</h3>
      <Loaded state={loadStateOf(answer)}>{() => (area ? <AreaStateMark area={area} /> : null)}</Loaded>
    </section>
  );
}

function MayRead({ dockOID }: { dockOID: string }): ReactNode {
  return useMay(regionCalls.areas) ? <DockAreas dockOID={dockOID} /> : null;
}

export const deviceAreas = ({ kind, dockOID }: OpenDevice): ReactNode =>
  kind === 'dock' && dockOID ? <MayRead dockOID={dockOID} /> : null;
