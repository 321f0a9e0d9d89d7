import {
  areaKinds,
  areaShapes,
  isTimeZone,
  limits,
  shapeOfGeometry,
  type DrawnGeometry,
  type RegionKind,
} from '@eyrie/domain';
import {
  countPlaces,
  placesOf,
  shapeBounds,
  shapeFault,
  shapeMeasures,
  type RegionShape,
} from '@eyrie/geometry';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { RegionValues } from './region.store.ts';

export interface Drawn {
  kind: RegionKind;
  geometry: DrawnGeometry;
  radius?: number | null | undefined;
  width?: number | null | undefined;
}

const digits = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** @throws Refusal `invalid` naming what is wrong and where, also when the kind needs an inside that the shape has not */
export function requireShape({ kind, geometry, radius, width }: Drawn): RegionShape {
  const shape = shapeOfGeometry(geometry, { radius, width });
  const places = placesOf(shape).length;
  if (places > limits.region.places)
    throw invalidField('geometry', 'tooMany', { max: limits.region.places, value: places });
  const outlines = shape.type === 'polygon' ? shape.rings.length : 0;
  if (outlines > limits.region.outlines)
    throw invalidField('geometry', 'tooMany', { max: limits.region.outlines, value: outlines });
  const found = shapeFault(shape);
  if (found) {
    const { fault, at, ring, index } = found;
    throw new Refusal('invalid', {
      issues: [{ path: 'geometry', rule: `shape.${fault}`, message: '' }],
      values: { value: at ? `${digits(at.lng)}, ${digits(at.lat)}` : `${ring + 1}:${index + 1}` },
      data: { fault: { fault, at, ring, index } },
    });
  }
  if (areaKinds.has(kind) && !areaShapes.has(shape.type)) throw invalidField('kind', 'kindNeedsArea');
  return shape;
}

/** What is stored of a drawn shape, measured here. @throws Refusal `invalid` */
export function shapeValues(drawn: Drawn): RegionValues {
  const shape = requireShape(drawn);
  const bounds = shapeBounds(shape);
  return {
    geometry: drawn.geometry,
    shape: shape.type,
    radius: shape.type === 'circle' ? shape.radius : null,
    width: shape.type === 'corridor' ? shape.width : null,
    places: countPlaces(shape),
    ...shapeMeasures(shape),
    ...bounds,
  };
}

interface Ruled {
  floor?: number | null | undefined;
  ceiling?: number | null | undefined;
  validFrom?: number | null | undefined;
  validUntil?: number | null | undefined;
  zone?: string | undefined;
}

/** Heights and times as they belong together. @throws Refusal `invalid` */
export function requireRules({ floor, ceiling, validFrom, validUntil, zone }: Ruled): void {
  if (floor != null && ceiling != null && floor >= ceiling)
    throw invalidField('ceiling', 'floorCeiling', { value: ceiling, allowed: `> ${floor}` });
  if (validFrom != null && validUntil != null && validFrom >= validUntil)
    throw invalidField('validUntil', 'validOrder');
  if (zone && !isTimeZone(zone)) throw invalidField('zone', 'timeZone', { value: zone });
}

export const dateOf = (value: number | null | undefined): Date | null | undefined =>
  typeof value === 'number' ? new Date(value) : value;
