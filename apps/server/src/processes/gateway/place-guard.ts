import { limits } from '@eyrie/domain';
import { distance, type Place } from '@eyrie/geometry';

/** Far from home, and at home with latitude and longitude in each other's place. */
const isSwapped = (place: Place, home: Place): boolean => {
  if (Math.abs(place.lng) > 90) return false;
  const turned = { lng: place.lat, lat: place.lng };
  return distance(place, home) > limits.dock.placeFar && distance(turned, home) <= limits.dock.placeFar;
};

interface ReportedPlace {
  place: Place;
  at: number;
}

/** Nothing that we speak to is faster, a simulator in quick motion included. */
const within = (from: ReportedPlace, to: ReportedPlace): boolean =>
  distance(from.place, to.place) <=
  limits.dock.placeSlack + (limits.dock.placeSpeed * (to.at - from.at)) / 1_000;

/**
 * Judges the places that one device reports. A place that nothing could have reached since the last one is not taken; it
 * is, once the device has stayed with it: then the one before was wrong, or somebody carried the device. Latitude and
 * longitude in each other's place are never taken, as far as one knows where home is.
 */
export const createPlaceGuard = () => {
  let known: ReportedPlace | null = null;
  /** The first and the newest of places that agree with each other and not with what is known. */
  let other: { since: number; newest: ReportedPlace } | null = null;

  return {
    /**
     * @param home where the device belongs, when that is known
     * @param at monotonic ms
     * @returns false for a place that must not be taken
     */
    takes(place: Place, at: number, home: Place | null): boolean {
      const reported = { place, at };
      if (home && isSwapped(place, home)) return false;
      if (!known || within(known, reported)) {
        known = reported;
        other = null;
        return true;
      }
      const since = other && within(other.newest, reported) ? other.since : at;
      other = { since, newest: reported };
      if (at - since < limits.dock.placeAgain) return false;
      known = reported;
      other = null;
      return true;
    },
    /** Another device: what is known of the place of the former says nothing. */
    forget(): void {
      known = null;
      other = null;
    },
  };
};
export type PlaceGuard = ReturnType<typeof createPlaceGuard>;
