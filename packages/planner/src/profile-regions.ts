import type { GateRegion } from '@eyrie/domain';
import { bounds, joinShares, sharesWithin, type Share, type Zone } from '@eyrie/geometry';
import type { PathLeg } from './flight-path.ts';

/** A stretch of the chart that lies over a region. */
export interface ProfileRegion {
  readonly name: string;
  readonly kind: GateRegion['kind'];
  /** Metres along the chart. */
  readonly from: number;
  readonly to: number;
  /** Metres above the sea between which it holds; null: without an end, or counted from the ground. */
  readonly floor: number | null;
  readonly ceiling: number | null;
}

/** Stretches of one chart: more would be narrower than a pixel. */
const most = 200;
/** Metres between two stretches of one region that are drawn as one. */
const joined = 1;

/** Whether a zone may meet the box of a flight; over the date line it always may. */
const near = ({ bounds: zone }: Zone, box: NonNullable<ReturnType<typeof bounds>>): boolean =>
  zone.south <= box.north &&
  zone.north >= box.south &&
  (box.east < box.west || zone.east < zone.west || (zone.west <= box.east && zone.east >= box.west));

/** Which stretches of a flight lie over which regions, in the order of the regions; notes are none. */
export function profileRegions(path: readonly PathLeg[], regions: readonly GateRegion[]): ProfileRegion[] {
  const box = bounds(path.flatMap(({ from, to }) => [from, to]));
  if (!box) return [];
  const found: ProfileRegion[] = [];
  for (const { name, kind, zone, floor, ceiling, heightReference } of regions) {
    if (kind === 'note' || !near(zone, box)) continue;
    let start = 0;
    const stretches: Share[] = [];
    for (const leg of path) {
      for (const [from, to] of sharesWithin(zone, leg.from, leg.to))
        stretches.push([start + from * leg.ground, start + to * leg.ground]);
      start += leg.ground;
    }
    const above = heightReference === 'sea' ? { floor, ceiling } : { floor: null, ceiling: null };
    for (const [from, to] of joinShares(stretches, joined))
      if (found.length < most) found.push({ name, kind, from, to, ...above });
  }
  return found;
}
