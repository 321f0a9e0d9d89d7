import { distance, type Place } from '@eyrie/geometry';
import { homeOf } from '../flight-path.ts';
import type { Ground, ResolvedPoint } from '../resolved.ts';
import { placeOnLeg, topAt } from '../samples.ts';
import type { Findings } from './finding.ts';
import type { CheckInput } from './input.ts';

/** Metres of the antenna of a dock above the ground it stands on. */
const antenna = 2;
/** Metres between two samples of a line of sight, and how many of them at most. */
const step = 30;
const samplesMost = 200;
/** Points that are looked at: of a longer route every so many. */
const pointsMost = 1_000;
/** Half the refraction-free curvature: metres by which the Earth rises into a line of sight of d metres, at a share t. */
const curvature = (metres: number, share: number): number =>
  (metres * metres * share * (1 - share)) / (2 * (4 / 3) * 6_371_000);

type Sight = 'clear' | 'blocked' | 'unknown';

/** Whether ground and buildings leave the straight line between two places free. Radio bends with the air: 4/3 of the Earth's radius. */
function sightBetween(from: Place & { sea: number }, to: Place & { sea: number }, ground: Ground): Sight {
  const metres = distance(from, to);
  const count = Math.min(samplesMost, Math.max(2, Math.ceil(metres / step)));
  const place = placeOnLeg({ from, to, ground: metres });
  const spot = { lng: 0, lat: 0 };
  let unknown = false;
  for (let at = 1; at < count; at += 1) {
    const share = at / count;
    const top = topAt(ground, place(share, spot));
    if (top === null) unknown = true;
    else if (top + curvature(metres, share) > from.sea + (to.sea - from.sea) * share) return 'blocked';
  }
  return unknown ? 'unknown' : 'clear';
}

/** Whether the dock sees the aircraft at its points: behind a hill the link is lost. */
export function checkSight({ plan, route, ground }: CheckInput, findings: Findings): void {
  const home = homeOf(plan, ground);
  if (!home) {
    findings.add('linkSight', { unchecked: true, field: 'settings.takeOff', values: { missing: 'takeOff' } });
    return;
  }
  const points = route.lines.flatMap((line) => line.points);
  const every = Math.max(1, Math.ceil(points.length / pointsMost));
  let unknown: ResolvedPoint | null = null;
  const hidden: ResolvedPoint[] = [];
  for (let at = 0; at < points.length; at += every) {
    const point = points[at] as ResolvedPoint;
    const sight =
      home.sea === null || point.seaHeight === null
        ? 'unknown'
        : sightBetween({ ...home, sea: home.sea + antenna }, { ...point, sea: point.seaHeight }, ground);
    if (sight === 'blocked') hidden.push(point);
    if (sight === 'unknown') unknown ??= point;
  }
  const [first] = hidden;
  if (first)
    findings.add('linkSight', {
      place: { lng: first.lng, lat: first.lat },
      points: hidden.map(({ id }) => id),
      count: hidden.length * every,
    });
  if (unknown)
    findings.add('linkSight', {
      unchecked: true,
      place: { lng: unknown.lng, lat: unknown.lat },
      points: [unknown.id],
      values: { missing: 'terrain' },
    });
}
