import {
  checkRegionRules,
  type FlownLeg,
  type GateRegion,
  type HeightRange,
  type RegionVerdict,
} from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { PathLeg } from '../flight-path.ts';
import type { Ground } from '../resolved.ts';
import { placeOnLeg, sampleCount } from '../samples.ts';
import type { Findings } from './finding.ts';
import type { CheckInput } from './input.ts';

const rangeOf = (a: number, b: number): HeightRange => [Math.min(a, b), Math.max(a, b)];

const seaRange = ({ from, to }: PathLeg): HeightRange | null =>
  from.sea === null || to.sea === null ? null : rangeOf(from.sea, to.sea);

/** Least and greatest metres above the ground on a leg; null: the ground is not known everywhere on it. */
function groundRange(leg: PathLeg, ground: Ground): HeightRange | null {
  const { from, to } = leg;
  if (from.sea === null || to.sea === null) return null;
  const place = placeOnLeg(leg);
  const count = leg.ground < 1e-3 ? 2 : sampleCount(leg.ground);
  let [low, high] = [Infinity, -Infinity];
  for (let at = 0; at < count; at += 1) {
    const share = at / (count - 1);
    const below = ground.height(place(share));
    if (below === null) return null;
    const above = from.sea + (to.sea - from.sea) * share - below;
    [low, high] = [Math.min(low, above), Math.max(high, above)];
  }
  return [low, high];
}

/** A leg as regions are asked about it. The ground below it is only sampled for regions that count from it. */
function flownLeg(leg: PathLeg, ground: Ground): FlownLeg {
  let above: HeightRange | null | undefined;
  return {
    name: leg.name,
    from: leg.from,
    to: leg.to,
    heights: {
      sea: seaRange(leg),
      get ground() {
        above ??= groundRange(leg, ground);
        return above;
      },
    },
  };
}

interface Question {
  readonly regions: readonly GateRegion[];
  readonly from: number;
  readonly until: number;
}

const clean = ({ region, heights }: RegionVerdict): boolean =>
  region.verdict === 'passed' && heights?.verdict !== 'notChecked';

/** One leg, or a landing, by itself: its findings name the place where the camera has to fly. */
function checkOne(
  verdict: RegionVerdict,
  where: { place: Place; points?: readonly (string | null)[]; leg: string },
  findings: Findings,
): void {
  const { region, heights } = verdict;
  if (region.verdict === 'failed')
    findings.add(region.reason, { ...where, values: { region: region.where.split(' · ')[0] ?? '' } });
  else if (heights?.verdict === 'notChecked')
    findings.add('insideNoFly', {
      ...where,
      unchecked: true,
      values: { missing: 'terrain', region: heights.where.split(' · ')[0] ?? '' },
    });
}

/** Every leg against the regions, with its heights and the time that it may be in the air. */
export function checkRegions({ path, plan, ground, context }: CheckInput, findings: Findings): void {
  const { regions, from = 0, until = Number.MAX_SAFE_INTEGER } = context;
  if (!regions) {
    findings.add('insideNoFly', { unchecked: true, values: { missing: 'regions' } });
    return;
  }
  const { takeOff } = plan.settings;
  const question: Question = { regions, from, until };
  const landings = [
    ...(takeOff ? [{ name: '⌂', at: takeOff }] : []),
    ...(context.alternate ? [{ name: '⚑', at: context.alternate }] : []),
  ];
  const legs = path.map((leg) => flownLeg(leg, ground));
  if (regions.length === 0 || legs.length === 0) return;
  // Most plans meet no region: one question for all of it is much cheaper than one for each leg.
  if (clean(checkRegionRules({ ...question, legs, landings }))) return;
  for (const [at, leg] of legs.entries())
    checkOne(
      checkRegionRules({ ...question, legs: [leg], landings: [] }),
      { place: middle(path[at] as PathLeg), points: path[at]?.ids ?? [], leg: leg.name },
      findings,
    );
  for (const landing of landings)
    checkOne(
      checkRegionRules({
        regions: regions.filter(({ kind }) => kind === 'noLanding'),
        from,
        until,
        legs: [],
        landings: [landing],
      }),
      { place: { lng: landing.at.lng, lat: landing.at.lat }, leg: landing.name },
      findings,
    );
}

const middle = (leg: PathLeg): Place => placeOnLeg(leg)(0.5);
