import type { DockRecord } from '@eyrie/domain';
import { bounds } from '@eyrie/geometry';
import { MapView, type MapHost } from '@eyrie/map';
import { EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useMapParts } from '../../map-parts.ts';
import { DockCard, DockList, dockNow, useDocks } from '../../modules/dock/index.ts';
import { DroneFacts } from '../../modules/drone/index.ts';
import { now } from '../../platform/clock.ts';
import { labelFont, mapStart, useMapTheme } from '../../platform/map.ts';
import { MapTools, PlaceFoot } from '../../platform/map-tools.tsx';
import { useText } from '../../platform/text.tsx';
import { DataAge } from './data-age.tsx';
import { FloatingPanel } from './floating-panel.tsx';
import './device-all.css';

const none: readonly DockRecord[] = [];

/** Room the floating panels take, so that a fitted view lies between them. */
const between = { top: 64, bottom: 64, left: 360, right: 360 };

const placesOf = (docks: readonly DockRecord[]) => {
  const at = now();
  return docks.flatMap((dock) => dockNow(dock, at).place ?? []);
};

/** Shows every dock once, when map and docks are there; the eye belongs to the person from then on. */
const useFirstView = (
  host: MapHost | null,
  docks: readonly DockRecord[],
  selected: DockRecord | null,
): void => {
  const shown = useRef<MapHost | null>(null);
  useEffect(() => {
    if (!host || shown.current === host || docks.length === 0) return;
    host.fit(bounds(placesOf(selected ? [selected] : docks)), { padding: between, maxZoom: 15 });
    shown.current = host;
  }, [host, docks, selected]);
};

function ViewTools({ host, docks }: { host: MapHost | null; docks: readonly DockRecord[] }): ReactNode {
  const text = useText();
  return (
    <>
      <MapTools host={host} />
      <button
        type="button"
        className="device-fit"
        onClick={() => host?.fit(bounds(placesOf(docks)), { padding: between, maxZoom: 15, animate: true })}
      >
        {text('mapLayer.fitAll')}
      </button>
    </>
  );
}

/** Where everything stands: docks and aircraft on the map, live, with the way to each dock's monitor. */
export default function DeviceAllPage(): ReactNode {
  const text = useText();
  const theme = useMapTheme();
  const [start] = useState(mapStart);
  const [host, setHost] = useState<MapHost | null>(null);
  const [query, setQuery] = useSearchParams();
  const answer = useDocks();
  const { data: docks = none } = answer;
  const selected = docks.find((dock) => dock.oid === query.get('dock')) ?? null;

  const choose = (oid: string | null): void => {
    setQuery(oid === null ? {} : { dock: oid }, { replace: true });
    const dock = docks.find((each) => each.oid === oid);
    const place = dock ? dockNow(dock, now()).place : null;
    if (host && place && !host.project(place)) host.setCamera(place, { animate: true });
  };
  useFirstView(host, docks, selected);
  useMapParts(host, docks, { oid: selected?.oid ?? null, choose });

  return (
    <main className="device-all">
      <h1 className="ey-hidden">{text('dock.title')}</h1>
      <MapView
        camera={start.camera}
        basemap={start.basemap}
        minZoom={start.minZoom}
        maxZoom={start.maxZoom}
        theme={theme}
        labelFont={labelFont}
        label={text('mapLayer.label')}
        noGraphics={text('mapLayer.noGraphics')}
        onHost={setHost}
      >
        <FloatingPanel edge="start" title={text('dock.list')}>
          <Loaded state={loadStateOf(answer)}>
            {() =>
              docks.length === 0 ? (
                <EmptyPage sentence={text('dock.none')} />
              ) : (
                <DockList docks={docks} selected={selected?.oid ?? null} onSelect={choose} />
              )
            }
          </Loaded>
        </FloatingPanel>
        <div className="device-end">
          <ViewTools host={host} docks={docks} />
          {selected ? (
            <div className="device-card">
              <DockCard key={selected.oid} dock={selected} onClose={() => choose(null)}>
                <DroneFacts droneOID={selected.droneOID} />
              </DockCard>
            </div>
          ) : null}
        </div>
        <PlaceFoot host={host}>
          {/* Of docks that could not be asked for there is no count. */}
          {answer.data ? <DataAge docks={docks} /> : null}
        </PlaceFoot>
      </MapView>
    </main>
  );
}
