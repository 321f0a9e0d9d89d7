declare module 'topojson-client' {
  import type { GeoJSON } from 'geojson';
  /** Turns one object of a topology into GeoJSON. */
  export function feature(topology: unknown, object: unknown): GeoJSON;
}
