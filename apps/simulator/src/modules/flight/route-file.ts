import { createHash } from 'node:crypto';
import { readKmz } from '@eyrie/wpml';
import { timing } from '../../platform/timing.ts';
import { planFlight, type FlightPlan } from './plan.ts';

const cannotFetch = 314_013;
const badFormat = 314_003;

export type RouteFile = { ok: true; plan: FlightPlan } | { ok: false; code: number };

/** Fetches the route as a dock does: by its address, checked by MD5, read before anything moves. */
export async function fetchRoute(
  file: { url?: unknown; fingerprint?: unknown; bytes?: number } | null | undefined,
  place: { lng: number; lat: number; height: number },
): Promise<RouteFile> {
  if (typeof file?.url !== 'string') return { ok: false, code: cannotFetch };
  let bytes: Uint8Array;
  try {
    const answer = await fetch(file.url, { signal: AbortSignal.timeout(timing.fetchMs) });
    if (!answer.ok) return { ok: false, code: cannotFetch };
    bytes = new Uint8Array(await answer.arrayBuffer());
  } catch {
    return { ok: false, code: cannotFetch };
  }
  if (file.bytes !== undefined && file.bytes !== bytes.length) return { ok: false, code: badFormat };
  const sum = createHash('md5').update(bytes).digest('hex');
  if (sum !== String(file.fingerprint).toLowerCase()) return { ok: false, code: badFormat };
  const read = readKmz(bytes);
  return read.ok ? { ok: true, plan: planFlight(read.route, place) } : { ok: false, code: badFormat };
}
