import { trajectoryCalls, type PlacedKind } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { call } from '../../platform/http.ts';
import { addLiveThings, type MapPart } from '../../platform/map-part.ts';
import { dockNow } from './dock-live.ts';

const layer = 'docks';

/** Devices that are offered for a name. */
const offered = 8;

const kindNames: Readonly<Record<PlacedKind, PhraseId>> = {
  dock: 'trajectory.kind.dock',
  drone: 'trajectory.kind.drone',
  remoteController: 'trajectory.kind.remoteController',
  robot: 'trajectory.kind.robot',
};

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
  find: async (keyword, signal) => {
    const { list } = await call(trajectoryCalls.places, { keyword }, { signal, toast: false });
    return list.slice(0, offered).map(({ oid, name, kind, lng, lat }) => ({
      id: oid,
      name,
      kind: kindNames[kind],
      where: () => Promise.resolve({ lng, lat }),
    }));
  },
};
