import type { RoutePlan } from '@eyrie/domain';
import type { Ground, PhotoFigures, ResolvedLine, ResolvedRoute } from '../resolved.ts';
import { resolveArea } from './area.ts';
import { Faults } from './faults.ts';
import { resolveInterest } from './interest.ts';
import { noPhotos, photoCount, photoTrigger, sampleDistance, withPhotos } from './photos.ts';
import { settingsFaults } from './plan-faults.ts';
import { resolvePoints } from './points.ts';
import { pointSurfaces } from './surface.ts';

/** Photos of lines, and the lines with what triggers them. */
function photographed(
  lines: readonly ResolvedLine[],
  plan: RoutePlan,
  /** Metres to what is photographed: nearest, for the overlap, and farthest, for the size of a pixel; null: not known. */
  surface: readonly [nearest: number, farthest: number] | null,
): { lines: ResolvedLine[]; photos: PhotoFigures } {
  const trigger = photoTrigger(plan, surface?.[0] ?? null, plan.settings.speed, plan.area.frontOverlap);
  const taken = lines.map((line) => withPhotos(line, plan, trigger));
  return {
    lines: taken,
    photos: {
      every: trigger?.every ?? null,
      by: trigger?.by ?? null,
      count: taken.reduce((sum, line) => sum + photoCount(line), 0),
      groundSampleDistance: surface ? sampleDistance(plan.settings.camera, surface[1]) : null,
      spacing: null,
    },
  };
}

const failed = (plan: RoutePlan, faults: Faults): ResolvedRoute => ({
  type: plan.type,
  lines: [],
  faults: faults.list,
  photos: noPhotos,
  direction: null,
  area: null,
});

/**
 * A plan as it will be flown: every point with every value, in its lines. The same plan over the same ground gives the same
 * route. Never throws: what keeps a plan from being a route is in `faults`, by field and value, and there are no lines then.
 */
export function resolvePlan(plan: RoutePlan, ground: Ground): ResolvedRoute {
  const faults = new Faults();
  settingsFaults(plan, faults);
  if (faults.list.length > 0) return failed(plan, faults);
  if (plan.type === 'regional' || plan.type === 'regionalMapping') {
    const resolved = resolveArea(plan, ground, faults);
    return resolved && faults.list.length === 0
      ? { type: plan.type, faults: [], ...resolved }
      : failed(plan, faults);
  }
  const lines = plan.type === 'poi' ? orbit(plan, ground, faults) : resolvePoints(plan, ground, faults);
  if (!lines) return failed(plan, faults);
  const points = lines.flatMap((line) => line.points);
  const flown = photographed(lines, plan, pointSurfaces(plan, { points }, ground));
  return { type: plan.type, ...flown, faults: [], direction: null, area: null };
}

const orbit = (...asked: Parameters<typeof resolveInterest>): ResolvedLine[] | null => {
  const line = resolveInterest(...asked);
  return line && [line];
};
