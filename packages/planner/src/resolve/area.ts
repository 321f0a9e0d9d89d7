import { limits, type RoutePlan } from '@eyrie/domain';
import {
  lineSpacing,
  planArea,
  planCorridor,
  planOblique,
  rampDistance,
  type AreaPlan,
  type EntryCorner,
  type Ground as AreaGround,
  type Place,
} from '@eyrie/geometry';
import { clampPitch } from '../model.ts';
import type { Ground, ResolvedLine } from '../resolved.ts';
import { areaLine, type LaidLine } from './area-line.ts';
import type { Faults } from './faults.ts';
import { resolveFacade } from './facade.ts';
import { mappingCameraOf } from './mapping-camera.ts';
import { photoCount, photoTrigger, sampleDistance, withPhotos } from './photos.ts';
import { planned } from './planning-faults.ts';
import type { ResolvedArea } from './resolved-area.ts';
import { aboveSurface } from './surface.ts';

const entries: readonly EntryCorner[] = ['leftBack', 'leftFront', 'rightBack', 'rightFront'];

const areaGround = ({ area }: RoutePlan): AreaGround => ({
  parts: area.parts.map(({ outer, holes }) => [outer, ...holes]),
  forbidden: area.forbidden,
  margin: area.margin,
});

/** Metres by which lines are drawn out so that photos are taken at full speed. */
const turnaroundOf = ({ area }: RoutePlan, speed: number): number =>
  area.turnaround ? rampDistance(0, speed) : 0;

const areaOptions = (plan: RoutePlan, speed: number) => {
  const entry = entries[plan.area.entry];
  return {
    course: plan.area.direction ?? ('best' as const),
    // Lines that end on the edge leave the corners between them unseen, a quarter of a per cent of a small field.
    ends: 'band' as const,
    turnaround: turnaroundOf(plan, speed),
    speed,
    ...(entry ? { entry } : {}),
    ...(plan.settings.takeOff ? { home: plan.settings.takeOff } : {}),
  };
};

/** The strips of an area plan and the ways between them as one line. */
function laidStrips({ strips, transits }: AreaPlan): LaidLine {
  const path: Place[] = [];
  const sweeps: [number, number][] = [];
  for (const [at, { begin, end }] of strips.entries()) {
    path.push(...(transits[at - 1]?.over ?? []), begin, end);
    sweeps.push([path.length - 2, path.length - 1]);
  }
  return { path, sweeps };
}

/**
 * Metres above the surface that is photographed, by which lines are laid: the terrain that is followed, the height above take-off
 * in relative mode, or else that above the ground in the middle.
 */
function surfaceOf(plan: RoutePlan, ground: Ground, faults: Faults): number | null {
  const { settings, area } = plan;
  if (settings.followTerrain !== null) return settings.followTerrain;
  if (settings.heightMode === 'relative') {
    if (settings.height > 0) return settings.height;
    faults.add('outOfRange', 'settings.height', { found: settings.height, min: 0 });
    return null;
  }
  const outline = area.pattern === 'corridor' ? area.line : (area.parts[0]?.outer ?? []);
  const middle = middleOf(outline);
  const metres = middle && aboveSurface(plan, ground, middle, settings.height);
  if (metres === null || metres === undefined) faults.add('groundUnknown', 'settings.height', {}, middle);
  else if (!(metres > 0))
    faults.add(
      'outOfRange',
      'settings.height',
      { found: settings.height, min: settings.height - metres },
      middle,
    );
  return metres && metres > 0 ? metres : null;
}

const middleOf = (places: readonly Place[]): Place | null => {
  const [first] = places;
  if (!first) return null;
  const sum = places.reduce(
    (total, { lng, lat }) => ({
      lng: total.lng + (((lng - first.lng + 540) % 360) - 180),
      lat: total.lat + lat,
    }),
    {
      lng: 0,
      lat: 0,
    },
  );
  return { lng: first.lng + sum.lng / places.length, lat: sum.lat / places.length };
};

interface Pass {
  readonly line: ResolvedLine;
  readonly surface: number;
  readonly speed: number;
  readonly frontOverlap: number;
}

/** Photos of all passes; how often and how fine are those of the first. */
function photographed(
  passes: readonly Pass[],
  plan: RoutePlan,
  spacing: number,
): Pick<ResolvedArea, 'lines' | 'photos'> {
  const triggers = passes.map(({ surface, speed, frontOverlap }) =>
    photoTrigger(plan, surface, speed, frontOverlap),
  );
  const lines = passes.map(({ line }, at) => withPhotos(line, plan, triggers[at] ?? null));
  const [trigger] = triggers;
  return {
    lines,
    photos: {
      every: trigger?.every ?? null,
      by: trigger?.by ?? null,
      count: lines.reduce((sum, line) => sum + photoCount(line), 0),
      groundSampleDistance: passes[0] ? sampleDistance(plan.settings.camera, passes[0].surface) : null,
      spacing,
    },
  };
}

type Around = readonly [Ground, Faults];

function resolveLines(plan: RoutePlan, around: Around): ResolvedArea | null {
  const [ground, faults] = around;
  const { settings, area } = plan;
  const surface = surfaceOf(plan, ground, faults);
  if (surface === null) return null;
  const laid = planned(() => {
    const spacing = lineSpacing(mappingCameraOf(settings.camera), surface, area.sideOverlap);
    return planArea(areaGround(plan), { ...areaOptions(plan, settings.speed), spacing });
  }, faults);
  if (!laid) return null;
  const style = {
    pass: 0,
    speed: settings.speed,
    pitch: clampPitch(settings, settings.gimbalPitch),
    heading: null,
  };
  const line = areaLine(laidStrips(laid), plan, style, around);
  if (!line) return null;
  const pass = { line, surface, speed: settings.speed, frontOverlap: area.frontOverlap };
  return { ...photographed([pass], plan, laid.spacing), direction: laid.course, area: laid.area };
}

function resolveOblique(plan: RoutePlan, around: Around): ResolvedArea | null {
  const [ground, faults] = around;
  const { settings, area } = plan;
  const surface = surfaceOf(plan, ground, faults);
  if (surface === null) return null;
  const pitch = clampPitch(settings, area.tilt);
  const passes = planned(
    () =>
      planOblique(areaGround(plan), {
        ...areaOptions(plan, settings.speed),
        camera: mappingCameraOf(settings.camera),
        height: surface,
        down: { sideOverlap: area.sideOverlap, frontOverlap: area.frontOverlap, speed: settings.speed },
        tilted: {
          pitch,
          sideOverlap: area.tiltSideOverlap,
          frontOverlap: area.tiltFrontOverlap,
          speed: area.tiltSpeed,
        },
      }),
    faults,
  );
  if (!passes) return null;
  const flown = passes.map(({ plan: laid, pitch: down, heading, speed, slant }, pass) => {
    const line = areaLine(laidStrips(laid), plan, { pass, speed, pitch: down, heading }, around);
    const frontOverlap = pass === 0 ? area.frontOverlap : area.tiltFrontOverlap;
    return line && { line, surface: slant, speed, frontOverlap };
  });
  if (flown.some((pass) => pass === null)) return null;
  const [down] = passes;
  return {
    ...photographed(
      flown.filter((pass) => pass !== null),
      plan,
      down?.plan.spacing ?? 0,
    ),
    direction: down?.plan.course ?? null,
    area: down?.plan.area ?? null,
  };
}

function resolveCorridor(plan: RoutePlan, around: Around): ResolvedArea | null {
  const [ground, faults] = around;
  const { settings, area } = plan;
  const surface = surfaceOf(plan, ground, faults);
  if (surface === null) return null;
  const laid = planned(() => {
    const spacing = lineSpacing(mappingCameraOf(settings.camera), surface, area.sideOverlap);
    return planCorridor(area.line, { left: area.left, right: area.right, spacing });
  }, faults);
  if (!laid) return null;
  const path: Place[] = [];
  const sweeps: [number, number][] = [];
  for (const { path: one } of laid.lines) {
    sweeps.push([path.length, path.length + one.length - 1]);
    for (const place of one) path.push(place);
  }
  const style = {
    pass: 0,
    speed: settings.speed,
    pitch: clampPitch(settings, settings.gimbalPitch),
    heading: null,
  };
  const line = areaLine({ path, sweeps }, plan, style, around);
  if (!line) return null;
  const pass = { line, surface, speed: settings.speed, frontOverlap: area.frontOverlap };
  const [first] = laid.lines;
  const width = area.left + area.right;
  return {
    ...photographed([pass], plan, laid.spacing),
    direction: null,
    area: first ? width * (laid.lineLength / laid.lines.length) : null,
  };
}

/** Numbers that every kind of area depends on. */
function areaFaults({ area }: RoutePlan, faults: Faults): void {
  for (const field of ['sideOverlap', 'frontOverlap', 'tiltSideOverlap', 'tiltFrontOverlap'] as const)
    faults.range(`area.${field}`, area[field], 0, 95);
  const { directionMin, directionMax } = limits.route.plan;
  if (area.direction !== null) faults.range('area.direction', area.direction, directionMin, directionMax);
  faults.range('area.margin', area.margin, -1_000, 1_000);
  if (area.pattern === 'facade') faults.range('area.distance', Math.abs(area.distance), 1, 500);
  if (area.pattern === 'oblique') {
    faults.range('area.tilt', area.tilt, -85, -30);
    faults.range('area.tiltSpeed', area.tiltSpeed, 1, 15);
  }
}

/** The lines of a `regional` or `regionalMapping` plan. Faults are added; null where there are any. */
export function resolveArea(plan: RoutePlan, ground: Ground, faults: Faults): ResolvedArea | null {
  const before = faults.list.length;
  areaFaults(plan, faults);
  if (faults.list.length > before) return null;
  switch (plan.area.pattern) {
    case 'corridor':
      return resolveCorridor(plan, [ground, faults]);
    case 'oblique':
      return resolveOblique(plan, [ground, faults]);
    case 'facade':
      return resolveFacade(plan, [ground, faults]);
    default:
      return resolveLines(plan, [ground, faults]);
  }
}
