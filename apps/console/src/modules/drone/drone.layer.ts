import { distance, type Place } from '@eyrie/geometry';
import type { MapHost } from '@eyrie/map';
import { now } from '../../platform/clock.ts';
import { latestOfAll, subscribeTelemetry } from '../../platform/telemetry.ts';
import { droneNowOf } from './drone-style.ts';

export const droneLayerId = 'drones';

/** Ages change the look even when nothing comes in. */
const tick = 1000;
/** Metres. A resting aircraft this near to its dock is inside it or on it; its dock's marker speaks for both. */
const atDock = 20;

export interface DroneLayerOptions {
  /** Name of an aircraft on the map, given the dock it belongs to. */
  label: (dockOID: string) => string;
  /** Where a dock stands, if known. */
  placeOfDock: (dockOID: string) => Place | null;
}

export interface DroneLayer {
  redraw(): void;
  dispose(): void;
}

/** Draws the aircraft behind the docks from the live values, outside React: heading in the air, last known place after. */
export const startDroneLayer = (host: MapHost, options: DroneLayerOptions): DroneLayer => {
  const layer = host.addThings(droneLayerId, []);
  const draw = () => {
    const at = now();
    layer.set(
      [...latestOfAll('droneTelemetry').values()].flatMap((latest) => {
        const drone = droneNowOf(latest, at);
        if (!drone) return [];
        const home = options.placeOfDock(latest.data.dockOid);
        if (!drone.airborne && home && distance(home, drone) < atDock) return [];
        return [
          {
            id: latest.data.dockOid,
            lng: drone.lng,
            lat: drone.lat,
            look: drone.state,
            heading: drone.head,
            label: options.label(latest.data.dockOid),
          },
        ];
      }),
    );
  };
  const stop = subscribeTelemetry(draw);
  const timer = setInterval(draw, tick);
  draw();
  return {
    redraw: draw,
    dispose: () => {
      stop();
      clearInterval(timer);
      layer.dispose();
    },
  };
};
