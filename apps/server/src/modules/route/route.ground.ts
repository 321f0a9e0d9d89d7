import type { RoutePlan } from '@eyrie/domain';
import {
  packBlocks,
  unpackBlocks,
  type Bounds,
  type ObstacleBlock,
  type ObstacleLabel,
  type Place,
} from '@eyrie/geometry';
import {
  groundGridFor,
  groundOfGrid,
  nodePlace,
  obstacleBoxes,
  standingOnSea,
  type Ground,
  type GridFrame,
} from '@eyrie/planner';
import type { Scope } from '../../platform/list/index.ts';
import { undulation } from '../../platform/undulation.ts';

/**
 * Metres of the ground above the ellipsoid at each place, NaN where unknown; null: the reader sees no terrain. `lost` is told of
 * each layer that did not answer.
 */
export type ReadGround = (
  scope: Scope,
  places: readonly Place[],
  lost?: (oid: string) => void,
) => Promise<Float32Array | null>;

/** What stands on the ground in some boxes, tops above the ellipsoid; `unread` are names of layers that could not be read. */
export type ReadSurface = (
  scope: Scope,
  boxes: readonly Bounds[],
) => Promise<{
  known: boolean;
  blocks: readonly ObstacleBlock[];
  labels: readonly ObstacleLabel[];
  unread: readonly string[];
  /** The layers that were read and reach into the boxes, and those that could not be read. */
  oids: { here: readonly string[]; lost: readonly string[] };
}>;

/** The ground under a plan as it travels to the thread that makes its file. */
export interface PlanGround {
  frame: GridFrame;
  /** Metres above the ellipsoid of each node; null: unknown. */
  heights: readonly (number | null)[];
  /** What stands on it, as base64 of its blocks; null: no layer says. */
  obstacles: { blocks: string; labels: readonly ObstacleLabel[] } | null;
  /** Names of layers that say what stands there and could not be read. */
  unread: readonly string[];
}

/** Metres between nodes, or more where they would be more than `most`. */
const grain = { metres: 20, most: 40_000 };

/** Layers that were read, and those that could not be. */
interface ReadLayers {
  here: readonly string[];
  lost: readonly string[];
}

/** Reads the ground under everything that a plan flies over, and what stands on it and on its ways home; null: nothing is known, or nothing flown over. */
export async function groundUnder(
  { ground: read, surface }: { ground: ReadGround; surface: ReadSurface },
  scope: Scope,
  { plan, homeward }: { plan: RoutePlan; homeward: boolean },
): Promise<{ ground: PlanGround | null; surfaces: ReadLayers; lostTerrain: ReadonlySet<string> }> {
  const frame = groundGridFor(plan, grain);
  const lostTerrain = new Set<string>();
  if (!frame) return { ground: null, surfaces: { here: [], lost: [] }, lostTerrain };
  const { columns, rows } = frame;
  const places = Array.from({ length: columns * rows }, (_, at) =>
    nodePlace(frame, at % columns, Math.floor(at / columns)),
  );
  const [heights, standing] = await Promise.all([
    read(scope, places, (oid) => lostTerrain.add(oid)),
    surface(scope, obstacleBoxes(plan, homeward)),
  ]);
  const { known, blocks, labels, unread, oids: surfaces } = standing;
  if (!heights && !known && unread.length === 0) return { ground: null, surfaces, lostTerrain };
  const ground = {
    frame,
    heights: heights ? Array.from(heights, (one) => (Number.isNaN(one) ? null : one)) : [],
    obstacles: known ? { blocks: Buffer.from(packBlocks(blocks)).toString('base64'), labels } : null,
    unread,
  };
  return { ground, surfaces, lostTerrain };
}

/** The ground that plans are judged over: above the sea, and unknown where no terrain was read. */
export function groundOf(given: PlanGround | null): Ground {
  if (!given) return { height: () => null, undulation };
  const { frame, obstacles } = given;
  const heights = Float32Array.from({ length: frame.columns * frame.rows }, (_, at) => {
    const place = nodePlace(frame, at % frame.columns, Math.floor(at / frame.columns));
    const height = given.heights[at] ?? null;
    return height === null ? Number.NaN : height - undulation(place);
  });
  const standing = obstacles && {
    labels: obstacles.labels,
    blocks: unpackBlocks(Buffer.from(obstacles.blocks, 'base64')),
  };
  const grid = { ...frame, heights, obstacles: standing && standingOnSea(standing, undulation) };
  return { ...groundOfGrid(grid), undulation };
}
