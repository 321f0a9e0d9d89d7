import type { MapHost } from '@eyrie/map';
import type { PlanProfile, ProfileSample } from '@eyrie/planner';
import { useEffect, useState } from 'react';
import type { FlownLeg } from './compute.ts';

/** Places along one profile at which models are asked for their height: each is looked up in their meshes. */
const placesAtMost = 240;
/** Places that are looked up before the page may draw again. */
const atOnce = 12;
/** Milliseconds after a change, or after the eye has come to rest, until models are there to be asked. */
const settled = 2_000;

/** Metres above the ellipsoid of models at samples of a profile, by their place in it; null: none stands there. */
export type ModelTops = ReadonlyMap<number, number | null>;

/** Samples apart from one another that are asked. */
export const stepOf = ({ samples }: Pick<PlanProfile, 'samples'>): number =>
  Math.max(1, Math.ceil(samples.length / placesAtMost));

/**
 * The profile with models as buildings: each sample has the top of the nearest one that was asked. Heights above the sea need the
 * sea level of their leg; where it is not known there is no building.
 */
export const withBuildings = (
  profile: PlanProfile,
  path: readonly Pick<FlownLeg, 'seaLevels'>[],
  tops: ModelTops,
): PlanProfile => {
  const step = stepOf(profile);
  const last = profile.samples.length - 1;
  const built = (sample: ProfileSample, at: number): ProfileSample => {
    const top = tops.get(Math.min(Math.floor(last / step) * step, Math.round(at / step) * step)) ?? null;
    const [level] = path[sample.leg]?.seaLevels ?? [null];
    if (top === null || level === null) return sample;
    const obstacle = Math.max(sample.obstacle ?? -Infinity, top - level);
    const { route, terrain } = sample;
    const clearance =
      route === null || terrain === null ? sample.clearance : route - Math.max(terrain, obstacle);
    return { ...sample, obstacle, clearance };
  };
  return { ...profile, samples: profile.samples.map(built) };
};

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Asks the models that the map draws, now and whenever others may have come. Null: it draws none. */
export const useModelTops = (
  host: MapHost | null,
  solid: boolean,
  profile: PlanProfile | null,
): ModelTops | null => {
  const [found, setFound] = useState<{ of: PlanProfile; tops: ModelTops } | null>(null);
  useEffect(() => {
    if (!host || !solid || !profile) return undefined;
    let [gone, round] = [false, 0];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const own = (round += 1);
      const step = stepOf(profile);
      const asked = profile.samples.flatMap(({ lng, lat }, at) =>
        at % step === 0 ? [{ at, lng, lat }] : [],
      );
      const tops = new Map<number, number | null>();
      for (let from = 0; from < asked.length; from += atOnce) {
        const some = asked.slice(from, from + atOnce);
        const heights = host.modelHeights(some);
        if (!heights) return;
        for (const [at, one] of some.entries()) tops.set(one.at, heights[at] ?? null);
        await breathe();
        if (gone || own !== round) return;
      }
      setFound({ of: profile, tops });
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), settled);
    };
    later();
    const stop = host.onCamera(later);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop();
    };
  }, [host, solid, profile]);
  return found && found.of === profile ? found.tops : null;
};
