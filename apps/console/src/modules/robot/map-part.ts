import { addLiveThings, type MapPart } from '../../platform/map-part.ts';
import { ageOf, latestOfAll } from '../../platform/telemetry.ts';
import { robotLook } from './robot-style.ts';

const layer = 'robots';

/** Robots, where they were last heard of. */
export const mapPart: MapPart = {
  layer,
  add: (host) =>
    addLiveThings(host, layer, (at) =>
      [...latestOfAll('robotStatus').values()].flatMap((latest) => {
        const { lng, lat, heading, name } = latest.data;
        if (lng === null || lat === null) return [];
        const look = robotLook(latest.data, ageOf(latest, at));
        return [{ id: latest.objectID, lng, lat, heading, look, label: name }];
      }),
    ),
};
