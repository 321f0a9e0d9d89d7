import type { RouteWarning } from '@eyrie/domain';

/** What was asked when a plan was judged: on it rests what was found, and what was not found. */
export interface Look {
  /** The stamps of all layers that were asked, by oid. */
  layers: Readonly<Record<string, string>>;
  /** What the verdict rests on: layers by oid, and the take-off point. */
  read: readonly string[];
  /** What an earlier look read and none since could: what was found then stands until one can. */
  pending: readonly string[];
}

/** The place from which it takes off, among what was read. */
export const takeOffRead = 'takeOff';

/** What a caller sees around a plan. */
export interface Sight extends Pick<Look, 'layers' | 'read'> {
  /** What there is and could not be read. */
  without: readonly string[];
}

/** What was found of a plan before, and by which look; null: nobody wrote that down. */
export interface Before {
  warnings: readonly RouteWarning[];
  look: Look | null;
}

/** What a look has to read so that it may lift what was found before; null: anything that there is. */
export function wantedBy(before: Before | null): readonly string[] | null {
  if (!before) return [];
  if (before.look) return [...before.look.read, ...before.look.pending];
  return before.warnings.some(({ blocking }) => blocking) ? null : [];
}

export function lookOf({ layers, read, without }: Sight, before: Before | null): Look {
  const wanted = wantedBy(before);
  return { layers, read, pending: without.filter((one) => wanted === null || wanted.includes(one)) };
}
