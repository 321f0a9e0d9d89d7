import { z } from 'zod';
import { limits } from '../limits.ts';
import { latitude, longitude, oid, sentInstant, text } from '../shape.ts';

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

export const regionShape = {
  name: text(64),
  geometry: regionGeometry,
  /** `#RRGGBB`, or with the opacity behind it. */
  color: z.string().regex(/^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/),
  /** Drawn on the ground, whatever heights its places have. */
  onGround: z.boolean(),
};

/** A drawn zone or note on the map. */
export const regionRecord = z.object({
  oid,
  groupOID: oid,
  ...regionShape,
  createdBy: z.string(),
  createdAt: sentInstant,
  updatedAt: sentInstant,
});
export type RegionRecord = z.output<typeof regionRecord>;
