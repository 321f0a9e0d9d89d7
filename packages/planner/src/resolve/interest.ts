import { limits, type RoutePlan } from '@eyrie/domain';
import { bearing, destination, distance, normaliseHeading, type PlaceAtHeight } from '@eyrie/geometry';
import { clampPitch } from '../model.ts';
import type { Ground, ResolvedLine, ResolvedPoint } from '../resolved.ts';
import type { Faults } from './faults.ts';
import { heightFrame } from './heights.ts';
import { placeFaults } from './plan-faults.ts';
import { settledTurns } from './turns.ts';

const { plan: bound } = limits.route;

/** The heights of an orbit, lowest and highest, metres in the plan's height mode. */
const heightsOf = ({ settings, interest }: RoutePlan): readonly [number, number] => {
  const turns = interest.pattern === 'spiral' ? interest.rings : interest.rings - 1;
  return [settings.height, settings.height + Math.max(0, turns) * interest.ringStep];
};

function interestFaults(plan: RoutePlan, faults: Faults): void {
  const { interest } = plan;
  faults.range('interest.radius', interest.radius, 1, 5_000);
  faults.range('interest.points', interest.points, 3, 360);
  faults.range('interest.rings', interest.rings, 1, 50);
  faults.range('interest.ringStep', interest.ringStep, 0, 500);
  faults.range('interest.start', interest.start, 0, 360);
  if (!interest.centre) {
    faults.add('missing', 'interest.centre');
    return;
  }
  const sound = placeFaults(interest.centre, 'interest.centre', faults);
  const at = sound ? interest.centre : null;
  const { height } = interest.centre;
  if (!faults.range('interest.centre.height', height, bound.heightMin, bound.heightMax, at)) return;
  const [lowest, highest] = heightsOf(plan);
  if (!(height < lowest))
    faults.add('notBelowFlight', 'interest.centre.height', { found: height, max: lowest }, at);
  if (highest > bound.heightMax) faults.range('interest.ringStep', highest, bound.heightMin, bound.heightMax);
}

/** Places of an orbit in their order. A ring ends where it began, so that its last chord is flown too. */
function orbit({ settings, interest }: RoutePlan, centre: PlaceAtHeight): PlaceAtHeight[] {
  const { pattern, radius, points, rings, ringStep, clockwise, start } = interest;
  const whole = Math.round(points);
  const perRing = whole + (pattern === 'rings' ? 1 : 0);
  const count = Math.round(rings) * perRing + (pattern === 'rings' ? 0 : 1);
  return Array.from({ length: count }, (_, index) => {
    const ring = Math.floor(index / perRing);
    const step = pattern === 'rings' ? index % perRing : index;
    const azimuth = start + (clockwise ? 1 : -1) * ((step % whole) / whole) * 360;
    const rise = pattern === 'rings' ? ring * ringStep : (index / whole) * ringStep;
    return { ...destination(centre, azimuth, radius), height: settings.height + rise };
  });
}

/** Tenths of a degree are what gimbals keep. */
const tenth = (degrees: number): number => Math.round(degrees * 10) / 10;

/**
 * An orbit around a place: every point looks at it by heading and by pitch −atan2(height above it, distance), as far down and up
 * as the gimbal of the model goes. Between points a straight change of heading would lose the place: hence `towardPOI` unless
 * the settings ask for another mode.
 */
export function resolveInterest(plan: RoutePlan, ground: Ground, faults: Faults): ResolvedLine | null {
  const { settings, interest } = plan;
  const before = faults.list.length;
  interestFaults(plan, faults);
  const { centre } = interest;
  if (faults.list.length > before || !centre) return null;
  const path = orbit(plan, centre);
  const frame = heightFrame(settings, ground);
  const turns = settledTurns(path, () => ({ turnMode: settings.turnMode, damping: undefined }));
  let pitch: number | null = null;
  const points = path.map((place, index): ResolvedPoint => {
    const down = -(Math.atan2(place.height - centre.height, distance(place, centre)) * 180) / Math.PI;
    const wanted = clampPitch(settings, tenth(down));
    const set = wanted === pitch ? null : wanted;
    pitch = wanted;
    return {
      ...place,
      id: `0.${index}`,
      seaHeight: frame.toSea(place, place.height),
      speed: settings.speed,
      headingMode: settings.headingMode,
      heading: normaliseHeading(bearing(place, centre)),
      ...(turns[index] as (typeof turns)[number]),
      straight: true,
      gimbalPitch: set,
      ai: settings.ai,
      actions: [],
      interest: settings.headingMode === 'towardPOI' ? centre : null,
      origin: null,
    };
  });
  return { pass: 0, points, sweeps: [] };
}
