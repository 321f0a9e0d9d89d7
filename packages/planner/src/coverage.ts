import type { RoutePlan } from '@eyrie/domain';
import {
  coverageOf,
  PlanningFault,
  sensorView,
  type AreaPart,
  type Coverage,
  type PhotoView,
} from '@eyrie/geometry';
import { mappingCameraOf } from './resolve/mapping-camera.ts';
import type { Ground, ResolvedRoute } from './resolved.ts';
import { takenPhotos, type TakenPhoto } from './taken-photos.ts';

/** What the photos of a plan show of the ground. */
export interface PlanCoverage {
  readonly photos: readonly TakenPhoto[];
  /** How often each place is seen, and what of the area is not; null: it is too large to be counted. */
  readonly counted: Coverage | null;
}

/** Shares of the area that lie on no photo, on one … and on five or more. */
export type OverlapShares = readonly [number, number, number, number, number, number];

/** Counts from this on are one class. */
export const overlapMost = 5;

function counted(options: Parameters<typeof coverageOf>[0]): Coverage | null {
  try {
    return coverageOf(options);
  } catch (error) {
    if (error instanceof PlanningFault) return null;
    throw error;
  }
}

/** Rings of the area that lines or passes are to show; nothing: the plan has none. */
export const areaToCover = ({ area, type }: RoutePlan): AreaPart[] =>
  type.startsWith('regional') && (area.pattern === 'lines' || area.pattern === 'oblique')
    ? area.parts.map(({ outer, holes }) => [outer, ...holes])
    : [];

/** Heights above the sea where they are known of every photo, else those of the plan over ground at 0. */
const viewsOf = (photos: readonly TakenPhoto[]): { views: PhotoView[]; overSea: boolean } => {
  const overSea = photos.every(({ sea }) => sea !== null);
  return {
    views: photos.map((photo) => ({ ...photo, height: (overSea ? photo.sea : null) ?? photo.height })),
    overSea,
  };
};

/** Metres of the ground where a part of it is not known: as under the first photo over known ground. */
export const knownLevel = (photos: readonly TakenPhoto[], ground: Ground): number => {
  for (const photo of photos) {
    const level = ground.height(photo);
    if (level !== null) return level;
  }
  return 0;
};

/**
 * On how many photos each place is, at the height of the ground: of an area of lines or passes, else wherever photos show it. Ground
 * that is not known lies level. Null where no photos are taken.
 * @param cells most cells that are counted; default 50 000
 */
export function planCoverage(
  plan: RoutePlan,
  route: ResolvedRoute,
  ground: Ground,
  cells?: number,
): PlanCoverage | null {
  const photos = takenPhotos(plan, route);
  if (photos.length === 0) return null;
  const { views, overSea } = viewsOf(photos);
  const heights = overSea ? { heightAt: ground.height, level: knownLevel(photos, ground) } : {};
  return {
    photos,
    counted: counted({
      ground: areaToCover(plan),
      photos: views,
      angles: sensorView(mappingCameraOf(plan.settings.camera)),
      ...heights,
      ...(cells === undefined ? {} : { cells }),
    }),
  };
}

/** How much of the area, or of what is seen at all, lies on how many photos; all 0 where there is none. */
export function overlapShares({ counts, inside, area }: Coverage): OverlapShares {
  const cells: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  let all = 0;
  for (let at = 0; at < counts.length; at += 1) {
    const count = counts[at] as number;
    if (area > 0 ? !inside[at] : count === 0) continue;
    cells[Math.min(overlapMost, count) as 0] += 1;
    all += 1;
  }
  return cells.map((one) => (all > 0 ? one / all : 0)) as unknown as OverlapShares;
}
