declare module 'shpjs' {
  /** Geometries of a `.shp`, as GeoJSON in WGS-84 where the projection is known. @throws when it is none */
  export function parseShp(shp: Uint8Array, prj?: Uint8Array): unknown[];
  export function parseDbf(dbf: Uint8Array, cpg?: Uint8Array): Record<string, unknown>[];
}
