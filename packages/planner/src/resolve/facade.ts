import type { RoutePlan } from '@eyrie/domain';
import { lineSpacing, photoDistance, planFacade } from '@eyrie/geometry';
import { clampPitch } from '../model.ts';
import type { Ground, ResolvedPoint } from '../resolved.ts';
import { mappingCameraOf } from './mapping-camera.ts';
import type { Faults } from './faults.ts';
import { heightFrame } from './heights.ts';
import { photoCount, sampleDistance, withPhotos } from './photos.ts';
import { planned } from './planning-faults.ts';
import type { ResolvedArea } from './resolved-area.ts';
import { settledTurns } from './turns.ts';

/**
 * Rows along a wall, from the bottom to the top, to and fro. The wall is photographed from `distance` metres: sides of photos
 * overlap along a row by the side overlap, rows by the front overlap, as the camera stands upright.
 */
export function resolveFacade(
  plan: RoutePlan,
  [ground, faults]: readonly [Ground, Faults],
): ResolvedArea | null {
  const { settings, area } = plan;
  const metres = Math.abs(area.distance);
  const laid = planned(() => {
    const camera = mappingCameraOf(settings.camera);
    return planFacade(area.line, {
      distance: metres,
      side: area.distance < 0 ? 'right' : 'left',
      bottom: area.bottom,
      top: area.top,
      spacing: photoDistance(camera, metres, area.frontOverlap),
      photoDistance: lineSpacing(camera, metres, area.sideOverlap),
      pitch: Math.min(30, Math.max(-90, settings.gimbalPitch === -90 ? 0 : settings.gimbalPitch)),
    });
  }, faults);
  if (!laid) return null;
  const frame = heightFrame(settings, ground);
  const turns = settledTurns(laid, () => ({ turnMode: settings.turnMode, damping: undefined }));
  const points = laid.map(({ heading, pitch, ...place }, index): ResolvedPoint => ({
    ...place,
    id: `0.${index}`,
    seaHeight: frame.toSea(place, place.height),
    speed: settings.speed,
    headingMode: 'smoothTransition',
    heading,
    ...(turns[index] as (typeof turns)[number]),
    straight: true,
    gimbalPitch: index === 0 ? clampPitch(settings, pitch) : null,
    ai: settings.ai,
    actions: [],
    interest: null,
    origin: null,
  }));
  const sweeps = rowsOf(points);
  const line = { pass: 0, points, sweeps };
  // Points are where photos are due; an interval beside them would take others.
  const asked =
    plan.photos.mode === 'none' ? plan : { ...plan, photos: { ...plan.photos, mode: 'point' as const } };
  const taken = withPhotos(line, asked, null);
  return {
    lines: [taken],
    photos: {
      every: null,
      by: null,
      count: photoCount(taken),
      groundSampleDistance: sampleDistance(settings.camera, metres),
      spacing: rowSpacing(points),
    },
    direction: null,
    area: null,
  };
}

/** Stretches of one height. */
function rowsOf(points: readonly ResolvedPoint[]): [number, number][] {
  const rows: [number, number][] = [];
  let first = 0;
  for (let at = 1; at <= points.length; at += 1) {
    if (at < points.length && points[at]?.height === points[first]?.height) continue;
    if (at - 1 > first) rows.push([first, at - 1]);
    first = at;
  }
  return rows;
}

function rowSpacing(points: readonly ResolvedPoint[]): number | null {
  const other = points.find(({ height }) => height !== points[0]?.height);
  return other && points[0] ? Math.abs(other.height - points[0].height) : null;
}
