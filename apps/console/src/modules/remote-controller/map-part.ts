import { linkLevel } from '@eyrie/domain';
import { addLiveThings, type MapPart } from '../../platform/map-part.ts';
import { ageOf, latestOfAll } from '../../platform/telemetry.ts';

const layer = 'controllers';

/** Remote controllers, where they said last that they are. Offline ones stay at their last place. */
export const mapPart: MapPart = {
  layer,
  add: (host) =>
    addLiveThings(host, layer, (at) =>
      [...latestOfAll('controllerState').values()].flatMap((latest) => {
        const { lng, lat, online } = latest.data;
        if (lng === null || lat === null) return [];
        const old = linkLevel(ageOf(latest, at)) !== 'live';
        const look = online ? (old ? ('attention' as const) : ('live' as const)) : ('offline' as const);
        return [{ id: latest.objectID, lng, lat, look, badge: 'RC' }];
      }),
    ),
};
