import { limits, sharedFilePath, sharedTilePath, type SharedScene, type SharedView } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { flights, routeLineOf } from '../flight/index.ts';
import { drawnLayersOf } from '../layer/index.ts';
import { drawnRegionsOf } from '../region/index.ts';
import { countViewers, docksOf, lastPoints, pointsAfter, type OpenShare } from './map-share.store.ts';

/** ms for which the last place of an aircraft that fell silent is shown, with its age. */
const droneFor = 600_000;
/** Rows of a flight that are read in one question. */
const rowsMost = 20_000;

const flightOf = (share: OpenShare, db: DbOrTrx) => {
  const { groupRoot, groupOID, createdBy: memberOID } = share;
  return share.flightOID === null
    ? Promise.resolve(undefined)
    : flights.byOid(db, { caller: { groupRoot, groupOID, memberOID } }, share.flightOID);
};

/** Every n-th, and always the last, so that no more than `most` remain. */
export const thinned = <T>(list: readonly T[], most: number): T[] => {
  const step = Math.ceil(list.length / most);
  return step <= 1 ? [...list] : list.filter((_, index) => index % step === 0 || index === list.length - 1);
};

/** Layers of a share by their place in it, without our oids. */
async function layersOf(db: DbOrTrx, share: OpenShare): Promise<SharedScene['layers']> {
  const { groupRoot, groupOID, createdBy: memberOID } = share;
  const layers = await drawnLayersOf(db, { groupRoot, groupOID, memberOID }, share.layerOIDs);
  return layers.map(({ oid, url, ...drawn }) => {
    const id = share.layerOIDs.indexOf(oid);
    const path = url.includes('{z}') ? sharedTilePath : sharedFilePath.replace('{name}', '0');
    return { ...drawn, id, url: path.replace('{layer}', String(id)) };
  });
}

/** What of a share stands still. */
export async function sceneOf(db: DbOrTrx, share: OpenShare): Promise<SharedScene> {
  const [regions, layers, flight] = await Promise.all([
    drawnRegionsOf(db, share, share.regionOIDs),
    layersOf(db, share),
    flightOf(share, db),
  ]);
  const line = flight ? await routeLineOf(db, flight.oid) : null;
  return {
    // Without the oids of region and department.
    regions: regions.map(({ oid: _oid, groupOID: _group, ...drawn }) => drawn),
    layers,
    route: line ? thinned(line.path, limits.mapShare.linePoints).map(({ lng, lat }) => [lng, lat]) : null,
  };
}

async function flightNow(db: DbOrTrx, share: OpenShare, since: number): Promise<SharedView['flight']> {
  const flight = await flightOf(share, db);
  if (!flight) return null;
  const points = await pointsAfter(db, flight.oid, new Date(since), rowsMost);
  return {
    state: flight.state,
    percent: flight.percent,
    flown: thinned(points, limits.mapShare.linePoints).map(({ lng, lat, height }) => [
      lng ?? 0,
      lat ?? 0,
      height,
    ]),
    until: points.at(-1)?.at.getTime() ?? (since > 0 ? since : null),
  };
}

/** Where everything of a share is now. Docks that left the scope of the share are no longer in it. */
export async function viewOf(db: DbOrTrx, share: OpenShare, at: number, since: number): Promise<SharedView> {
  const docks = await docksOf(db, share, share.dockOIDs);
  const drones = new Map(docks.flatMap((dock) => (dock.droneOID ? [[dock.droneOID, dock] as const] : [])));
  const [points, flight, viewers] = await Promise.all([
    lastPoints(db, [...drones.keys()], new Date(at - droneFor)),
    flightNow(db, share, since),
    countViewers(db, share.oid, new Date(at - limits.mapShare.viewerFor)),
  ]);
  // The place in the share, so that no oid of ours goes out.
  const number = new Map(share.dockOIDs.map((oid, index) => [oid, index]));
  return {
    viewers,
    docks: docks.map(({ oid, name, online, lng, lat, lastSeenAt }) => {
      const ageMs = lastSeenAt ? Math.max(0, at - lastSeenAt.getTime()) : null;
      return {
        id: number.get(oid) ?? 0,
        name,
        // A gateway that died wrote nothing more: silence is no life.
        online: online === true && ageMs !== null && ageMs < limits.dock.offlineAfter,
        lng,
        lat,
        ageMs,
      };
    }),
    drones: points.map((point) => {
      const dock = drones.get(point.drone_oid);
      return {
        id: number.get(dock?.oid ?? '') ?? 0,
        name: dock?.droneName ?? '',
        lng: point.lng,
        lat: point.lat,
        height: point.height,
        elevation: point.elevation,
        head: point.head,
        speed: point.speed_h,
        percent: point.percent,
        ageMs: Math.max(0, Math.round(at - point.at.getTime())),
      };
    }),
    flight,
  };
}
