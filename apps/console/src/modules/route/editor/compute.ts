import { obstacleField, type Coverage, type Place } from '@eyrie/geometry';
import {
  groundOfGrid,
  nodePlace,
  planAll,
  planCoverage,
  type Ground,
  type GroundGrid,
  type PathLeg,
  type PlanAnswer,
  type PlanQuestion,
  type Standing,
  standingOnSea,
} from '@eyrie/planner';

/** One line as the map draws it: metres above the ellipsoid, null where that is not known. */
export interface DrawnLine {
  readonly pass: number;
  readonly path: readonly (Place & { readonly height: number | null })[];
}

/** One leg of the flight, with the sea level at its ends in metres above the ellipsoid; null: not known. */
export interface FlownLeg extends PathLeg {
  readonly seaLevels: readonly [number | null, number | null];
}

/** Everything that follows from a plan. */
export interface Computed extends PlanAnswer {
  readonly path: readonly FlownLeg[];
  readonly drawn: readonly DrawnLine[];
  /** Square metres of the area that no photo shows; null: none are taken, or it is too large to be counted. */
  readonly uncovered: number | null;
  /** On how many photos each place is; null: none are taken, or it is too large to be counted. */
  readonly overlap: Coverage | null;
}

/** What is asked beside the ground, which is laid once. */
export type Asked = Omit<PlanQuestion, 'grid'>;

export type Undulation = (place: Place) => number;

const noGround: Ground = { height: () => null, undulation: () => 0 };
/** Nodes of the sea level over a grid, by each side: it changes by centimetres a kilometre. */
const seaNodes = 5;

/** A grid of heights above the ellipsoid as one above the sea, with the sea level of its own. */
export const seaGrid = (grid: GroundGrid, undulation: Undulation): GroundGrid => {
  const across = (grid.columns - 1) / (seaNodes - 1);
  const up = (grid.rows - 1) / (seaNodes - 1);
  const values = Float32Array.from({ length: seaNodes * seaNodes }, (_, at) =>
    undulation(nodePlace(grid, (at % seaNodes) * across, Math.floor(at / seaNodes) * up)),
  );
  const undulations = { columns: seaNodes, rows: seaNodes, values };
  const sea = groundOfGrid({ ...grid, undulations });
  const heights = grid.heights.map(
    (height, at) =>
      height - sea.undulation(nodePlace(grid, at % grid.columns, Math.floor(at / grid.columns))),
  );
  return { ...grid, heights, undulations };
};

/** The ground of a grid above the sea, and what stands on it; without one nothing is known of it but the sea level. */
export const groundOf = (
  grid: GroundGrid | null,
  undulation: Undulation | null,
  /** What stands on it, tops above the ellipsoid; null: no layer says. */
  standing: Standing | null = null,
): Ground => {
  const ground = grid ? groundOfGrid(grid) : { ...noGround, ...(undulation ? { undulation } : {}) };
  if (!standing || !undulation) return ground;
  const { blocks, labels } = standingOnSea(standing, undulation);
  return { ...ground, obstacles: obstacleField(blocks, labels) };
};

const levelAt = (ground: Ground, place: Place): number | null => {
  const level = ground.undulation(place);
  return Number.isNaN(level) ? null : level;
};

export const compute = (asked: Asked, ground: Ground): Computed => {
  const answer = planAll({ ...asked, grid: null }, ground);
  const overlap = planCoverage(asked.plan, answer.route, ground)?.counted ?? null;
  return {
    ...answer,
    path: answer.path.map((leg) => ({
      ...leg,
      seaLevels: [levelAt(ground, leg.from), levelAt(ground, leg.to)],
    })),
    overlap,
    uncovered: overlap && overlap.area > 0 ? overlap.uncovered : null,
    drawn: answer.route.lines.map(({ pass, points }) => ({
      pass,
      path: points.map(({ lng, lat, seaHeight }) => ({
        lng,
        lat,
        height: seaHeight === null ? null : seaHeight + ground.undulation({ lng, lat }),
      })),
    })),
  };
};
