import { isDeepStrictEqual } from 'node:util';
import { shapeOfGeometry, type DrawnGeometry, type PilotRegion, type RegionGeometry } from '@eyrie/domain';
import { coverOf } from '@eyrie/geometry';
import type { StoredRegion } from './region.store.ts';

/** What DJI Pilot 2 draws. */
export type RegionFacts = Pick<PilotRegion, 'name' | 'color' | 'onGround'> & { geometry: RegionGeometry };

/** The app knows no circle: it is shown by its outline. */
const shownGeometry = ({
  geometry,
  radius,
}: {
  geometry: DrawnGeometry;
  radius: number | null;
}): RegionGeometry => {
  if (geometry.type !== 'Point' || radius === null) return geometry as RegionGeometry;
  const [[ring] = []] = coverOf(shapeOfGeometry(geometry, { radius }));
  const places = (ring ?? []).map(({ lng, lat }): [number, number] => [lng, lat]);
  return { type: 'Polygon', coordinates: [[...places, ...places.slice(0, 1)]] };
};

/** A region as DJI Pilot 2 shares it. */
export const pilotRegionOf = ({
  path: _path,
  groupName: _name,
  geometry,
  radius,
  width: _width,
  ...region
}: StoredRegion): PilotRegion => ({ ...region, geometry: shownGeometry({ geometry, radius }) });

/** What the app changed of a place: an outline that it only sent back leaves a circle a circle, and a line keeps its width. */
export const drawnByPilot = (
  before: StoredRegion,
  { geometry }: Pick<RegionFacts, 'geometry'>,
): { geometry: DrawnGeometry; radius: number | null; width: number | null } => {
  if (before.radius !== null && isDeepStrictEqual(geometry, shownGeometry(before)))
    return { geometry: before.geometry, radius: before.radius, width: null };
  return { geometry, radius: null, width: geometry.type === 'LineString' ? before.width : null };
};
