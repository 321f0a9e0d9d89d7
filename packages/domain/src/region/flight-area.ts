import { z } from 'zod';
import { oid, sentInstant } from '../shape.ts';

/**
 * How the areas of a dock stand: it has none of ours, they wait for it to be idle with its aircraft inside, it takes
 * them, has them, or could not; or nothing is left to send, and nobody has said yet that all are to be erased.
 */
export const areaStates = ['unmanaged', 'pending', 'synchronising', 'done', 'failed', 'nothingLeft'] as const;
export type AreaState = (typeof areaStates)[number];

/** Why a region cannot be sent to an aircraft. */
export const unfitAreas = ['corners', 'radius', 'overlap', 'holes', 'bend', 'tooMany'] as const;
export type UnfitArea = (typeof unfitAreas)[number];

export const areaDock = z.object({
  dockOID: oid,
  dockName: z.string(),
  groupOID: oid,
  state: z.enum(areaStates),
  /** Number that the device gave why it failed, 1 to 13; null: none, or another. */
  reason: z.number().int().nullable(),
  /** The file that it was given last: its areas, bytes and SHA-256. */
  areas: z.number().int().nullable(),
  fileName: z.string().nullable(),
  checksum: z.string().nullable(),
  /** All areas are erased, as somebody confirmed. */
  erases: z.boolean(),
  changedAt: sentInstant.nullable(),
});
export type AreaDock = z.output<typeof areaDock>;
