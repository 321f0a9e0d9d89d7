import type { RoutePlan } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { groundGridFor, groundOfGrid, nodePlace, type Ground, type GridFrame } from '@eyrie/planner';
import type { Scope } from '../../platform/list/index.ts';
import { undulation } from './parsed-route.ts';

/** Metres of the ground above the ellipsoid at each place, NaN where unknown; null: the reader sees no terrain. */
export type ReadGround = (scope: Scope, places: readonly Place[]) => Promise<Float32Array | null>;

/** The ground under a plan as it travels to the thread that makes its file. */
export interface PlanGround {
  frame: GridFrame;
  /** Metres above the ellipsoid of each node; null: unknown. */
  heights: readonly (number | null)[];
}

/** Metres between nodes, or more where they would be more than `most`. */
const grain = { metres: 20, most: 40_000 };

/** Reads the ground under everything that a plan flies over; null: there is no terrain, or nothing to fly over. */
export async function groundUnder(
  read: ReadGround,
  scope: Scope,
  plan: RoutePlan,
): Promise<PlanGround | null> {
  const frame = groundGridFor(plan, grain);
  if (!frame) return null;
  const { columns, rows } = frame;
  const places = Array.from({ length: columns * rows }, (_, at) =>
    nodePlace(frame, at % columns, Math.floor(at / columns)),
  );
  const heights = await read(scope, places);
  return heights && { frame, heights: Array.from(heights, (one) => (Number.isNaN(one) ? null : one)) };
}

/** The ground that plans are judged over: above the sea, and unknown where no terrain was read. */
export function groundOf(given: PlanGround | null): Ground {
  if (!given) return { height: () => null, undulation };
  const { frame } = given;
  const heights = Float32Array.from(given.heights, (height, at) => {
    const place = nodePlace(frame, at % frame.columns, Math.floor(at / frame.columns));
    return height === null ? Number.NaN : height - undulation(place);
  });
  return { height: groundOfGrid({ ...frame, heights }).height, undulation };
}
