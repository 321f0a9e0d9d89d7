import { clipSticks, gateRegionOf, type GateRegion, type Sticks } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { undulation } from '../../platform/undulation.ts';
import { telemetryOf, type DockLink } from '../dock/index.ts';
import { rulesFor } from '../region/index.ts';
import type { DrcRun } from './drc.run.ts';

/** Regions by which sticks of a dock are clipped: those by which the flights of its department are judged. */
export const regionsOf = async (db: DbOrTrx, groupOID: string): Promise<GateRegion[]> =>
  (await rulesFor(db, groupOID)).flatMap((one) => gateRegionOf(one) ?? []);

/**
 * Sticks as they are sent, near the height limit and near borders less than they were held. Where place, height or
 * regions are not known they are sent as they were held, and the run says so.
 */
export const boundedSticks = (
  run: DrcRun,
  sticks: Sticks,
  link: DockLink | null,
  { now, wall }: { now: number; wall: number },
): Sticks => {
  const { place, regions } = run;
  const reported = link && telemetryOf(link, now);
  const { height = null, elevation = null, limits = null } = reported ?? {};
  const takeOff = height === null || elevation === null ? null : height - elevation;
  run.bounded =
    place !== null && regions !== null && takeOff !== null && limits !== null && limits.height !== null;
  run.clipped = [];
  if (!place || !regions) return sticks;
  const clipped = clipSticks(sticks, {
    at: { lng: place.lng, lat: place.lat },
    head: place.head,
    elevation: takeOff === null ? null : place.height - takeOff,
    sea: place.height - undulation(place),
    heightLimit: limits?.height ?? null,
    regions,
    now: wall,
  });
  run.clipped = clipped.by;
  return clipped.sticks;
};
