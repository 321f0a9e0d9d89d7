import { limits, type RoutePlan } from '@eyrie/domain';
import { planOrbit, type FacingPoint, type PlaceAtHeight } from '@eyrie/geometry';
import { pitchRange } from '../model.ts';
import type { Ground, ResolvedLine, ResolvedPoint } from '../resolved.ts';
import type { Faults } from './faults.ts';
import { heightFrame } from './heights.ts';
import { placeFaults } from './plan-faults.ts';
import { planned } from './planning-faults.ts';
import { settledTurns } from './turns.ts';

const { plan: bound } = limits.route;

/** The heights of an orbit from the lowest up, metres in the plan's height mode. */
const heightsOf = ({ settings, interest }: RoutePlan): number[] => {
  const count = Math.round(interest.rings) + (interest.pattern === 'spiral' ? 1 : 0);
  return Array.from({ length: count }, (_, ring) => settings.height + ring * interest.ringStep);
};

function interestFaults(plan: RoutePlan, faults: Faults): void {
  const { interest } = plan;
  faults.range('interest.radius', interest.radius, 1, 5_000);
  faults.range('interest.points', interest.points, 3, 360);
  faults.range('interest.rings', interest.rings, 1, 50);
  faults.range('interest.ringStep', interest.ringStep, 0, 500);
  faults.range('interest.start', interest.start, 0, 360);
  if (!interest.centre) faults.add('missing', 'interest.centre');
  else if (placeFaults(interest.centre, 'interest.centre', faults))
    faults.range(
      'interest.centre.height',
      interest.centre.height,
      bound.heightMin,
      bound.heightMax,
      interest.centre,
    );
}

/** Places of an orbit with where the camera looks; null with a fault where there are none. */
function orbit(plan: RoutePlan, centre: PlaceAtHeight, faults: Faults): readonly FacingPoint[] | null {
  const { settings, interest } = plan;
  const heights = heightsOf(plan);
  const highest = heights.at(-1) ?? settings.height;
  if (!faults.range('interest.ringStep', highest, bound.heightMin, bound.heightMax)) return null;
  const made = planned(
    () =>
      planOrbit({
        point: centre,
        radius: interest.radius,
        heights,
        points: Math.round(interest.points),
        direction: interest.clockwise ? 'clockwise' : 'counterClockwise',
        start: interest.start,
        pitchRange: pitchRange(settings),
        ...(interest.pattern === 'spiral' ? { turns: Math.round(interest.rings) } : {}),
      }),
    faults,
  );
  return made?.points ?? null;
}

/** Tenths of a degree are what gimbals keep. */
const tenth = (degrees: number): number => Math.round(degrees * 10) / 10;

/**
 * An orbit around a place: every point looks at it by heading and pitch, as far down and up as the gimbal of the model goes.
 * Between points a straight change of heading would lose the place: hence `towardPOI` unless the settings ask for another mode.
 */
export function resolveInterest(plan: RoutePlan, ground: Ground, faults: Faults): ResolvedLine | null {
  const { settings, interest } = plan;
  const before = faults.list.length;
  interestFaults(plan, faults);
  const { centre } = interest;
  if (faults.list.length > before || !centre) return null;
  const path = orbit(plan, centre, faults);
  if (!path) return null;
  const frame = heightFrame(settings, ground);
  const turns = settledTurns(path, () => ({ turnMode: settings.turnMode, damping: undefined }));
  let pitch: number | null = null;
  const points = path.map(({ heading, pitch: down, ...place }, index): ResolvedPoint => {
    const set = tenth(down) === pitch ? null : tenth(down);
    pitch = tenth(down);
    return {
      ...place,
      id: `0.${index}`,
      seaHeight: frame.toSea(place, place.height),
      speed: settings.speed,
      headingMode: settings.headingMode,
      heading,
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
