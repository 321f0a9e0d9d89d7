import { earthRadius, wrapLongitude, type Place } from './sphere.ts';

/** Metres east and north of an origin. */
export interface PlanePoint {
  readonly east: number;
  readonly north: number;
}

/** A flat working surface around an origin, in metres. Good for areas of some kilometres. */
export interface LocalPlane {
  readonly origin: Place;
  toPlane(place: Place): PlanePoint;
  toPlace(point: PlanePoint): Place;
}

/**
 * The plane in which areas, offsets and angles are computed: east = R·Δlng·cos(lat0), north = R·Δlat.
 * Degrees are not square and Web Mercator metres grow with latitude, so neither may carry a length.
 */
export function localPlane(origin: Place): LocalPlane {
  const perLat = (earthRadius * Math.PI) / 180;
  const perLng = perLat * Math.cos((origin.lat * Math.PI) / 180);
  return {
    origin,
    toPlane: ({ lng, lat }) => ({
      east: wrapLongitude(lng - origin.lng) * perLng,
      north: (lat - origin.lat) * perLat,
    }),
    toPlace: ({ east, north }) => ({
      lng: wrapLongitude(origin.lng + east / perLng),
      lat: origin.lat + north / perLat,
    }),
  };
}
