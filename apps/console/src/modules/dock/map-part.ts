import { addLiveThings, type MapPart } from '../../platform/map-part.ts';
import { dockNow } from './dock-live.ts';

const layer = 'docks';

/** Docks. Offline ones stay at their last place. */
export const mapPart: MapPart = {
  layer,
  add: (host, { docks }) =>
    addLiveThings(host, layer, (at) =>
      docks().flatMap((record) => {
        const { place, look } = dockNow(record, at);
        if (!place) return [];
        return [{ ...place, id: record.oid, look: look.state, plate: true, label: record.name }];
      }),
    ),
};
