import { createHash } from 'node:crypto';
import { holdsWithin, limits, shapeOfGeometry, type DrawnRegion, type UnfitArea } from '@eyrie/domain';
import {
  corridorOutline,
  coverOf,
  isWithin,
  placesOf,
  sharesWithin,
  zoneOf,
  type Place,
  type RegionShape,
} from '@eyrie/geometry';

/** The one file of a dock: its name says its MD5, the checksum is the SHA-256 of the same bytes. */
export interface AreaFile {
  bytes: Buffer;
  name: string;
  checksum: string;
  areas: number;
}
export interface UnfitRegion {
  oid: string;
  name: string;
  why: UnfitArea;
}

type Area = { type: 'Circle'; at: Place; radius: number } | { type: 'Polygon'; ring: readonly Place[] };
type Made = Area[] | UnfitArea;

const { corners, radiusMin, most } = limits.flightArea;

const polygonOf = (ring: readonly Place[]): Area | UnfitArea =>
  // The closing place counts.
  ring.length + 1 > corners ? 'corners' : { type: 'Polygon', ring };

const allOr = (found: readonly (Area | UnfitArea)[]): Made => {
  const unfit = found.find((one) => typeof one === 'string');
  return unfit ?? (found as Area[]);
};

/** What to stay in, as one outline; what is cut out of it is to be stayed out of. */
const stayIn = (shape: RegionShape): { inside: Made; outside: Made } => {
  if (shape.type === 'circle')
    return {
      inside: shape.radius < radiusMin ? 'radius' : [{ type: 'Circle', at: shape.at, radius: shape.radius }],
      outside: [],
    };
  if (shape.type === 'corridor') {
    const outline = corridorOutline(shape.path, shape.width);
    return { inside: outline ? allOr([polygonOf(outline)]) : 'bend', outside: [] };
  }
  const [[edge = [], ...holes] = []] = coverOf(shape);
  return { inside: allOr([polygonOf(edge)]), outside: allOr(holes.map(polygonOf)) };
};

/** What to stay out of: several outlines may lie over each other. */
const stayOut = (shape: RegionShape): Made => {
  if (shape.type === 'circle')
    return shape.radius < radiusMin ? 'radius' : [{ type: 'Circle', at: shape.at, radius: shape.radius }];
  const cover = coverOf(shape);
  // A hole may be where the dock stands: no outline of the aircraft's says that.
  if (cover.some((rings) => rings.length > 1)) return 'holes';
  return allOr(cover.map(([ring = []]) => polygonOf(ring)));
};

const shapeOf = (area: Area): RegionShape =>
  area.type === 'Circle'
    ? { type: 'circle', at: area.at, radius: area.radius }
    : { type: 'polygon', rings: [area.ring] };

/** Whether two areas have something in common: an edge of one lies in the other, or one holds the other. */
const overlap = (a: Area, b: Area): boolean => {
  const [one, two] = [shapeOf(a), shapeOf(b)];
  const [zoneA, zoneB] = [zoneOf(one), zoneOf(two)];
  if (!zoneA || !zoneB) return false;
  const crosses = (shape: RegionShape, zone: typeof zoneA): boolean => {
    const [[ring = []] = []] = coverOf(shape);
    return ring.some((from, at) =>
      sharesWithin(zone, from, ring[(at + 1) % ring.length] as Place).some(
        ([begin, end]) => end - begin > 1e-6,
      ),
    );
  };
  const holds = (shape: RegionShape, zone: typeof zoneA): boolean =>
    placesOf(shape)
      .slice(0, 1)
      .some((place) => isWithin(zone, place));
  return crosses(one, zoneB) || crosses(two, zoneA) || holds(one, zoneB) || holds(two, zoneA);
};

const pairOf = ({ lng, lat }: Place): [number, number] => [lng, lat];

const featureOf = (id: string, name: string, fence: 'dfence' | 'nfz', area: Area) => ({
  id,
  type: 'Feature',
  geofence_type: fence,
  geometry:
    area.type === 'Circle'
      ? { type: 'Point', coordinates: pairOf(area.at) }
      : { type: 'Polygon', coordinates: [[...area.ring, ...area.ring.slice(0, 1)].map(pairOf)] },
  properties:
    area.type === 'Circle'
      ? { subType: 'Circle', radius: area.radius, enable: true, name }
      : { radius: 0, enable: true, name },
});

const fileOf = (features: readonly object[]): AreaFile => {
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
  const hash = (algorithm: string): string => createHash(algorithm).update(bytes).digest('hex');
  return { bytes, name: `geofence_${hash('md5')}.json`, checksum: hash('sha256'), areas: features.length };
};

/**
 * The areas of an aircraft, of the regions that hold at a moment. Heights are left out: to stay out of a region at any
 * height keeps to it. What the aircraft would not take is named, and then nothing is sent: a part of the areas could
 * shut the aircraft in, or out of where it stands.
 * @returns null: there are none
 */
export function areaFileOf(
  rules: readonly DrawnRegion[],
  now: number,
): { file: AreaFile | null; unfit: UnfitRegion[] } {
  const unfit: UnfitRegion[] = [];
  const features: object[] = [];
  const kept: { area: Area; region: DrawnRegion }[] = [];
  for (const region of rules) {
    if (!holdsWithin(region, now, now) || (region.kind !== 'keepIn' && region.kind !== 'noFly')) continue;
    const shape = shapeOfGeometry(region.geometry, region);
    const { inside, outside } =
      region.kind === 'keepIn' ? stayIn(shape) : { inside: [] as Made, outside: stayOut(shape) };
    const why = [inside, outside].find((made) => typeof made === 'string');
    if (typeof why === 'string' || typeof inside === 'string' || typeof outside === 'string') {
      unfit.push({ oid: region.oid, name: region.name, why: why ?? 'holes' });
      continue;
    }
    for (const area of inside) {
      const other = kept.find((one) => overlap(one.area, area));
      if (other) unfit.push({ oid: region.oid, name: region.name, why: 'overlap' });
      kept.push({ area, region });
    }
    // An id stays the same while its region does.
    inside.forEach((area, at) =>
      features.push(featureOf(`${region.oid}-in-${at}`, region.name, 'dfence', area)),
    );
    outside.forEach((area, at) =>
      features.push(featureOf(`${region.oid}-out-${at}`, region.name, 'nfz', area)),
    );
  }
  const last = rules.at(-1);
  if (features.length > most && last) unfit.push({ oid: last.oid, name: last.name, why: 'tooMany' });
  return { file: features.length === 0 ? null : fileOf(features), unfit };
}
