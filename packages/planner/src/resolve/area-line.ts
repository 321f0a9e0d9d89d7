import type { RoutePlan } from '@eyrie/domain';
import { bearing, normaliseHeading, type PlaceAtHeight, type Place } from '@eyrie/geometry';
import type { Ground, ResolvedLine, ResolvedPoint } from '../resolved.ts';
import type { Faults } from './faults.ts';
import { followTerrain } from './follow-terrain.ts';
import { heightFrame } from './heights.ts';
import { planned } from './planning-faults.ts';
import { settledTurns } from './turns.ts';

/** A laid line before its heights: where it leads, and which stretches of it are swept. */
export interface LaidLine {
  readonly path: readonly Place[];
  /** Places in `path` where swept stretches begin and end. */
  readonly sweeps: readonly (readonly [first: number, last: number])[];
}

/** How the points of a laid line are flown. */
export interface LineStyle {
  readonly pass: number;
  /** m/s */
  readonly speed: number;
  /** Degrees of the gimbal on all of it. */
  readonly pitch: number;
  /** Degrees to which the nose is held whatever the course is; null: by the settings. */
  readonly heading: number | null;
}

/** The line in space: at the height of the plan, or above the terrain. Null with a fault where that cannot be known. */
function raised(
  { path, sweeps }: LaidLine,
  { settings }: RoutePlan,
  speed: number,
  [ground, faults]: readonly [Ground, Faults],
): { path: PlaceAtHeight[]; sweeps: LaidLine['sweeps'] } | null {
  if (settings.followTerrain === null)
    return { path: path.map(({ lng, lat }) => ({ lng, lat, height: settings.height })), sweeps };
  if (!faults.range('settings.followTerrain', settings.followTerrain, 5, 1_500)) return null;
  const frame = heightFrame(settings, ground);
  const [start] = path;
  if (start && frame.toPlan(start, 0) === null) {
    const relative = settings.heightMode === 'relative';
    if (relative) faults.add('takeOffUnknown', 'settings.takeOff', {}, settings.takeOff);
    else faults.add('groundUnknown', 'settings.heightMode', {}, start);
    return null;
  }
  const above = settings.followTerrain;
  const followed = planned(() => followTerrain(path, above, speed, ground), faults);
  return (
    followed && {
      path: followed.path.map(({ lng, lat, height: sea }) => ({
        lng,
        lat,
        // Where the first one can be converted, all can.
        height: Math.ceil((frame.toPlan({ lng, lat }, sea) ?? sea) * 100) / 100,
      })),
      sweeps: sweeps.map(([first, last]) => [
        followed.corners[first] ?? first,
        followed.corners[last] ?? last,
      ]),
    }
  );
}

const courseAt = (path: readonly Place[], index: number): number => {
  const from = index + 1 < path.length ? index : index - 1;
  const [here, next] = [path[from], path[from + 1]];
  return here && next ? normaliseHeading(bearing(here, next)) : 0;
};

/** A laid line with every value of its points. Null with a fault where its heights cannot be known. */
export function areaLine(
  laid: LaidLine,
  plan: RoutePlan,
  style: LineStyle,
  [ground, faults]: readonly [Ground, Faults],
): ResolvedLine | null {
  const { settings } = plan;
  const line = raised(laid, plan, style.speed, [ground, faults]);
  if (!line) return null;
  const { path, sweeps } = line;
  const frame = heightFrame(settings, ground);
  const turns = settledTurns(path, () => ({ turnMode: settings.turnMode, damping: undefined }));
  const held = style.heading === null ? null : normaliseHeading(style.heading);
  const along = held === null && settings.headingMode === 'followWayline';
  const points = path.map((place, index): ResolvedPoint => ({
    ...place,
    id: `${style.pass}.${index}`,
    seaHeight: frame.toSea(place, place.height),
    speed: style.speed,
    // The same angle at every point holds the nose while the lines lead to and fro.
    headingMode: held === null ? settings.headingMode : 'smoothTransition',
    heading: held ?? (along ? courseAt(path, index) : normaliseHeading(settings.heading)),
    ...(turns[index] as (typeof turns)[number]),
    straight: true,
    gimbalPitch: index === 0 ? style.pitch : null,
    ai: settings.ai,
    actions: [],
    interest: null,
    origin: null,
  }));
  return { pass: style.pass, points, sweeps };
}
