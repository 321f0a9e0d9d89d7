import type { RoutePlan } from '@eyrie/domain';
import type { Ground, PhotoFigures, ResolvedLine, ResolvedRoute } from '../resolved.ts';
import { resolveArea } from './area.ts';
import { Faults } from './faults.ts';
import { resolveInterest } from './interest.ts';
import { noPhotos, photoCount, photoTrigger, sampleDistance, withPhotos } from './photos.ts';
import { settingsFaults } from './plan-faults.ts';
import { resolvePoints } from './points.ts';
import { pointSurfaces } from './surface.ts';

/** Photos of a line, and the line with what triggers them. */
function photographed(
  line: ResolvedLine,
  plan: RoutePlan,
  /** Metres to what is photographed: nearest, for the overlap, and farthest, for the size of a pixel; null: not known. */
  surface: readonly [nearest: number, farthest: number] | null,
): { line: ResolvedLine; photos: PhotoFigures } {
  const trigger = photoTrigger(plan, surface?.[0] ?? null, plan.settings.speed, plan.area.frontOverlap);
  const taken = withPhotos(line, plan, trigger);
  return {
    line: taken,
    photos: {
      every: trigger?.every ?? null,
      by: trigger?.by ?? null,
      count: photoCount(taken),
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
  const line =
    plan.type === 'poi' ? resolveInterest(plan, ground, faults) : resolvePoints(plan, ground, faults);
  if (!line) return failed(plan, faults);
  const { line: flown, photos } = photographed(line, plan, pointSurfaces(plan, line, ground));
  return { type: plan.type, lines: [flown], faults: [], photos, direction: null, area: null };
}
