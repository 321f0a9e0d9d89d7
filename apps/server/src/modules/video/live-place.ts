import { limits } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { trackOf } from '../trajectory/index.ts';
import { flightWithin, placeOfDock } from './video.store.ts';

const { placeWithin } = limits.snapshot;

/** What is known of a dock, a controller or a robot and its aircraft. */
interface PlacedDock {
  oid: string;
  droneOID: string | null;
}

/** Where the camera of a picture was at a moment, and by which report. */
interface LivePlace {
  lng: number | null;
  lat: number | null;
  absoluteAltitude: number | null;
  relativeAltitude: number | null;
  gimbalYaw: number | null;
  gimbalPitch: number | null;
  /** Between the moment and the report, ms; null: there is none. */
  age: number | null;
  flightOID: string | null;
}

/** Of an aircraft in that time: at ten a second, the most that they send, half as many come. */
const reportsMost = 120;

const nowhere: LivePlace = {
  lng: null,
  lat: null,
  absoluteAltitude: null,
  relativeAltitude: null,
  gimbalYaw: null,
  gimbalPitch: null,
  age: null,
  flightOID: null,
};

/** What an aircraft reported nearest to a moment: one in its dock, or whose reports stay away, is nowhere. */
const placeOfDrone = async (db: DbOrTrx, dock: PlacedDock, at: number): Promise<LivePlace> => {
  const flightOID = await flightWithin(db, dock.oid, { from: at, to: at });
  if (dock.droneOID === null) return { ...nowhere, flightOID };
  const span = {
    device: { oid: dock.droneOID, kind: 'drone' as const },
    from: at - placeWithin,
    to: at + placeWithin + 1,
  };
  const { points } = await trackOf(db, span, reportsMost);
  const [nearest] = points.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  if (!nearest) return { ...nowhere, flightOID };
  return {
    lng: nearest.lng,
    lat: nearest.lat,
    absoluteAltitude: nearest.height,
    relativeAltitude: nearest.elevation,
    gimbalYaw: nearest.gimbalYaw,
    gimbalPitch: nearest.gimbalPitch,
    age: Math.abs(nearest.at - at),
    flightOID: nearest.flightOID ?? flightOID,
  };
};

/** A camera of a dock stands where that does: as it does not move, what it said last holds. */
const placeWithDock = async (db: DbOrTrx, { oid }: PlacedDock): Promise<LivePlace> => {
  const place = await placeOfDock(db, oid);
  return place ? { ...nowhere, ...place, age: 0 } : nowhere;
};

/** Where a camera was at a moment. @param at epoch ms */
export const placeAt = (
  db: DbOrTrx,
  dock: PlacedDock,
  owner: 'dock' | 'drone',
  at: number,
): Promise<LivePlace> => (owner === 'drone' ? placeOfDrone(db, dock, at) : placeWithDock(db, dock));
