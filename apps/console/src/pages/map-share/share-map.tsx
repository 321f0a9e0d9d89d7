import type { OpenedShare, SharedScene } from '@eyrie/domain';
import { bounds, type Place } from '@eyrie/geometry';
import { MapView, type MapHost, type Thing } from '@eyrie/map';
import { StateShape } from '@eyrie/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { addRegionLayers, drawingsOf, type RegionDrawing } from '../../modules/region/index.ts';
import { now } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { labelFont, mapStart, useMapTheme } from '../../platform/map.ts';
import { ModeSwitch, PlaceFoot, ZoomButtons } from '../../platform/map-tools.tsx';
import { serverMoment } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { has3D, useSharedLayers } from './share-layers.ts';
import { useWatched, type Watched } from './share-questions.ts';

/** ms: a place older than that is a last-known one. */
const freshFor = 10_000;

const placeOf = ([lng = 0, lat = 0]: readonly (number | null)[]): Place => ({ lng: lng ?? 0, lat: lat ?? 0 });

/** Regions carry no oid in a share: their place among the others tells them apart. */
const drawnOf = ({ regions }: SharedScene): RegionDrawing =>
  drawingsOf(
    regions.map((region, index) => ({ ...region, oid: String(index), groupOID: '' })),
    serverMoment(now()),
  );
const placesOf = ({ polygons, lines, signs }: RegionDrawing): Place[] => [
  ...polygons.flatMap(({ rings }) => rings.flat()),
  ...lines.flatMap(({ path }) => path),
  ...signs,
];

const docksOf = ({ view }: Watched): Thing[] =>
  (view?.docks ?? []).flatMap(({ id, name, online, lng, lat }) =>
    lng === null || lat === null
      ? []
      : [{ id: String(id), lng, lat, look: online ? 'live' : 'offline', plate: true, label: name }],
  );
const dronesOf = ({ view }: Watched): Thing[] =>
  (view?.drones ?? []).map(({ id, name, lng, lat, height, head, ageMs }) => ({
    id: String(id),
    lng,
    lat,
    height,
    heading: head,
    look: ageMs < freshFor ? 'working' : 'offline',
    stalk: true,
    ghost: ageMs >= freshFor,
    label: name,
  }));

/** Everything of a share on a map that runs: what stands still once, what moves as it comes. */
const useShareLayers = (host: MapHost | null, watched: Watched): void => {
  const layers = useRef<{
    regions: ReturnType<typeof addRegionLayers>;
    lines: ReturnType<MapHost['addLines']>;
    docks: ReturnType<MapHost['addThings']>;
    drones: ReturnType<MapHost['addThings']>;
  } | null>(null);
  useEffect(() => {
    if (!host) return undefined;
    const added = {
      regions: addRegionLayers(host, 'regions'),
      lines: host.addLines('lines', []),
      docks: host.addThings('docks', []),
      drones: host.addThings('drones', []),
    };
    layers.current = added;
    return () => {
      for (const layer of Object.values(added)) layer.dispose();
      layers.current = null;
    };
  }, [host]);
  const { scene, flown } = watched;
  useEffect(() => {
    if (scene) layers.current?.regions.set(drawnOf(scene));
  }, [host, scene]);
  useEffect(() => {
    layers.current?.lines.set([
      { id: 'route', path: scene?.route?.map(placeOf) ?? [], tone: 'muted', dashed: true },
      { id: 'flown', path: flown.map(placeOf), tone: 'good' },
    ]);
  }, [host, scene, flown]);
  useEffect(() => {
    layers.current?.docks.set(docksOf(watched));
    layers.current?.drones.set(dronesOf(watched));
  }, [host, watched]);
};

/** Shows all of it once; the eye belongs to the person from then on. */
const useFirstView = (host: MapHost | null, { scene, view }: Watched): void => {
  const shown = useRef<MapHost | null>(null);
  useEffect(() => {
    if (!host || shown.current === host || !scene || !view) return;
    const places = [
      ...docksOf({ scene, view, flown: [], lost: false }),
      ...view.drones,
      ...(scene.route ?? []).map(placeOf),
      ...placesOf(drawnOf(scene)),
      ...scene.layers.flatMap(({ bounds: box }) =>
        box
          ? [
              { lng: box.west, lat: box.south },
              { lng: box.east, lat: box.north },
            ]
          : [],
      ),
    ];
    host.fit(bounds(places), { padding: 48, maxZoom: 16 });
    shown.current = host;
  }, [host, scene, view]);
};

/** What the map shows, as a list: for those who do not see it, and with the age of each word. */
function Things({ watched: { view } }: { watched: Watched }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (!view) return null;
  return (
    <ul className="share-things" aria-label={text('mapShare.view.things')}>
      {view.docks.map(({ id, name, online, ageMs }) => (
        <li key={`dock ${id}`}>
          <StateShape state={online ? 'live' : 'offline'} />
          <bdi>{name}</bdi>
          <small>
            {text(online ? 'mapShare.view.online' : 'mapShare.view.offline')}
            {online ? null : ` · ${ageMs === null ? text('mapShare.view.never') : figures.age(ageMs)}`}
          </small>
        </li>
      ))}
      {view.drones.map(({ id, name, elevation, speed, percent, ageMs }) => (
        <li key={`drone ${id}`}>
          <StateShape state={ageMs < freshFor ? 'working' : 'offline'} />
          <bdi>{name}</bdi>
          <small>
            {figures.height(elevation)} · {figures.speed(speed)} · {figures.amount(percent, '%')} ·{' '}
            {figures.age(ageMs)}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** A shared map as its outsiders see it: nothing can be changed by it. */
export function ShareMap({ opened, onGone }: { opened: OpenedShare; onGone: () => void }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const theme = useMapTheme();
  const [start] = useState(mapStart);
  const [host, setHost] = useState<MapHost | null>(null);
  const watched = useWatched(opened.ticket, onGone);
  useShareLayers(host, watched);
  useSharedLayers(host, watched.scene, opened.ticket);
  useFirstView(host, watched);
  return (
    <div className="share-map">
      <MapView
        camera={start.camera}
        minZoom={start.minZoom}
        maxZoom={start.maxZoom}
        basemap={start.basemap}
        theme={theme}
        labelFont={labelFont}
        label={text('mapShare.view.map')}
        noGraphics={text('mapLayer.noGraphics')}
        onHost={setHost}
      >
        <section className="share-panel ey-panel">
          <h2>
            <bdi>{opened.name}</bdi>
          </h2>
          <p>
            {text('mapShare.view.until', { time: figures.time(opened.expiresAt) })}
            {watched.view ? ` · ${text('mapShare.view.viewers', { count: watched.view.viewers })}` : null}
          </p>
          {watched.lost ? (
            <p className="share-lost" role="alert">
              {text('mapShare.view.lost')}
            </p>
          ) : null}
          <Things watched={watched} />
        </section>
        <div className="share-tools">
          {has3D(watched.scene) ? <ModeSwitch host={host} /> : null}
          <ZoomButtons host={host} />
        </div>
        <PlaceFoot host={host} />
      </MapView>
    </div>
  );
}
