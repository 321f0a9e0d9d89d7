import { trajectoryCalls, type LastPlace, type ScreenMapMode } from '@eyrie/domain';
import { bounds } from '@eyrie/geometry';
import { MapView, proveTilesBy, type MapHost, type ModeChange, type Thing } from '@eyrie/map';
import { signOfLevel, worstSign } from '@eyrie/web/alarm-sign';
import { droneNowOf } from '@eyrie/web/drone-style';
import { addLiveThings } from '@eyrie/web/live-things';
import { useByClock } from '@eyrie/web/clock';
import { labelFont, mapStart, useMapTheme } from '@eyrie/web/map';
import { latestAircraftAll, latestOf, latestOfAll } from '@eyrie/web/telemetry';
import { useText } from '@eyrie/web/text';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useAsked } from '../../platform/asked.ts';
import { sessionProof } from '../../platform/http.ts';
import { monitorOf, monitors } from '../../platform/monitor-link.tsx';
import { useAllowed } from '../../platform/session.ts';
import { AskedAge } from '../../platform/tile.tsx';
import { dockNowOf } from './dock-now.ts';
import { useGround } from './ground.ts';
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
  latestAircraftAll().flatMap((latest) => {
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

/** Whether a thing of the map is an aircraft in the hand of a pilot: it is watched on another page than a dock. */
const isController = (oid: string): boolean =>
  [...latestOfAll('heldDroneTelemetry').values()].some(({ data }) => data.dockOid === oid);

/** Puts docks and aircraft on the map, outside React. */
const useThings = (host: MapHost | null, places: readonly LastPlace[]): void => {
  const shown = useEffectEvent(() => places);
  const may = { docks: useAllowed(monitors.dock), controllers: useAllowed(monitors.remoteController) };
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
    if (!host) return undefined;
    return host.onClick(({ id }) => {
      if (id === null) return;
      const held = isController(id);
      if (!(held ? may.controllers : may.docks)) return;
      window.open(monitorOf(id, held ? monitors.remoteController : monitors.dock), '_blank', 'noopener');
    });
  }, [host, may.docks, may.controllers]);
};

/** Free margin around what is shown first, CSS pixels. */
const margin = 80;

/** Shows every dock or the one whose turn it is, and again whenever there are others: nobody moves the map of a wall. */
const useView = (
  host: MapHost | null,
  places: readonly LastPlace[],
  tour: Pick<LiveMapProps, 'tourEvery' | 'focus'>,
): void => {
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

// A display has no cookie that its browser would send for a tile.
proveTilesBy(sessionProof);

/** How long a wall waits before it tries a globe again that it could not draw, ms: nobody stands before it to do so. */
const globeAgain = 60_000;

/** Draws what the screen was given. @returns why its globe is not drawn; null: it is, or none was wanted */
const useMode = (host: MapHost | null, mapMode: ScreenMapMode): Exclude<ModeChange, 'done'> | null => {
  const [failure, setFailure] = useState<Exclude<ModeChange, 'done'> | null>(null);
  useEffect(() => {
    let wanted = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const bring = (): void =>
      void host?.setMode(mapMode).then((change) => {
        if (!wanted) return;
        setFailure(change === 'done' ? null : change);
        // A server that was away when its files were asked for.
        if (change === 'notLoaded') again = setTimeout(bring, globeAgain);
      });
    bring();
    return () => {
      wanted = false;
      clearTimeout(again);
    };
  }, [host, mapMode]);
  return failure;
};

/**
 * Begins the page anew where the browser takes the graphics from a globe: that is not drawn again, and would show for weeks what was
 * where. Once a minute at most, should it be taken each time. The flat map comes back by itself.
 */
const useGraphicsBack = (host: MapHost | null): void =>
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    const lost = (): void => {
      if (host?.mode() !== '3d') return;
      again ??= setTimeout(() => location.reload(), Math.max(0, globeAgain - performance.now()));
    };
    // It goes to the canvas alone, which the engine makes.
    document.addEventListener('webglcontextlost', lost, true);
    return () => {
      document.removeEventListener('webglcontextlost', lost, true);
      clearTimeout(again);
    };
  }, [host]);

export interface LiveMapProps {
  /** Seconds for each view of the tour; null: all docks, for good. */
  tourEvery: number | null;
  /** Dock with an alarm that is new: it has the map until it no longer is. */
  focus: string | null;
  mapMode: ScreenMapMode;
}

/** Where everything is, live. */
export function LiveMap({ tourEvery, focus, mapMode }: LiveMapProps): ReactNode {
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
  useGround(host);
  const failure = useMode(host, mapMode);
  useGraphicsBack(host);
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
          {failure === null ? null : (
            <p role="status">
              {text(failure === 'noGraphics' ? 'mapTool.globeNoGraphics' : 'mapTool.globeNotLoaded')}
            </p>
          )}
        </div>
      </MapView>
    </section>
  );
}
