import { regionCalls, shapeOfGeometry, type DrawnRegion, type RegionRecord } from '@eyrie/domain';
import { placesOf, shapeBounds } from '@eyrie/geometry';
import type { MapHost } from '@eyrie/map';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { findOnMap } from '../../map-parts.ts';
import {
  addRegionLayers,
  drawingsOf,
  useFollowRegions,
  useShownRegions,
} from '../../modules/region/index.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { now } from '../../platform/clock.ts';
import { call, download } from '../../platform/http.ts';
import { ExportButton } from '../../platform/list/index.ts';
import { MapTools, PlaceFoot } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { saveFile } from '../../platform/save-file.ts';
import { serverTime } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { AreasPanel } from './areas-panel.tsx';
import { ImportRegions } from './import-regions.tsx';
import { RegionCard } from './region-card.tsx';
import { RegionEditor } from './region-editor.tsx';
import { RegionList } from './region-list.tsx';
import './zone-management.css';

const layer = 'zone-regions';
/** Places that a gesture may fall on: more would slow the pointer down. */
const snapsMost = 5_000;

/** Draws all regions but the one that is being changed; a click on a sign selects. */
const useRegionLayers = (
  host: MapHost | null,
  regions: readonly DrawnRegion[],
  selected: string | null,
  choose: (oid: string) => void,
): void => {
  const layers = useRef<ReturnType<typeof addRegionLayers> | null>(null);
  const clicked = useEffectEvent((oid: string) => choose(oid));
  useEffect(() => {
    if (!host) return undefined;
    layers.current = addRegionLayers(host, layer);
    const stop = host.onClick(({ layerId, id }) => {
      if (layerId?.startsWith(layer) && id) clicked(id);
    });
    return () => {
      stop();
      layers.current?.dispose();
      layers.current = null;
    };
  }, [host]);
  useEffect(() => layers.current?.set(drawingsOf(regions, serverTime(now()) ?? 0)), [host, regions]);
  useEffect(() => layers.current?.select(selected), [host, regions, selected]);
};

const boundsOf = (regions: readonly DrawnRegion[]) => {
  const [first, ...others] = regions.flatMap(
    (region) => shapeBounds(shapeOfGeometry(region.geometry, region)) ?? [],
  );
  if (!first) return null;
  return others.reduce(
    (all, one) => ({
      west: Math.min(all.west, one.west),
      south: Math.min(all.south, one.south),
      east: Math.max(all.east, one.east),
      north: Math.max(all.north, one.north),
    }),
    first,
  );
};

const useSelected = (oid: string | null): RegionRecord | null =>
  useQuery({
    queryKey: ['region', 'get', oid],
    enabled: oid !== null,
    queryFn: ({ signal }) => call(regionCalls.get, { oid: oid ?? '' }, { signal }),
  }).data ?? null;

/** The buttons above the list. */
function ListHead({ onDraw, onImport }: { onDraw: () => void; onImport: () => void }): ReactNode {
  const text = useText();
  return (
    <div className="ey-flow ey-gap-6">
      <Allowed call={regionCalls.add}>
        <Button type="primary" onClick={onDraw}>
          {text('region.draw')}
        </Button>
      </Allowed>
      <Allowed call={regionCalls.upload}>
        <Button onClick={onImport}>{text('region.import')}</Button>
      </Allowed>
      <ExportButton
        call={regionCalls.export}
        save={async (format) =>
          saveFile(await download(regionCalls.export, { format }), `${text('region.title')}.${format}`)
        }
      />
    </div>
  );
}

type Mode = { kind: 'look' } | { kind: 'draw' } | { kind: 'edit'; region: RegionRecord };

/** Regions side by side as a list and on the map, with one selection; drawn, changed and given to docks. */
export default function ZoneManagementPage(): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  const [query, setQuery] = useSearchParams();
  const [mode, setMode] = useState<Mode>({ kind: 'look' });
  const [importing, setImporting] = useState(false);
  useFollowRegions();
  const { regions, leftOut } = useShownRegions();
  const oid = query.get('region');
  const selected = useSelected(oid);
  const choose = (next: string | null): void => {
    if (mode.kind !== 'look') return;
    setQuery(next === null ? {} : { region: next }, { replace: true });
    const region = regions.find((one) => one.oid === next);
    if (region) host?.fit(boundsOf([region]), { padding: 80, animate: true, maxZoom: 17 });
  };
  const edited = mode.kind === 'edit' ? mode.region.oid : null;
  const others = useMemo(() => regions.filter((one) => one.oid !== edited), [regions, edited]);
  const snaps = useMemo(
    () => others.flatMap((one) => placesOf(shapeOfGeometry(one.geometry, one))).slice(0, snapsMost),
    [others],
  );
  useRegionLayers(host, others, oid, choose);
  const fitted = useRef<MapHost | null>(null);
  useEffect(() => {
    if (!host || fitted.current === host || regions.length === 0) return;
    host.fit(boundsOf(regions), { padding: 60, maxZoom: 15 });
    fitted.current = host;
  }, [host, regions]);
  const close = (saved: string | null): void => {
    setMode({ kind: 'look' });
    setQuery(saved === null ? {} : { region: saved }, { replace: true });
  };
  return (
    <div className="zone-page">
      <div className="zone-side ey-stack ey-gap-8">
        <h1>{text('region.title')}</h1>
        <ListHead onDraw={() => setMode({ kind: 'draw' })} onImport={() => setImporting(true)} />
        {leftOut > 0 ? <p role="alert">{text('region.leftOut', { count: leftOut })}</p> : null}
        <RegionList selected={oid} onSelect={choose} />
      </div>
      <div className="zone-map">
        <PageMap label={text('region.map')} onHost={setHost}>
          <div className="zone-zoom ey-stack ey-gap-8">
            <MapTools host={host} find={findOnMap} />
          </div>
          <PlaceFoot host={host} />
        </PageMap>
      </div>
      <div className="zone-side ey-stack ey-gap-8">
        {mode.kind === 'look' ? (
          selected ? (
            <RegionCard
              key={selected.oid}
              region={selected}
              onEdit={() => setMode({ kind: 'edit', region: selected })}
              onClose={() => choose(null)}
            />
          ) : (
            <AreasPanel />
          )
        ) : (
          <RegionEditor
            key={edited ?? 'new'}
            host={host}
            region={mode.kind === 'edit' ? mode.region : null}
            snaps={snaps}
            onClose={close}
          />
        )}
      </div>
      {importing ? <ImportRegions onClose={() => setImporting(false)} /> : null}
    </div>
  );
}
