import proj4 from 'proj4';

/** Degrees of WGS-84 and metres or degrees of the system that a file is drawn in, x before y; NaN out of its reach. */
export interface Projection {
  toModel(place: readonly [number, number]): [number, number];
  toDegrees(place: readonly [number, number]): [number, number];
}

const transverseMercator = (meridian: number, zone: number): string =>
  `+proj=tmerc +lat_0=0 +lon_0=${meridian} +k=1 +x_0=${zone * 1_000_000 + 500_000} +y_0=0 +ellps=GRS80 +units=m`;

/** Gauss-Krüger of CGCS2000: zones of 6° and 3°, with the number of the zone before the easting and without. */
const gaussKruger = (code: number): string | null => {
  if (code >= 4491 && code <= 4501) return transverseMercator((code - 4478) * 6 - 3, code - 4478);
  if (code >= 4502 && code <= 4512) return transverseMercator(75 + (code - 4502) * 6, 0);
  if (code >= 4513 && code <= 4533) return transverseMercator((code - 4488) * 3, code - 4488);
  if (code >= 4534 && code <= 4554) return transverseMercator(75 + (code - 4534) * 3, 0);
  return null;
};

const definitionOf = (code: number): string | null => {
  // CGCS2000 and WGS-84 differ by centimetres: what is drawn in one is drawn in the other.
  if (code === 4326 || code === 4490) return '+proj=longlat +datum=WGS84 +no_defs';
  if (code === 3857 || code === 900913)
    return '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';
  const [series, zone] = [Math.floor(code / 100), code % 100];
  if ((series === 326 || series === 327) && zone >= 1 && zone <= 60)
    return `+proj=utm +zone=${zone}${series === 327 ? ' +south' : ''} +datum=WGS84 +units=m`;
  return gaussKruger(code);
};

/** The library throws for places that it cannot reach; to us they are no numbers. */
const orNowhere = (place: () => number[]): [number, number] => {
  try {
    const [x = Number.NaN, y = Number.NaN] = place();
    return [x, y];
  } catch {
    return [Number.NaN, Number.NaN];
  }
};

/** The system of an EPSG code: 4326, 4490, 3857, UTM of WGS-84, Gauss-Krüger of CGCS2000; null for any other. */
export function projectionOf(code: number): Projection | null {
  const definition = definitionOf(code);
  if (definition === null) return null;
  const converter = proj4(definition);
  return {
    toModel: ([lng, lat]) => orNowhere(() => converter.forward([lng, lat])),
    toDegrees: ([x, y]) => orNowhere(() => converter.inverse([x, y])),
  };
}
