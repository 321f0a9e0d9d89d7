import type { DockRecord } from '@eyrie/domain';
import { bounds } from '@eyrie/geometry';
import { MapView, type MapHost } from '@eyrie/map';
import { EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { findOnMap, useMapParts } from '../../map-parts.ts';
import { DockCard, DockList, dockNow, useDocks } from '../../modules/dock/index.ts';
import { NamedAlarms } from '../../modules/device-health/index.ts';
import { DroneFacts } from '../../modules/drone/index.ts';
import { LayerControl } from '../../modules/layer/index.ts';
import { OtherDeviceCard, OtherDevices, usePlaces, type SeenPlace } from '../../modules/trajectory/index.ts';
import { OutsideFacts, WindNote } from '../../modules/weather/index.ts';
import { now } from '../../platform/clock.ts';
import { labelFont, mapStart, useMapTheme } from '../../platform/map.ts';
import { MapTools, PlaceFoot } from '../../platform/map-tools.tsx';
import { FloatingPanel } from '../../platform/floating-panel.tsx';
import { useText } from '../../platform/text.tsx';
import { DataAge } from './data-age.tsx';
import { DeviceFilter, shownDocks, type Shown } from './device-filter.tsx';
import { EndTools } from './end-tools.tsx';
import { FlownRoute } from './flown-route.ts';
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

function ShowAll({ host, docks }: { host: MapHost | null; docks: readonly DockRecord[] }): ReactNode {
  const text = useText();
  return (
    <button
      type="button"
      className="device-fit ey-panel"
      onClick={() => host?.fit(bounds(placesOf(docks)), { padding: between, maxZoom: 15, animate: true })}
    >
      {text('mapLayer.fitAll')}
    </button>
  );
}

/** Zoom at which a dock is seen with what stands around it. */
const near = 15;
const noPlaces: readonly SeenPlace[] = [];
const placedKinds = ['remoteController', 'robot', 'drone'] as const;

/** The selection of list and map, kept in the address: a dock, or another device. */
const useSelection = (host: MapHost | null, docks: readonly DockRecord[], others: readonly SeenPlace[]) => {
  const [query, setQuery] = useSearchParams();
  const dock = docks.find(({ oid }) => oid === query.get('dock')) ?? null;
  const other = others.find(({ oid }) => oid === query.get('device')) ?? null;
  const choose = (oid: string | null): void => {
    const chosen = docks.find((each) => each.oid === oid);
    const device = others.find((each) => each.oid === oid);
    setQuery(oid === null ? {} : device ? { device: oid } : { dock: oid }, { replace: true });
    const place = chosen ? dockNow(chosen, now()).place : (device ?? null);
    if (host && place)
      host.setCamera(
        { lng: place.lng, lat: place.lat, zoom: Math.max(host.camera().zoom, near) },
        { animate: true },
      );
  };
  return { dock, other, oid: dock?.oid ?? other?.oid ?? null, choose };
};

interface ChosenProps {
  host: MapHost | null;
  dock: DockRecord | null;
  other: SeenPlace | null;
  /** Last known places of aircraft. */
  drones: readonly SeenPlace[];
  onClose: () => void;
}

/** The card of what is selected. */
function Chosen({ host, dock, other, drones, onClose }: ChosenProps): ReactNode {
  if (dock) {
    const { place } = dockNow(dock, now());
    return (
      <div className="device-card ey-panel">
        <FlownRoute host={host} dockOID={dock.oid} droneOID={dock.droneOID} />
        <DockCard key={dock.oid} dock={dock} onClose={onClose} alarms={<NamedAlarms dockOID={dock.oid} />}>
          <DroneFacts droneOID={dock.droneOID} last={drones.find(({ oid }) => oid === dock.droneOID)} />
          {place ? <OutsideFacts place={place} /> : null}
        </DockCard>
      </div>
    );
  }
  return other ? (
    <div className="device-card ey-panel">
      <OtherDeviceCard device={other} onClose={onClose} />
    </div>
  ) : null;
}

/** Where everything stands: docks, aircraft, controllers and robots on the map, live, with the way to each one's monitor. */
export default function DeviceAllPage(): ReactNode {
  const text = useText();
  const theme = useMapTheme();
  const [start] = useState(mapStart);
  const [host, setHost] = useState<MapHost | null>(null);
  const [shown, setShown] = useState<Shown>({ kind: 'all', online: 'all' });
  const answer = useDocks();
  const { data: docks = none } = answer;
  const { data: places = noPlaces } = usePlaces(placedKinds);
  const others = useMemo(() => places.filter(({ kind }) => kind !== 'drone'), [places]);
  const { dock: selected, other, oid, choose } = useSelection(host, docks, others);
  useFirstView(host, docks, selected);
  useMapParts(host, docks, { oid, choose });
  const listed = shownDocks(docks, shown);
  // An aircraft is chosen by its dock; a region is only looked at.
  const chooseFound = (found: string): void => {
    const dock = docks.find((each) => each.oid === found || each.droneOID === found);
    const device = dock?.oid ?? others.find((each) => each.oid === found)?.oid;
    if (device !== undefined) choose(device);
  };

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
          <DeviceFilter shown={shown} onChange={setShown} />
          {shown.kind === 'all' || shown.kind === 'dock' ? (
            <Loaded state={loadStateOf(answer)}>
              {() =>
                docks.length === 0 ? (
                  <EmptyPage sentence={text('dock.none')} />
                ) : (
                  <DockList docks={listed} selected={selected?.oid ?? null} onSelect={choose} />
                )
              }
            </Loaded>
          ) : null}
          <OtherDevices
            devices={others.filter(
              ({ kind, online }) =>
                (shown.kind === 'all' || shown.kind === kind) &&
                (shown.online === 'all' || (shown.online === 'online') === online),
            )}
            selected={oid}
            onSelect={choose}
          />
        </FloatingPanel>
        <div className="device-view ey-stack ey-gap-8">
          <MapTools host={host} find={findOnMap} onFound={chooseFound} />
        </div>
        <div className="device-end ey-stack ey-gap-8">
          <EndTools host={host} onChoose={choose}>
            <ShowAll host={host} docks={docks} />
          </EndTools>
          <div className="device-layers">
            <FloatingPanel edge="end" title={text('layer.control')} folded>
              <LayerControl host={host} />
            </FloatingPanel>
          </div>
          <Chosen host={host} dock={selected} other={other} drones={places} onClose={() => choose(null)} />
        </div>
        <PlaceFoot host={host}>
          <WindNote />
          {/* Of docks that could not be asked for there is no count. */}
          {answer.data ? <DataAge docks={docks} /> : null}
        </PlaceFoot>
      </MapView>
    </main>
  );
}
