import type { LastPlace } from '@eyrie/domain';
import { distance, type Place } from '@eyrie/geometry';
import type { Thing } from '@eyrie/map';

/** Metres. A resting aircraft this near to its dock is inside it or on it; its dock's marker speaks for both. */
export const atDock = 20;

/** Last known places of aircraft, and the page's monotonic clock when they were received. */
export interface KnownPlaces {
  readonly list: readonly LastPlace[];
  readonly receivedAt: number;
}

/**
 * Aircraft that are offline and of which this page has heard no place: pale, where the server last knew them, with the age.
 * @param drawn docks whose aircraft is drawn by live data
 * @param homeOf where a dock stands, if known
 */
export const ghostsOf = (
  { list, receivedAt }: KnownPlaces,
  {
    at,
    drawn,
    homeOf,
    ageText,
  }: {
    at: number;
    drawn: ReadonlySet<string>;
    homeOf: (dockOID: string) => Place | null;
    ageText: (ageMs: number) => string;
  },
): Thing[] =>
  list.flatMap(({ kind, linkOID, name, lng, lat, height, ageMs, online, airborne }) => {
    if (kind !== 'drone' || online || ageMs === null || drawn.has(linkOID)) return [];
    const home = homeOf(linkOID);
    if (!airborne && home && distance(home, { lng, lat }) < atDock) return [];
    const label = `${name} · ${ageText(ageMs + at - receivedAt)}`;
    // On the ground it lies on the terrain that is drawn, whatever height it reported.
    const stands = airborne && height !== null ? { height, stalk: true } : {};
    return [{ id: linkOID, lng, lat, look: 'offline', ghost: true, label, ...stands }];
  });
