import proj4 from 'proj4';

/** Degrees of WGS-84 and metres or degrees of the system that a file is drawn in, x before y; NaN out of its reach. */
export interface Projection {
  /** Its places are degrees; else metres, or feet where its definition says so. */
  inDegrees: boolean;
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

/** Degrees of ETRS89, NAD83, GDA94 and GDA2020, SIRGAS 2000: less than two metres off, which no map of a site shows. */
const sameAsWgs84: ReadonlySet<number> = new Set([4258, 4269, 4283, 7844, 4674]);

/** Series of UTM zones on GRS80: codes that follow each other, and the zone of the first. */
const utmSeries = [
  { first: 25_828, last: 25_838, zone: 28, south: false }, // ETRS89
  { first: 26_901, last: 26_923, zone: 1, south: false }, // NAD83
  { first: 28_348, last: 28_358, zone: 48, south: true }, // MGA94
  { first: 7_846, last: 7_859, zone: 46, south: true }, // MGA2020
  { first: 31_978, last: 31_985, zone: 18, south: true }, // SIRGAS 2000
] as const;

/** Grids of countries, as EPSG defines them. */
const grids: Readonly<Record<number, string>> = {
  2056: '+proj=somerc +lat_0=46.95240555555556 +lon_0=7.439583333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0',
  2154: '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80',
  2180: '+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 +ellps=GRS80',
  2193: '+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80',
  3035: '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80',
  27700:
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
  28992:
    '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.417,50.3319,465.552,-0.398957,0.343988,-1.8774,4.0725',
};

/**
 * Systems that are known and not taken: what is published of how they lie to WGS-84 is metres off, or differs by country under
 * one code.
 */
export const shiftUnknown: ReadonlySet<number> = new Set([5514, 31_466, 31_467, 31_468, 31_469]);

const definitionOf = (code: number): string | null => {
  // CGCS2000 and WGS-84 differ by centimetres: what is drawn in one is drawn in the other.
  if (code === 4326 || code === 4490) return '+proj=longlat +datum=WGS84 +no_defs';
  if (code === 3857 || code === 900913)
    return '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';
  if (sameAsWgs84.has(code)) return '+proj=longlat +datum=WGS84 +no_defs';
  const national = grids[code];
  if (national !== undefined) return `${national} +units=m +no_defs`;
  for (const { first, last, zone, south } of utmSeries)
    if (code >= first && code <= last)
      return `+proj=utm +zone=${zone + code - first}${south ? ' +south' : ''} +ellps=GRS80 +units=m +no_defs`;
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

/** Metres of Web Mercator once around the world. */
const mercatorTurn = 2 * Math.PI * 6_378_137;

/** Web Mercator goes on beyond ±180°, as degrees do; the library would go back to the other side of the world. */
const withoutEnd = ({ toModel, toDegrees, inDegrees }: Projection): Projection => ({
  inDegrees,
  toModel([lng, lat]) {
    const turns = Math.round(lng / 360);
    const [x, y] = toModel([lng - 360 * turns, lat]);
    return [x + turns * mercatorTurn, y];
  },
  toDegrees([x, y]) {
    const turns = Math.round(x / mercatorTurn);
    const [lng, lat] = toDegrees([x - turns * mercatorTurn, y]);
    return [lng + 360 * turns, lat];
  },
});

/** The system of an EPSG code: 4326, 4490, 3857, UTM of WGS-84, Gauss-Krüger of CGCS2000; null for any other. */
export function projectionOf(code: number): Projection | null {
  const definition = definitionOf(code);
  return definition === null ? null : projectionBy(definition);
}

/** The system that a definition of the library describes. */
export function projectionBy(definition: string): Projection {
  const converter = proj4(definition);
  const projection: Projection = {
    inDegrees: definition.startsWith('+proj=longlat'),
    toModel: ([lng, lat]) => orNowhere(() => converter.forward([lng, lat])),
    toDegrees: ([x, y]) => orNowhere(() => converter.inverse([x, y])),
  };
  return definition.startsWith('+proj=merc') ? withoutEnd(projection) : projection;
}
