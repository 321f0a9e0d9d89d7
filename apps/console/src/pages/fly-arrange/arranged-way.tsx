import type { DrawnRegion, RouteDetail } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { useMemo, useState, type ReactNode } from 'react';
import { useDocks } from '../../modules/dock/index.ts';
import { useFlightChoices, type FlightDraft } from '../../modules/flight/index.ts';
import { useRegionsAnswer, useRegionsUnder } from '../../modules/region/index.ts';
import { FlownPreview, planDocks } from '../../modules/route/index.ts';

const noRegions: readonly DrawnRegion[] = [];

/** The route of an arrangement beside its form, as its dock flies it. */
export function ArrangedWay({
  route,
  draft: { dockOID, returnAltitude },
}: {
  route: RouteDetail;
  draft: Pick<FlightDraft, 'dockOID' | 'returnAltitude'>;
}): ReactNode {
  const [host, setHost] = useState<MapHost | null>(null);
  // None is drawn before they came, and the drawing says so.
  const regions = useRegionsAnswer().data?.list;
  useRegionsUnder(host, regions ?? noRegions);
  const { data: docks } = useDocks();
  const places = useMemo(() => planDocks(docks ?? []), [docks]);
  const dock = useMemo(() => places.find(({ oid }) => oid === dockOID) ?? null, [places, dockOID]);
  const { data: choices } = useFlightChoices(dockOID);
  return (
    <FlownPreview
      key={route.oid}
      {...{ route, dock, returnAltitude, regions }}
      docks={places}
      heightLimit={choices?.heightLimit ?? null}
      onHost={setHost}
    />
  );
}
