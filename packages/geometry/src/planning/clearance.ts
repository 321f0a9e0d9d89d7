import { interpolate, type PlaceAtHeight } from '../sphere.ts';
import { checked } from './fault.ts';
import type { GroundHeight } from './heights.ts';
import { legSamples, type LegSample } from './leg-samples.ts';

/** A place of a route with what lies below it. */
export interface ClearancePoint extends LegSample {
  /** Metres; null where the ground is not known. */
  readonly ground: number | null;
  readonly clearance: number | null;
}

/** A stretch of a leg by shares 0 … 1. */
export interface Stretch {
  readonly leg: number;
  readonly from: number;
  readonly to: number;
}

export interface Clearance {
  /** The sample with the least clearance; null where nothing of the ground is known, or there is no leg. */
  readonly least: ClearancePoint | null;
  /** Where the ground is not known: nobody can say that it is clear. */
  readonly unknown: readonly Stretch[];
  /** Where the clearance is less than the limit. */
  readonly below: readonly Stretch[];
  /** All samples, for a profile. */
  readonly samples: readonly ClearancePoint[];
}

export interface ClearanceOptions {
  /** Metres of a side of a terrain cell; default 30. */
  readonly cell?: number;
  /** Metres that must be clear; default 0. */
  readonly limit?: number;
}

/** Heights of the ground that are asked for between samples at the most. */
const mostRefined = 100_000;
/** Metres of clearance that finer samples would not find. */
const precision = 0.005;
/** Metres of height a metre that ground between two samples is trusted with at the least. */
const leastSlope = 0.05;
/** How much steeper than between samples it may be between them. */
const slopeReserve = 2;

const measured = (sample: LegSample, groundAt: GroundHeight): ClearancePoint => {
  const ground = groundAt(sample);
  return { ...sample, ground, clearance: ground === null ? null : sample.height - ground };
};

/** Stretches of neighbouring samples that are so, each to the middle of the way to its neighbours. */
function stretches(samples: readonly ClearancePoint[], so: (sample: ClearancePoint) => boolean): Stretch[] {
  const found: { leg: number; from: number; to: number }[] = [];
  let going = false;
  for (const [at, sample] of samples.entries()) {
    const [before, after] = [samples[at - 1], samples[at + 1]];
    const middle = (other: ClearancePoint | undefined, end: number): number =>
      other?.leg === sample.leg ? (other.share + sample.share) / 2 : end;
    if (!so(sample)) {
      going = false;
      continue;
    }
    const last = found.at(-1);
    if (going && last?.leg === sample.leg) last.to = middle(after, 1);
    else found.push({ leg: sample.leg, from: middle(before, 0), to: middle(after, 1) });
    going = true;
  }
  return found;
}

/**
 * The least clearance between two samples where it may be less than the best one known: the ground is trusted to be no steeper
 * than about twice as steep as between samples, and the stretch is halved until that leaves nothing.
 */
function refined(
  [from, to]: readonly [ClearancePoint, ClearancePoint],
  slope: number,
  best: ClearancePoint,
  look: (share: number) => ClearancePoint | null,
): ClearancePoint {
  let least = best;
  const open: (readonly [ClearancePoint, ClearancePoint])[] = [[from, to]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [a, b] = next;
    if (a.clearance === null || b.clearance === null) continue;
    const reach = ((b.along - a.along) * slope) / 2;
    if ((a.clearance + b.clearance) / 2 - reach >= (least.clearance ?? Infinity) - precision) continue;
    const middle = look((a.share + b.share) / 2);
    if (!middle) break;
    if (middle.clearance !== null && middle.clearance < (least.clearance ?? Infinity)) least = middle;
    open.push([a, middle], [middle, b]);
  }
  return least;
}

/** How steep the clearance is trusted to be on each step between samples, metres a metre. */
function slopesOf(samples: readonly ClearancePoint[]): number[] {
  const steps = samples.slice(1).map((b, at) => {
    const a = samples[at] as ClearancePoint;
    const metres = b.along - a.along;
    return a.clearance === null || b.clearance === null || metres <= 0
      ? 0
      : Math.abs(b.clearance - a.clearance) / metres;
  });
  return steps.map((slope, at) => {
    const steepest = Math.max(slope, steps[at - 1] ?? 0, steps[at + 1] ?? 0);
    return steepest * slopeReserve + leastSlope;
  });
}

/**
 * What is clear below a route whose heights count like those of the ground. Between samples the least is followed down to
 * half a centimetre.
 * @throws PlanningFault for figures out of range and routes too long to be sampled
 */
export function clearanceOf(
  route: readonly PlaceAtHeight[],
  groundAt: GroundHeight,
  { cell = 30, limit = 0 }: ClearanceOptions = {},
): Clearance {
  checked('limit', limit);
  for (const [at, { height }] of route.entries()) checked(`route.${at}.height`, height);
  const samples = legSamples(route, cell).map((sample) => measured(sample, groundAt));
  let least = samples.reduce<ClearancePoint | null>(
    (best, one) => (one.clearance !== null && one.clearance < (best?.clearance ?? Infinity) ? one : best),
    null,
  );
  const slopes = slopesOf(samples);
  let rest = mostRefined;
  for (const [at, b] of samples.slice(1).entries()) {
    const a = samples[at] as ClearancePoint;
    if (!least || a.leg !== b.leg) continue;
    const length = (b.along - a.along) / (b.share - a.share);
    const [from, to] = [route[a.leg] as PlaceAtHeight, route[a.leg + 1] as PlaceAtHeight];
    least = refined([a, b], slopes[at] ?? leastSlope, least, (share) => {
      rest -= 1;
      const along = a.along + length * (share - a.share);
      return rest < 0
        ? null
        : measured({ ...interpolate(from, to, share), share, along, leg: a.leg }, groundAt);
    });
  }
  const below = stretches(samples, ({ clearance }) => clearance !== null && clearance < limit);
  const low = least && (least.clearance ?? limit) < limit ? least : null;
  const listed =
    low && below.some(({ leg, from, to }) => leg === low.leg && low.share >= from && low.share <= to);
  return {
    least,
    unknown: stretches(samples, ({ ground }) => ground === null),
    below: low && !listed ? [...below, { leg: low.leg, from: low.share, to: low.share }] : below,
    samples,
  };
}
