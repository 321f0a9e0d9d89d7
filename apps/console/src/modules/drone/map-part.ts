import { distance } from '@eyrie/geometry';
import { addLiveThings, type MapPart } from '../../platform/map-part.ts';
import { latestOfAll, type Latest } from '../../platform/telemetry.ts';
import { droneNowOf } from './drone-style.ts';

const layer = 'drones';

/** Metres. A resting aircraft this near to its dock is inside it or on it; its dock's marker speaks for both. */
const atDock = 20;

/** Every aircraft once, by its newest word: behind a dock, or in the hand of a pilot. */
const aircraft = (): Latest<'droneTelemetry'>[] => {
  const newest = new Map<string, Latest<'droneTelemetry'>>(latestOfAll('droneTelemetry'));
  for (const [oid, held] of latestOfAll('heldDroneTelemetry')) {
    const docked = newest.get(oid);
    if (!docked || (held.data.online && !docked.data.online) || held.receivedAt > docked.receivedAt)
      newest.set(oid, { ...held, data: held.data });
  }
  return [...newest.values()];
};

/** The aircraft behind the docks: heading in the air, last known place after. What is selected is the dock. */
export const mapPart: MapPart = {
  layer,
  add: (host, { docks, placeOf }) => {
    const { redraw, dispose } = addLiveThings(host, layer, (at) =>
      aircraft().flatMap((latest) => {
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
            label: dock?.droneName ?? '',
          },
        ];
      }),
    );
    return { redraw, dispose };
  },
};
