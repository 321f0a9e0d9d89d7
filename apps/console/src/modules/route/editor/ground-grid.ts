import type { RoutePlan } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { groundGridFor, nodePlace, type GridFrame, type GroundGrid } from '@eyrie/planner';

/** Nodes that are read before the page may draw again. */
const atOnce = 20_000;
/** Places by each side at which the ground is fetched: tiles are larger than what lies between. */
const net = 9;
/** Metres between nodes, and how many there are at most. */
const grain = { metres: 20, most: 90_000 };

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Whether a frame holds another one that has less room. */
export const holds = (frame: GridFrame, plan: RoutePlan): boolean => {
  const needed = groundGridFor(plan, { ...grain, room: 100 });
  if (!needed) return true;
  const east = (one: GridFrame): number => one.west + one.stepLng * (one.columns - 1);
  const north = (one: GridFrame): number => one.south + one.stepLat * (one.rows - 1);
  return (
    needed.west >= frame.west &&
    needed.south >= frame.south &&
    east(needed) <= east(frame) &&
    north(needed) <= north(frame) &&
    // A frame that is far too wide is too coarse.
    frame.stepLat <= needed.stepLat * 4
  );
};

/** Heights of the ground under a plan, metres above the ellipsoid; what is not known is NaN. Null: nothing is drawn. */
export const readGrid = async (
  host: Pick<MapHost, 'groundHeight' | 'loadGround'>,
  plan: RoutePlan,
): Promise<GroundGrid | null> => {
  const frame = groundGridFor(plan, grain);
  if (!frame) return null;
  const { columns, rows } = frame;
  const spread = (count: number) => Array.from({ length: net }, (_, at) => (at * (count - 1)) / (net - 1));
  await host.loadGround(
    spread(rows).flatMap((row) => spread(columns).map((column) => nodePlace(frame, column, row))),
  );
  const heights = new Float32Array(columns * rows);
  for (let at = 0; at < heights.length; at += 1) {
    heights[at] = host.groundHeight(nodePlace(frame, at % columns, Math.floor(at / columns))) ?? Number.NaN;
    if (at % atOnce === atOnce - 1) await breathe();
  }
  return { ...frame, heights };
};
