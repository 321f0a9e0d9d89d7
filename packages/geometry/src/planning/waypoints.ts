import type { Place } from '../sphere.ts';
import type { Strip, Transit } from './area.ts';

/** One place of the flown line of an area plan. */
export interface LinePoint extends Place {
  /** The strip that begins or ends here; null at a corner around what is forbidden. */
  readonly strip: number | null;
  /** Photos are taken from this place to the next. */
  readonly photos: boolean;
}

/**
 * The places of a plan in flown order: of each strip where it begins, where the ground begins and ends, and where it ends; the
 * corners of the ways between them. Places that repeat the one before are left out.
 */
export function planPlaces(strips: readonly Strip[], transits: readonly Transit[]): LinePoint[] {
  return strips.flatMap((strip, at): LinePoint[] => {
    const { begin, from, to, end } = strip;
    const same = (one: Place, other: Place): boolean => one.lng === other.lng && one.lat === other.lat;
    const place = ({ lng, lat }: Place, photos: boolean): LinePoint => ({ lng, lat, strip: at, photos });
    return [
      ...(same(begin, from) ? [] : [place(begin, false)]),
      place(from, true),
      place(to, false),
      ...(same(to, end) ? [] : [place(end, false)]),
      ...(transits[at]?.over ?? []).map(({ lng, lat }): LinePoint => ({
        lng,
        lat,
        strip: null,
        photos: false,
      })),
    ];
  });
}
