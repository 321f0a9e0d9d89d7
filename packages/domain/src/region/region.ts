import type { Place, RegionShape } from '@eyrie/geometry';
import { z } from 'zod';
import { limits } from '../limits.ts';
import { latitude, longitude, oid, optionalText, recordVersion, sentInstant, text } from '../shape.ts';

/** What a region means for a flight. */
export const regionKinds = ['note', 'keepIn', 'noFly', 'noLanding', 'alternateLanding'] as const;
export type RegionKind = (typeof regionKinds)[number];
export const regionShapes = ['point', 'line', 'polygon', 'circle', 'corridor'] as const;
export type RegionShapeName = (typeof regionShapes)[number];
/** What the heights of a region are above. */
export const heightReferences = ['ground', 'sea'] as const;
export type HeightReference = (typeof heightReferences)[number];

/** Kinds that mean something only where they have an inside. */
export const areaKinds: ReadonlySet<RegionKind> = new Set(['keepIn', 'noFly', 'noLanding']);
export const areaShapes: ReadonlySet<RegionShapeName> = new Set(['polygon', 'circle', 'corridor']);

/** Degrees as GeoJSON has them, longitude first; a height in metres may follow. */
const place = z
  .tuple([longitude, latitude])
  .rest(z.number().min(-1_000).max(20_000))
  .refine((one) => one.length <= 3);
const line = z.array(place).min(2).max(limits.region.places);
const outline = z.array(place).min(4).max(limits.region.places);

/** GeoJSON of what somebody drew: a point, a line or an area. */
export const regionGeometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: place }),
  z.object({ type: z.literal('LineString'), coordinates: line }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(outline).min(1).max(limits.region.outlines) }),
]);
export type RegionGeometry = z.output<typeof regionGeometry>;

/** As wide as numbers go: what is wrong with a place is named, and shown where it is. */
const anyPlace = z.array(z.number()).min(2).max(3);
/** What a person draws, before it is judged: `shapeOfGeometry`, `shapeFault`. */
export const drawnGeometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: anyPlace }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(anyPlace).max(limits.region.places) }),
  z.object({
    type: z.literal('Polygon'),
    coordinates: z.array(z.array(anyPlace).max(limits.region.places)).max(limits.region.outlines),
  }),
]);
export type DrawnGeometry = z.output<typeof drawnGeometry>;
/** The same out of a file, whose size is bounded by its bytes: what is too large for a region is refused by its number of places. */
export const fileGeometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: anyPlace }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(anyPlace) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(anyPlace)) }),
]);

/** `#RRGGBB`, or with the opacity behind it. */
export const regionColour = z.string().regex(/^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/);

/** What DJI Pilot 2 knows of a region, and keeps. */
export const regionShape = {
  name: text(64),
  geometry: regionGeometry,
  color: regionColour,
  /** Drawn on the ground, whatever heights its places have. */
  onGround: z.boolean(),
};
export const pilotRegion = z.object({
  oid,
  groupOID: oid,
  ...regionShape,
  createdBy: z.string(),
  createdAt: sentInstant,
  updatedAt: sentInstant,
});
export type PilotRegion = z.output<typeof pilotRegion>;

const figure = z.number().nullable();
/** What is drawn of a region on every map. */
export const drawnRegion = z.object({
  oid,
  groupOID: oid,
  name: z.string(),
  colour: z.string(),
  kind: z.enum(regionKinds),
  shape: z.enum(regionShapes),
  geometry: drawnGeometry,
  /** Metres: of a circle; and from edge to edge of a corridor. */
  radius: figure,
  width: figure,
  /** Metres above `heightReference`; null: from the ground, without an end. */
  floor: figure,
  ceiling: figure,
  heightReference: z.enum(heightReferences),
  enabled: z.boolean(),
  validFrom: sentInstant.nullable(),
  validUntil: sentInstant.nullable(),
});
export type DrawnRegion = z.output<typeof drawnRegion>;

/** A region with what a globe needs to stand it between heights above the sea. */
export const shownRegion = drawnRegion.extend({
  /** Metres of the mean sea level (EGM96) above the WGS-84 ellipsoid where it begins; null where nothing is counted from it. */
  seaLevel: figure,
});
export type ShownRegion = z.output<typeof shownRegion>;

/** A region as its list has it; one that is looked at by itself has its places too. */
export const regionRecord = drawnRegion.omit({ geometry: true }).extend({
  geometry: drawnGeometry.optional(),
  groupRoot: oid,
  /** Of its department. */
  groupName: z.string(),
  /** What people put together, by a name of their own. */
  group: z.string(),
  /** How many places it is drawn by. */
  places: z.number().int(),
  /** Metres and square metres, computed here; null where its shape has none. */
  length: figure,
  perimeter: figure,
  area: figure,
  /** IANA name of the zone in which its time was given. */
  zone: z.string(),
  remark: z.string(),
  createdBy: z.string(),
  createdAt: sentInstant,
  updatedAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type RegionRecord = z.output<typeof regionRecord>;

const metres = z.number().min(-1_000).max(20_000).nullable();
/** What a person gives of a region beside its place. */
export const regionFields = {
  colour: regionColour,
  group: optionalText(64),
  kind: z.enum(regionKinds),
  radius: z.number().min(limits.region.radiusMin).max(limits.region.radiusMax).nullable(),
  width: z.number().min(limits.region.widthMin).max(limits.region.widthMax).nullable(),
  floor: metres,
  ceiling: metres,
  heightReference: z.enum(heightReferences),
  validFrom: z.number().int().min(0).max(99_999_999_999_999).nullable(),
  validUntil: z.number().int().min(0).max(99_999_999_999_999).nullable(),
  zone: optionalText(64),
  enabled: z.boolean(),
  remark: optionalText(300),
};

const placeOf = ([lng = NaN, lat = NaN]: readonly number[]): Place => ({ lng, lat });

/** A drawn geometry as the shape that it stands for, with what it is wide. */
export const shapeOfGeometry = (
  geometry: DrawnGeometry,
  { radius, width }: { radius?: number | null | undefined; width?: number | null | undefined },
): RegionShape => {
  switch (geometry.type) {
    case 'Point': {
      const at = placeOf(geometry.coordinates);
      return radius === null || radius === undefined ? { type: 'point', at } : { type: 'circle', at, radius };
    }
    case 'LineString': {
      const path = geometry.coordinates.map(placeOf);
      return width === null || width === undefined
        ? { type: 'line', path }
        : { type: 'corridor', path, width };
    }
    default:
      return { type: 'polygon', rings: geometry.coordinates.map((ring) => ring.map(placeOf)) };
  }
};

/** Whether a region holds at a moment of a span, epoch ms. */
export const holdsWithin = (
  { validFrom, validUntil }: Pick<DrawnRegion, 'validFrom' | 'validUntil'>,
  from: number,
  until: number,
): boolean => (validFrom === null || validFrom <= until) && (validUntil === null || validUntil > from);

/** Whether it holds for the whole span. */
export const holdsThroughout = (
  { validFrom, validUntil }: Pick<DrawnRegion, 'validFrom' | 'validUntil'>,
  from: number,
  until: number,
): boolean => (validFrom === null || validFrom <= from) && (validUntil === null || validUntil >= until);
