import { trajectoryCalls, type DockRecord } from '@eyrie/domain';
import { distance } from '@eyrie/geometry';
import type { Line, MapHost, Polygon, Thing } from '@eyrie/map';
import { shownZone, useDisplay } from '../../platform/display.ts';
import { shortTime } from '../../platform/format.ts';
import { call } from '../../platform/http.ts';
import { addLiveThings, drawLive, type MapPart, type MapScene } from '../../platform/map-part.ts';
import { now } from '../../platform/clock.ts';
import { ageNow } from '../../platform/text.tsx';
import { lastKnownDrone, latestAircraftAll, type Latest } from '../../platform/telemetry.ts';
import { droneNowOf, type DroneNow } from './drone-style.ts';
import { askPlaces } from './ask-places.ts';
import { atDock, ghostsOf, type KnownPlaces } from './ghosts.ts';
import { viewsOf } from './drone-view.ts';
import { createTrails, trailLength } from './trails.ts';

const layer = 'drones';

/** Aircraft whose way and view are drawn at once: each costs a question and rays. */
const followed = 20;

/** An aircraft that is only known from before says when that was. */
const labelOf = (dock: DockRecord | undefined, drone: DroneNow): string => {
  const name = dock?.droneName ?? '';
  const known = drone.marker === 'lastKnown' ? lastKnownDrone(drone.oid) : null;
  return known ? `${name} ${shortTime(known.time, 'en-GB', shownZone(useDisplay.getState()))}`.trim() : name;
};

/** Ghosts of aircraft that went offline before this page was opened. */
const ghostsNow = (
  known: KnownPlaces,
  drawn: readonly string[],
  { docks, placeOf }: MapScene,
  at: number,
): Thing[] => {
  const shown = new Map(docks().map((dock) => [dock.oid, dock]));
  const homeOf = (oid: string) => {
    const dock = shown.get(oid);
    return dock ? placeOf(dock) : null;
  };
  // A map of one dock shows the aircraft of that dock.
  const list = known.list.filter(({ linkOID }) => shown.has(linkOID));
  return ghostsOf({ ...known, list }, { at, drawn: new Set(drawn), homeOf, ageText: ageNow });
};

const thingOf = (
  latest: Latest<'droneTelemetry'>,
  { docks, placeOf, signOf }: MapScene,
  at: number,
): Thing[] => {
  const drone = droneNowOf(latest, at);
  if (!drone) return [];
  const dock = docks().find(({ oid }) => oid === latest.data.dockOid);
  const home = dock ? placeOf(dock) : null;
  if (!drone.airborne && home && distance(home, drone) < atDock) return [];
  return [
    {
      id: latest.data.dockOid,
      lng: drone.lng,
      lat: drone.lat,
      look: drone.state,
      heading: drone.head,
      label: labelOf(dock, drone),
      height: latest.data.height,
      stalk: drone.airborne && latest.data.height !== null,
      ghost: drone.marker === 'lastKnown',
      sign: signOf(latest.data.dockOid, 'drone'),
    },
  ];
};

/** A thermal view lies within the wide one: its edge alone sets it apart. */
const viewLook = {
  wide: { tone: 'accent', fill: 0.15 },
  zoom: { tone: 'accent', fill: 0.15 },
  thermal: { tone: 'attention', fill: 0 },
} as const;

/** Ways, views and homes of the aircraft in the air. */
const addAirborne = (host: MapHost): { dispose(): void } => {
  const trails = createTrails();
  const lines = host.addLines('drone-trails', []);
  const views = host.addPolygons('drone-views', []);
  const homes = host.addThings('drone-homes', []);
  let stopped = false;

  const ask = async (oid: string, to: number): Promise<void> => {
    const span = {
      deviceOID: oid,
      from: Math.max(0, to - trailLength),
      to: to + 1_000,
      most: 300,
      tolerance: 1,
    };
    // Who may not read it sees the way from now on.
    const found = await call(trajectoryCalls.search, span, { toast: false }).catch(() => null);
    if (found && !stopped) trails.join(oid, found.points);
  };

  const follow = (latest: Latest<'droneTelemetry'>): void => {
    const { lng, lat, height } = latest.data;
    if (lng === null || lat === null) return;
    if (!trails.has(latest.objectID)) void ask(latest.objectID, Math.round(latest.time));
    trails.record(latest.objectID, { at: latest.time, lng, lat, height });
  };

  const draw = (): void => {
    const at = now();
    const drawnLines: Line[] = [];
    const drawnViews: Polygon[] = [];
    const drawnHomes: Thing[] = [];
    for (const latest of latestAircraftAll()) {
      const { objectID: oid, data } = latest;
      const drone = droneNowOf(latest, at);
      if (!drone?.airborne) trails.forget(oid);
      if (!drone?.airborne || drawnHomes.length >= followed) continue;
      if (data.online) follow(latest);
      const tone = drone.marker === 'live' ? ('accent' as const) : ('muted' as const);
      trails
        .lines(oid)
        .forEach((path, index) => drawnLines.push({ id: `${oid} ${index}`, path, tone, width: 2 }));
      // What an aircraft looked at a while ago is no view of now.
      if (drone.marker === 'live')
        viewsOf(data, (place) => host.groundHeight(place)).forEach(({ lens, ring }) =>
          drawnViews.push({ id: `${oid} ${lens}`, rings: [ring], ...viewLook[lens] }),
        );
      if (data.homeLng !== null && data.homeLat !== null)
        drawnHomes.push({ id: oid, lng: data.homeLng, lat: data.homeLat, look: 'live', badge: 'H' });
    }
    lines.set(drawnLines);
    views.set(drawnViews);
    homes.set(drawnHomes);
  };
  const stop = drawLive(draw);
  return {
    dispose: () => {
      stopped = true;
      stop();
      homes.dispose();
      views.dispose();
      lines.dispose();
    },
  };
};

/** The aircraft behind the docks: heading in the air, last known place after. What is selected is the dock. */
export const mapPart: MapPart = {
  layer,
  add: (host, scene) => {
    const airborne = addAirborne(host);
    let known: KnownPlaces = { list: [], receivedAt: 0 };
    const { redraw, dispose } = addLiveThings(host, layer, (at) => {
      const heard = latestAircraftAll();
      const drawn = heard.flatMap((latest) => thingOf(latest, scene, at));
      // What is online needs no ghost, also where its own place is that of its dock.
      const online = heard.filter(({ data }) => data.online).map(({ data }) => data.dockOid);
      return [...drawn, ...ghostsNow(known, [...drawn.map(({ id }) => id), ...online], scene, at)];
    });
    const stopAsking = askPlaces(now, (places) => {
      known = places;
      redraw();
    });
    return {
      redraw,
      dispose: () => {
        stopAsking();
        dispose();
        airborne.dispose();
      },
    };
  },
};
