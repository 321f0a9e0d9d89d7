import { createHash } from 'node:crypto';
import {
  blockingItems,
  evaluateGate,
  limits,
  ratedSeconds,
  type GateItem,
  type RouteWarning,
} from '@eyrie/domain';
import { gateAgeMs, hasPutter, pairedModels } from '@eyrie/dji';
import { prepareForDispatch } from '@eyrie/wpml';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { type FlightRow } from './flight.list.store.ts';
import { openFlightOn, routeForFlight } from './flight.store.ts';
import { statusOf, telemetryOf, type DockLink } from '../dock/index.ts';

/** The object store as this room needs it. */
export interface FlightObjects {
  read(key: string): Promise<Uint8Array | null>;
  write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Address that a dock can GET without signing in, for `ttl` ms. */
  address(key: string, ttl: number): Promise<string>;
}

/** Judges a flight by the dock's state in this gateway, its route file and what else flies. */
export const gateOf = async (
  runtime: Runtime,
  db: DbOrTrx,
  objects: FlightObjects,
  flight: FlightRow,
  link: DockLink,
): Promise<GateItem[]> => {
  const now = runtime.clock.mono();
  const route = await routeForFlight(db, flight.route_oid);
  const bytes = route ? await objects.read(route.object_key) : null;
  const checksum = bytes ? createHash('sha256').update(bytes).digest('hex') : null;
  const other = await openFlightOn(db, flight.dock_oid);
  const model =
    link.dock.droneModel && link.dock.droneModel !== 'unknown'
      ? link.dock.droneModel
      : (pairedModels(link.dock.model)[0] ?? '');
  const heard = link.dockSnapshot.osdAt !== null;
  const warnings = (route?.warnings ?? []) as RouteWarning[];
  return evaluateGate({
    dock: heard ? statusOf(link, now) : null,
    ageMs: gateAgeMs(link.dockSnapshot, now),
    hasPutter: hasPutter(link.dock.model),
    routeSeconds: route?.duration ?? 0,
    ratedSeconds: ratedSeconds[model] ?? null,
    windLimit: link.dock.windLimit,
    returnAltitude: flight.return_altitude,
    highestObstacle: 0,
    heightLimit: telemetryOf(link, now).limits.height,
    lostAction: flight.lost_action,
    checksumMatches: checksum !== null && checksum === flight.route_checksum && checksum === route?.checksum,
    routeBlocked: warnings.some((warning) => warning.blocking),
    otherFlight: other && other.oid !== flight.oid ? other.oid : null,
    maintenance: link.dock.maintenance,
    maintenanceBlocks: false,
    insuranceUntil: link.dock.insuranceUntil,
    insuranceBlocks: false,
    now: runtime.clock.wall(),
  });
};

/** Refuses with the list of what is in the way; unknown items block like bad ones. */
export const refuseByGate = (gate: readonly GateItem[]): void => {
  const blocking = blockingItems(gate);
  if (blocking.length === 0) return;
  throw new Refusal('gateBlocked', {
    values: { items: blocking.map((entry) => entry.item).join(', '), count: blocking.length },
    data: { gate },
  });
};

/** Writes the file the aircraft will fly: the route with this flight's return height and lost-link behaviour. */
export const dispatchFile = async (
  objects: FlightObjects,
  routeKey: string,
  flight: FlightRow,
): Promise<{ objectKey: string; md5: string; url: string }> => {
  const source = await objects.read(routeKey);
  if (!source) throw new Refusal('routeChanged');
  const bytes = prepareForDispatch(source, {
    returnAltitude: flight.return_altitude,
    lostAction: flight.lost_action,
  });
  const objectKey = `dispatch/${flight.oid}.kmz`;
  await objects.write(objectKey, bytes, 'application/vnd.google-earth.kmz');
  const md5 = createHash('md5').update(bytes).digest('hex');
  return { objectKey, md5, url: await objects.address(objectKey, limits.media.credentialLife) };
};
