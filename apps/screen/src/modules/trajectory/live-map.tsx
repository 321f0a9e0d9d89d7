import { trajectoryCalls, type LastPlace } from '@eyrie/domain';
import { bounds } from '@eyrie/geometry';
import { MapView, type MapHost, type Thing } from '@eyrie/map';
import { signOfLevel, worstSign } from '@eyrie/web/alarm-sign';
import { droneNowOf } from '@eyrie/web/drone-style';
import { addLiveThings } from '@eyrie/web/live-things';
import { useByClock } from '@eyrie/web/clock';
import { labelFont, mapStart, useMapTheme } from '@eyrie/web/map';
import { latestOf, latestOfAll } from '@eyrie/web/telemetry';
import { useText } from '@eyrie/web/text';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { monitorOf } from '../../platform/monitor-link.tsx';
import { useAllowed } from '../../platform/session.ts';
import { AskedAge } from '../../platform/tile.tsx';
import { dockNowOf } from './dock-now.ts';
import { tourView } from './tour.ts';

const none: readonly LastPlace[] = [];
const kinds = ['dock', 'drone'] as const;

const dockThing = (place: LastPlace, at: number): Thing => {
  const { look, lng, lat } = dockNowOf(place, at);
  const levels = latestOf('dockStatus', place.oid)?.data.hms.map(({ level }) => signOfLevel(level)) ?? [];
  return {
    id: place.oid,
    lng,
    lat,
    look: look.state,
    plate: true,
    label: place.name,
    sign: worstSign(levels),
  };
};

/** Aircraft in the air, and where those stand that were lost there. */
const droneThings = (places: readonly LastPlace[], at: number): Thing[] =>
  [...latestOfAll('droneTelemetry').values()].flatMap((latest) => {
    const drone = droneNowOf(latest, at);
    if (!drone?.airborne) return [];
    return [
      {
        id: latest.data.dockOid,
        lng: drone.lng,
        lat: drone.lat,
        look: drone.state,
        heading: drone.head,
        label: places.find(({ oid }) => oid === latest.objectID)?.name ?? '',
        ghost: drone.marker === 'lastKnown',
      },
    ];
  });

/** Puts docks and aircraft on the map, outside React. */
const useThings = (host: MapHost | null, places: readonly LastPlace[]): void => {
  const shown = useEffectEvent(() => places);
  const may = useAllowed('/PortMonitorSee');
  const added = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!host) return undefined;
    const docks = addLiveThings(host, 'docks', (at) =>
      shown()
        .filter(({ kind }) => kind === 'dock')
        .map((place) => dockThing(place, at)),
    );
    const drones = addLiveThings(host, 'drones', (at) => droneThings(shown(), at));
    added.current = () => {
      docks.redraw();
      drones.redraw();
    };
    return () => {
      added.current = null;
      drones.dispose();
      docks.dispose();
    };
  }, [host]);
  useEffect(() => added.current?.(), [host, places]);
  useEffect(() => {
    if (!host || !may) return undefined;
    return host.onClick(({ id }) => {
      if (id !== null) window.open(monitorOf(id), '_blank', 'noopener');
    });
  }, [host, may]);
};

/** Free margin around what is shown first, CSS pixels. */
const margin = 80;

/** Shows every dock or the one whose turn it is, and again whenever there are others: nobody moves the map of a wall. */
const useView = (host: MapHost | null, places: readonly LastPlace[], tour: LiveMapProps): void => {
  const docks = places.filter(({ kind }) => kind === 'dock');
  const oids = docks.map(({ oid }) => oid);
  const which = oids.join(' ');
  const shown = useByClock((at) => tourView(oids, tour.tourEvery, at, tour.focus) ?? '');
  const fit = useEffectEvent(() => {
    const one = docks.filter(({ oid }) => oid === shown);
    host?.fit(bounds(one.length > 0 ? one : docks), { padding: margin, maxZoom: 14 });
  });
  useEffect(() => {
    if (host && which !== '') fit();
  }, [host, which, shown]);
};

export interface LiveMapProps {
  /** Seconds for each view of the tour; null: all docks, for good. */
  tourEvery: number | null;
  /** Dock with an alarm that is new: it has the map until it no longer is. */
  focus: string | null;
}

/** Where everything is, live. */
export function LiveMap({ tourEvery, focus }: LiveMapProps): ReactNode {
  const text = useText();
  const theme = useMapTheme();
  const [start] = useState(mapStart);
  const [host, setHost] = useState<MapHost | null>(null);
  const asked = useAsked(
    trajectoryCalls.places,
    () => ({ kinds: [...kinds] }),
    ({ name, time }) => (name === 'organisationChange' ? `${time}` : null),
  );
  const places = asked.answer?.list ?? none;
  useThings(host, places);
  useView(host, places, { tourEvery, focus });
  return (
    <section className="tile tile-map" aria-label={text('cockpit.map')}>
      <MapView
        {...start}
        theme={theme}
        labelFont={labelFont}
        label={text('mapLayer.label')}
        noGraphics={text('mapLayer.noGraphics')}
        onHost={setHost}
      >
        <div className="map-age">
          <AskedAge {...asked} />
        </div>
      </MapView>
    </section>
  );
}
