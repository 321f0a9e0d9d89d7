import { trajectoryCalls, type DockStatus, type PlacedKind } from '@eyrie/domain';
import type { MarkerSign } from '@eyrie/map';
import type { PhraseId } from '@eyrie/phrases';
import { call } from '../../platform/http.ts';
import { addLiveThings, type MapPart, type MapScene } from '../../platform/map-part.ts';
import { signOfLevel, worstSign } from '../../platform/alarm-sign.ts';
import { latestOf } from '../../platform/telemetry.ts';
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

/** Alarms of a dock, live or as they were written down; and of its aircraft while that has no marker of its own. */
const signOfDock = (
  { oid, droneOID }: { oid: string; droneOID: string | null },
  status: DockStatus | null,
  { signOf }: MapScene,
): MarkerSign | null => {
  const flying = droneOID !== null && latestOf('droneTelemetry', droneOID)?.data.airborne === true;
  const live = (status?.hms ?? []).map(({ level }) => signOfLevel(level));
  return worstSign([...live, signOf(oid, 'dock'), flying ? null : signOf(oid, 'drone')]);
};

/** Docks. Offline ones stay at their last place. */
export const mapPart: MapPart = {
  layer,
  add: (host, scene) =>
    addLiveThings(host, layer, (at) =>
      scene.docks().flatMap((record) => {
        const { place, look, status } = dockNow(record, at);
        if (!place) return [];
        const sign = signOfDock(record, status, scene);
        return [{ ...place, id: record.oid, look: look.state, plate: true, label: record.name, sign }];
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
