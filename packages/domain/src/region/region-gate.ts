import {
  bounds,
  joinShares,
  sharesWithin,
  isWithin,
  zoneOf,
  type Place,
  type Share,
  type Zone,
} from '@eyrie/geometry';
import {
  holdsThroughout,
  holdsWithin,
  shapeOfGeometry,
  type DrawnRegion,
  type HeightReference,
  type RegionKind,
} from './region.ts';

/** Least and greatest metres that an aircraft has on a leg. */
export type HeightRange = readonly [low: number, high: number];

/** One leg of a flight as it will be flown, by the name that people see: `3→4`, `⌂→1`, `12→⌂`. */
export interface FlownLeg {
  readonly name: string;
  readonly from: Place;
  readonly to: Place;
  /** Above the sea (EGM96) and above the ground; null: not known. */
  readonly heights: Readonly<Record<HeightReference, HeightRange | null>>;
}

/** A region as the gate judges by it. */
export interface GateRegion {
  readonly name: string;
  readonly kind: RegionKind;
  readonly zone: Zone;
  readonly floor: number | null;
  readonly ceiling: number | null;
  readonly heightReference: HeightReference;
  readonly validFrom: number | null;
  readonly validUntil: number | null;
}

/** A drawn region as the gate judges by it; null: it has no inside. */
export const gateRegionOf = (region: DrawnRegion): GateRegion | null => {
  const zone = zoneOf(shapeOfGeometry(region.geometry, region));
  if (!zone) return null;
  const { name, kind, floor, ceiling, heightReference, validFrom, validUntil } = region;
  return { name, kind, zone, floor, ceiling, heightReference, validFrom, validUntil };
};

export interface RegionQuestion {
  /** Of the dock's department, with those above it and, to stay out of, below it. */
  readonly regions: readonly GateRegion[];
  /** The way out and back among them; null: the place of the dock is not known, or the route is gone. */
  readonly legs: readonly FlownLeg[] | null;
  /** Where it lands: the dock, and alternate points. */
  readonly landings: readonly { readonly name: string; readonly at: Place }[];
  /** The time that it may be in the air, epoch ms. */
  readonly from: number;
  readonly until: number;
}

/** What was found about a flight and the regions; `where` names region and leg. */
export type RegionFinding =
  | { readonly verdict: 'passed'; readonly where?: null }
  | {
      readonly verdict: 'failed';
      readonly reason: 'insideNoFly' | 'outsideKeepIn' | 'landsInNoLanding';
      readonly where: string;
    }
  | { readonly verdict: 'notChecked'; readonly reason: 'noRegions' | 'placeUnknown'; readonly where?: null };

/** What is known of the heights that decide whether a leg lies in a region; null: none decides. */
export type RegionHeightFinding =
  | { readonly verdict: 'passed' }
  | { readonly verdict: 'notChecked'; readonly reason: 'groundUnknown'; readonly where: string };

export interface RegionVerdict {
  readonly region: RegionFinding;
  readonly heights: RegionHeightFinding | null;
}

type Meeting = 'meets' | 'apart' | 'unknown';

/** Whether the heights of a leg and of a region have something in common. */
const heightsMeet = (leg: FlownLeg, { floor, ceiling, heightReference }: GateRegion): Meeting => {
  if (floor === null && ceiling === null) return 'meets';
  const range = leg.heights[heightReference];
  if (!range) return 'unknown';
  return range[1] >= (floor ?? -Infinity) && range[0] <= (ceiling ?? Infinity) ? 'meets' : 'apart';
};

/** Whether all heights of a leg are within those of a region. */
const heightsWithin = (leg: FlownLeg, { floor, ceiling, heightReference }: GateRegion): Meeting => {
  if (floor === null && ceiling === null) return 'meets';
  const range = leg.heights[heightReference];
  if (!range) return 'unknown';
  return range[0] >= (floor ?? -Infinity) && range[1] <= (ceiling ?? Infinity) ? 'meets' : 'apart';
};

/** Metres along a leg are not told apart closer than this share: the edges of two regions that touch leave no gap. */
const slack = 1e-6;

const covers = (shares: readonly Share[]): boolean => {
  const [only, ...more] = joinShares(shares, slack);
  return more.length === 0 && only !== undefined && only[0] <= slack && only[1] >= 1 - slack;
};

const whereOf = (name: string, leg: string): string => `${name} · ${leg}`;

/** A flight of up to two degrees is compared with what lies near it; degrees. */
const nearFlight = 2;
const beyond = 0.1;

/** Regions that a flight may meet: of a short one those near its box, so that a country full of them costs little. */
const nearLegs = (legs: readonly FlownLeg[], regions: readonly GateRegion[]): readonly GateRegion[] => {
  const box = bounds(legs.flatMap(({ from, to }) => [from, to]));
  if (!box) return regions;
  const wide = (box.east - box.west + 360) % 360;
  if (wide > nearFlight || box.north - box.south > nearFlight) return regions;
  return regions.filter(({ zone: { bounds: zone } }) => {
    if (zone.north < box.south - beyond || zone.south > box.north + beyond) return false;
    const slackLng =
      beyond / Math.max(0.01, Math.cos((Math.max(Math.abs(box.north), Math.abs(box.south)) * Math.PI) / 180));
    return [-360, 0, 360].some(
      (turn) => zone.east >= box.west + turn - slackLng && zone.west <= box.west + turn + wide + slackLng,
    );
  });
};

/** Looks for one leg in regions to stay out of. */
const noFly = (legs: readonly FlownLeg[], regions: readonly GateRegion[]) => {
  let unknown: string | null = null;
  let compared = false;
  for (const region of nearLegs(legs, regions))
    for (const leg of legs) {
      if (sharesWithin(region.zone, leg.from, leg.to).length === 0) continue;
      const met = heightsMeet(leg, region);
      if (met === 'meets') return { inside: whereOf(region.name, leg.name), unknown: null, compared };
      if (met === 'unknown') unknown ??= whereOf(region.name, leg.name);
      else compared = true;
    }
  return { inside: null, unknown, compared };
};

/** Looks for one leg that the regions to stay in do not cover together. */
const keepIn = (legs: readonly FlownLeg[], regions: readonly GateRegion[]) => {
  let unknown: string | null = null;
  const banded = regions.some(({ floor, ceiling }) => floor !== null || ceiling !== null);
  for (const leg of legs) {
    const sure: Share[] = [];
    const perhaps: Share[] = [];
    let doubted = '';
    for (const region of regions) {
      const met = heightsWithin(leg, region);
      if (met === 'apart') continue;
      const shares = sharesWithin(region.zone, leg.from, leg.to);
      perhaps.push(...shares);
      if (met === 'meets') sure.push(...shares);
      else if (shares.length > 0) doubted ||= region.name;
    }
    if (covers(sure)) continue;
    if (!covers(perhaps))
      return {
        outside: whereOf(
          regions
            .map(({ name }) => name)
            .join(', ')
            .slice(0, 80),
          leg.name,
        ),
        unknown: null,
        banded,
      };
    unknown ??= whereOf(doubted, leg.name);
  }
  return { outside: null, unknown, banded };
};

const failed = (
  reason: Extract<RegionFinding, { verdict: 'failed' }>['reason'],
  where: string,
): RegionVerdict => ({
  region: { verdict: 'failed', reason, where },
  heights: null,
});

/**
 * Judges every leg of a flight against the regions: in none to stay out of that holds at any time of the flight, in
 * those to stay in that hold all the time, and no landing where none may be. Heights that are not known make their own
 * finding, and only where a region is met.
 */
export function checkRegionRules({ regions, legs, landings, from, until }: RegionQuestion): RegionVerdict {
  if (regions.length === 0) return { region: { verdict: 'notChecked', reason: 'noRegions' }, heights: null };
  if (!legs) return { region: { verdict: 'notChecked', reason: 'placeUnknown' }, heights: null };
  const kind = (wanted: RegionKind): GateRegion[] => regions.filter((one) => one.kind === wanted);
  const now = (all: readonly GateRegion[]): GateRegion[] =>
    all.filter((one) => holdsWithin(one, from, until));

  const out = noFly(legs, now(kind('noFly')));
  if (out.inside !== null) return failed('insideNoFly', out.inside);
  for (const region of now(kind('noLanding')))
    for (const landing of landings)
      if (isWithin(region.zone, landing.at))
        return failed('landsInNoLanding', whereOf(region.name, landing.name));

  const stay = kind('keepIn');
  // One that is over at some time of the flight keeps nobody in then: it counts as one that is not there.
  const held = stay.filter((one) => holdsThroughout(one, from, until));
  const inside =
    now(stay).length === 0 ? { outside: null, unknown: null, banded: false } : keepIn(legs, held);
  if (inside.outside !== null)
    return failed(
      'outsideKeepIn',
      held.length > 0 ? inside.outside : whereOf(now(stay)[0]?.name ?? '', legs[0]?.name ?? ''),
    );
  const unknown = out.unknown ?? inside.unknown;
  return {
    region: { verdict: 'passed' },
    heights: unknown
      ? { verdict: 'notChecked', reason: 'groundUnknown', where: unknown }
      : out.compared || inside.banded
        ? { verdict: 'passed' }
        : null,
  };
}
