import { limits } from '@eyrie/domain';
import { flightByOid, type FlightObjects } from '../../modules/flight/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** Where a dock finds the file of its flight, and by what it recognises it; null for flights of others and past ones. */
export const flightFiles =
  ({ db }: Pick<Runtime, 'db'>, objects: FlightObjects) =>
  async (dockOID: string, flightOID: string): Promise<{ url: string; fingerprint: string } | null> => {
    const flight = await flightByOid(db, flightOID).catch(() => null);
    if (!flight || flight.dock_oid !== dockOID || flight.state === 'over') return null;
    const { object_key: key, file_md5: fingerprint } = flight;
    if (!key || !fingerprint) return null;
    return { url: await objects.address(key, limits.media.credentialLife), fingerprint };
  };
