import type { RoutePlan } from '@eyrie/domain';
import { distance, type Place } from '@eyrie/geometry';
import type { Polygon, Thing } from '@eyrie/map';
import type { PlanProfile } from '@eyrie/planner';
import { useMemo, useState } from 'react';
import type { Computed } from './compute.ts';
import { footprintsOf } from './footprints.ts';
import { markAlong } from './links.ts';
import { playbackOnMap, usePlayback, type Playback } from './play-bar.tsx';
import { shownProfile, type ShownProfile } from './shown-profile.ts';

/** Metres of the ground above the sea at the sample nearest to a place; null: not known. */
export const terrainNear = ({ samples }: PlanProfile, place: Place): number | null => {
  let best: { off: number; terrain: number | null } | null = null;
  for (const sample of samples) {
    // Degrees do for what is nearest.
    const off = Math.abs(sample.lng - place.lng) + Math.abs(sample.lat - place.lat);
    if (!best || off < best.off) best = { off, terrain: sample.terrain };
  }
  return best?.terrain ?? null;
};

export interface Shown {
  readonly profile: ShownProfile | null;
  readonly playback: Playback;
  readonly marks: readonly Thing[];
  readonly views: readonly Polygon[];
  /** Metres along the profile that are pointed at. */
  readonly along: number | null;
  readonly setAlong: (along: number | null) => void;
  readonly footprints: boolean;
  readonly showFootprints: (shown: boolean) => void;
}

const noPolygons: readonly Polygon[] = [];

/** Metres along the profile at which the playback is. */
const alongPlayback = (profile: ShownProfile | null, { moment }: Playback): number | null => {
  const point = moment && profile?.profile.points[moment.index];
  return moment && point
    ? point.distance + distance(placeOfPoint(profile.profile, point.distance), moment)
    : null;
};

const placeOfPoint = ({ samples }: PlanProfile, at: number): Place =>
  samples.find((sample) => sample.distance >= at - 1e-6) ?? samples.at(-1) ?? { lng: 0, lat: 0 };

/** What chart, map and playback show together of a computed plan. */
export const useShown = (computed: Computed | null, plan: RoutePlan): Shown => {
  const [pointed, setAlong] = useState<number | null>(null);
  const [footprints, showFootprints] = useState(false);
  const playback = usePlayback(computed);
  const profile = useMemo(() => (computed ? shownProfile(computed) : null), [computed]);
  const photos = useMemo(
    () =>
      footprints && computed
        ? footprintsOf(computed, plan, (place) => terrainNear(computed.profile, place))
        : noPolygons,
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is computed has the plan's camera
    [footprints, computed],
  );
  const { moment } = playback;
  const onMap = useMemo(
    () =>
      playbackOnMap(
        moment,
        plan.settings.camera,
        moment && computed ? terrainNear(computed.profile, moment) : null,
      ),
    [moment, plan.settings.camera, computed],
  );
  const along = pointed ?? alongPlayback(profile, playback);
  const marks = useMemo(
    () => [...markAlong(profile?.profile ?? null, pointed), ...onMap.marks],
    [profile, pointed, onMap],
  );
  const views = useMemo(() => [...photos, ...onMap.views], [photos, onMap]);
  return { profile, playback, marks, views, along, setAlong, footprints, showFootprints };
};
