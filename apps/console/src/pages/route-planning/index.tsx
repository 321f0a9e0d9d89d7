import { routeTypes } from '@eyrie/domain';
import type { DrawnRegion } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { now } from '../../platform/clock.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useSearchParams } from 'react-router';
import { useDocks } from '../../modules/dock/index.ts';
import { addRegionLayers, drawingsOf, useShownRegions } from '../../modules/region/index.ts';
import { OpenEditor, planDocks, routeList } from '../../modules/route/index.ts';
import { askWind } from '../../modules/weather/index.ts';
import { ListView } from '../../platform/list/index.ts';

/** Regions under the route that is drawn. */
const useRegionsUnder = (host: MapHost | null, regions: readonly DrawnRegion[]): void =>
  useEffect(() => {
    if (!host) return undefined;
    const layers = addRegionLayers(host, 'planner-regions');
    layers.set(drawingsOf(regions, serverTime(now()) ?? 0));
    return () => layers.dispose();
  }, [host, regions]);

function Editor({ plan }: { plan: string }): ReactNode {
  const [query, setQuery] = useSearchParams();
  const { regions } = useShownRegions();
  const [host, setHost] = useState<MapHost | null>(null);
  useRegionsUnder(host, regions);
  const { data: docks } = useDocks();
  const places = useMemo(() => planDocks(docks ?? []), [docks]);
  const kind = routeTypes.find((one) => one === query.get('kind')) ?? 'waypoint';
  return (
    <OpenEditor
      key={`${plan} ${query.get('saved') ?? ''}`}
      oid={plan === 'new' ? null : plan}
      kind={kind}
      regions={regions}
      onHost={setHost}
      docks={places}
      askWind={askWind}
      // What is saved is opened anew, with the version under which it is stored now.
      onSaved={(saved) => setQuery({ plan: saved, saved: String(performance.now()) }, { replace: true })}
      onBack={() => setQuery({})}
    />
  );
}

/** The list of routes; with `plan` in the address, the editor of one. */
export default function RoutePlanningPage(): ReactNode {
  const [query] = useSearchParams();
  const plan = query.get('plan');
  return plan === null ? <ListView room={routeList} /> : <Editor plan={plan} />;
}
