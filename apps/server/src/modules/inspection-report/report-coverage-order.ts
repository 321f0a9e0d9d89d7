import type { RouteCoverageFigures, RoutePlan } from '@eyrie/domain';
import { groundOfGrid, photoSight, routeCoverage, type GridFrame } from '@eyrie/planner';
import { undulation } from '../../platform/undulation.ts';
import type { HomePhoto } from './report-coverage.store.ts';

/** What was promised of one route, and the photos that came home from it. */
export interface CoverageOrder {
  kind: 'coverage';
  plan: RoutePlan;
  /** Metres above the ellipsoid of each node; null: unknown. Null in all: no terrain is seen. */
  ground: { frame: GridFrame; heights: readonly (number | null)[] } | null;
  photos: readonly HomePhoto[];
}

const groundOf = (ground: CoverageOrder['ground']) => ({
  ...(ground
    ? groundOfGrid({
        ...ground.frame,
        heights: Float32Array.from(ground.heights, (height) => height ?? Number.NaN),
        obstacles: null,
      })
    : { height: () => null }),
  undulation,
});

/** Compares one route with its photos. */
export const compareRoute = ({ plan, ground, photos }: CoverageOrder): RouteCoverageFigures => {
  const overEllipsoid = groundOf(ground);
  const over = {
    ...overEllipsoid,
    height: (place: { lng: number; lat: number }): number | null => {
      const height = overEllipsoid.height(place);
      return height === null ? null : height - undulation(place);
    },
  };
  return routeCoverage(
    plan,
    over,
    photos.map(({ facts, ...picture }) => photoSight(facts, picture, undulation)),
  );
};
