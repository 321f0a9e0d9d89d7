import { localPlane, type LocalPlane } from '../plane.ts';
import { openRing, shapeFault, type ShapeFault } from '../region/index.ts';
import { earthRadius, wrapLongitude, type Place } from '../sphere.ts';
import { groundOf, grown } from './clip.ts';
import { checked, PlanningFault } from './fault.ts';
import { partArea, turned, type FlatPart, type FlatRing } from './flat.ts';

/** A polygon: the outer ring, then its holes. Rings are closed or not, either way round. */
export type AreaPart = readonly (readonly Place[])[];

/** What is to be covered. */
export interface Ground {
  /** Polygons that may lie apart, touch or overlap. */
  readonly parts: readonly AreaPart[];
  /** Rings into which no line and no way between lines may lead. */
  readonly forbidden?: readonly (readonly Place[])[];
  /** Metres by which the parts are widened; below 0 narrowed. What is forbidden stays as it is. */
  readonly margin?: number;
}

/** The ground in the plane about its middle. */
export interface FlatGround {
  readonly plane: LocalPlane;
  readonly parts: readonly FlatPart[];
  /** Rings of what may not be crossed. */
  readonly forbidden: readonly FlatRing[];
  /** The same with what is kept off them: what is flown may touch these. */
  readonly off: readonly FlatRing[];
  /** Square metres */
  readonly area: number;
}

const mostPlaces = 10_000;
/** Every way is held against every edge of these. */
const mostForbidden = 1000;
const mostMargin = 10_000;
/** Metres across; more would need more lines than an aircraft has batteries. */
const mostAcross = 100_000;
/** Part of a length by which the plane may be wrong at the edge of the ground. */
const mostStretch = 0.005;
/** Metres between forbidden ground and what is flown, so that rounding crosses nothing. */
const keptOff = 0.02;

const refused = ({ fault, at, ring }: ShapeFault, field: string, rings: AreaPart): PlanningFault =>
  new PlanningFault(fault, {
    field: ring > 0 ? `${field}.${ring}` : field,
    at,
    ...(fault === 'tooFewPlaces' ? { value: openRing(rings[ring] ?? []).length, min: 3 } : {}),
    ...(fault === 'tooSmall' ? { value: 0, min: 1 } : {}),
  });

/** Rings of a polygon without what repeats or closes. @throws PlanningFault */
function cleaned(rings: AreaPart, field: string): Place[][] {
  const fault = shapeFault({ type: 'polygon', rings });
  if (fault) throw refused(fault, field, rings);
  return rings.map(openRing);
}

/** A plane about the middle of the places. @throws PlanningFault `tooLarge` where the Earth is too round for one */
export function planeOf(places: readonly Place[], field: string): LocalPlane {
  const first = places[0] ?? { lng: 0, lat: 0 };
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { lng, lat } of places) {
    const turn = wrapLongitude(lng - first.lng);
    [west, east] = [Math.min(west, turn), Math.max(east, turn)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  const origin = { lng: wrapLongitude(first.lng + (west + east) / 2), lat: (south + north) / 2 };
  const metres = (Math.PI * earthRadius) / 180;
  const across = Math.max(
    (north - south) * metres,
    (east - west) * metres * Math.cos((origin.lat * Math.PI) / 180),
  );
  const tangent = Math.tan((Math.abs(origin.lat) * Math.PI) / 180);
  const max = Math.min(mostAcross, (2 * mostStretch * earthRadius) / Math.max(tangent, 1e-9));
  if (across > max) throw new PlanningFault('tooLarge', { field, value: across, max, at: origin });
  return localPlane(origin);
}

function checkedCount(field: string, rings: readonly (readonly Place[])[], max: number): void {
  const count = rings.reduce((sum, ring) => sum + ring.length, 0);
  if (count > max) throw new PlanningFault('tooManyPlaces', { field, value: count, min: 0, max });
}

/**
 * Checks what is to be covered, takes it into the plane, joins its parts, widens it and takes out what is forbidden.
 * @throws PlanningFault naming the ring, with the crossing or the place; `emptyArea` where nothing is left
 */
export function flatGround({ parts, forbidden = [], margin = 0 }: Ground): FlatGround {
  checked('margin', margin, { min: -mostMargin, max: mostMargin });
  checkedCount('area', parts.flat(), mostPlaces);
  checkedCount('forbidden', forbidden, mostForbidden);
  if (parts.length === 0) throw new PlanningFault('tooFewPlaces', { field: 'area', value: 0, min: 3 });
  const clean = parts.map((rings, at) => cleaned(rings, parts.length > 1 ? `area.${at}` : 'area'));
  const closed = forbidden.map((ring, at) => cleaned([ring], `forbidden.${at}`)[0] ?? []);
  const plane = planeOf([...clean.flat(2), ...closed.flat()], 'area');
  const flat = clean.map((rings) => rings.map((ring, at) => turned(ring.map(plane.toPlane), at === 0)));
  const rings = closed.map((ring) => ring.map(plane.toPlane));
  const off = rings.length > 0 ? grown(rings, keptOff) : [];
  const found = groundOf(flat, margin, off);
  if (found.length === 0) throw new PlanningFault('emptyArea', { field: 'margin', value: margin });
  const area = found.reduce((sum, part) => sum + partArea(part), 0);
  return { plane, parts: found, forbidden: rings.length > 0 ? grown(rings, 0) : [], off, area };
}
