import type { RoutePlan } from '@eyrie/domain';
import {
  useMapMode,
  type Line,
  type MapHost,
  type Overlay,
  type Polygon,
  type Pose,
  type Thing,
} from '@eyrie/map';
import { useMemo, useState } from 'react';
import type { PlanPlayback, PlayMoment } from '@eyrie/planner';
import { momentOfPhoto, poseOf, seenGround } from './camera-pose.ts';
import type { Computed } from './compute.ts';
import { selectedPoints } from './editor-state.ts';
import { footprintsOf } from './footprints.ts';
import { markAlong } from './links.ts';
import { overlapBounds, overlapPixels } from './overlap-picture.ts';
import { shownProfile, type ShownProfile } from './shown-profile.ts';
import type { ComputedPlan } from './use-computed.ts';
import { usePlayback, type Playback } from './use-playback.ts';
import { conesOf, lookingFrom } from './view-cones.ts';

/** What may be laid over the map beside the plan. */
export const overlays = ['footprints', 'overlap', 'view'] as const;
export type OverlayName = (typeof overlays)[number];

export interface Shown {
  readonly profile: ShownProfile | null;
  readonly playback: Playback;
  /** When the camera view looks: at the moment that is played; while none is, at a selected point or the first photo. */
  readonly looking: PlayMoment | null;
  /** Of the camera then; null: its height is not known. */
  readonly pose: Pose | null;
  readonly marks: readonly Thing[];
  readonly views: readonly Polygon[];
  /** Lines of sight, drawn where heights are. */
  readonly cones: readonly Line[];
  readonly overlap: Overlay | null;
  /** Metres along the profile that are pointed at. */
  readonly along: number | null;
  readonly setAlong: (along: number | null) => void;
  readonly on: ReadonlySet<OverlayName>;
  readonly show: (name: OverlayName, shown: boolean) => void;
}

const noPolygons: readonly Polygon[] = [];
const noThings: readonly Thing[] = [];
const noLines: readonly Line[] = [];
const nothing: ReadonlySet<OverlayName> = new Set();

/** Metres along the profile at which the playback is; null: on a way that the profile does not have. */
const alongPlayback = (
  { path }: Computed,
  { own }: ShownProfile,
  { leg, share }: NonNullable<Playback['moment']>,
): number | null => {
  // A profile of planned heights has the lines alone.
  const on = path.map(({ phase, ground }) => (own && phase !== 'line' && phase !== 'between' ? 0 : ground));
  const phase = path[leg]?.phase;
  if (own && phase !== 'line' && phase !== 'between') return null;
  return on.slice(0, leg).reduce((sum, one) => sum + one, 0) + (on[leg] ?? 0) * share;
};

/** What the camera would see while nothing is played. */
const restingMoment = (flight: PlanPlayback, points: ReadonlySet<string>): PlayMoment | null => {
  const [chosen] = points;
  const seconds = chosen === undefined ? null : flight.secondsAt(chosen);
  const [photo] = flight.photos;
  if (seconds === null && photo) return momentOfPhoto(flight, photo);
  return flight.at(seconds ?? 0);
};

/** The overlap as a picture on the ground. */
const useOverlap = (computed: Computed | null, on: boolean): Overlay | null =>
  useMemo(() => {
    const overlap = computed?.overlap;
    if (!on || !overlap) return null;
    const picture = document.createElement('canvas');
    [picture.width, picture.height] = [overlap.columns, overlap.rows];
    const pixels = new ImageData(overlap.columns, overlap.rows);
    pixels.data.set(overlapPixels(overlap));
    picture.getContext('2d')?.putImageData(pixels, 0, 0);
    return { picture, bounds: overlapBounds(overlap) };
  }, [computed, on]);

/** What chart, map and playback show together of a computed plan. */
export const useShown = (
  { computed, of, groundAt }: ComputedPlan,
  plan: RoutePlan,
  selected: ReadonlySet<string>,
  host: MapHost | null,
): Shown => {
  const solid = useMapMode(host) !== '2d';
  const [pointed, setAlong] = useState<number | null>(null);
  const [on, setOn] = useState(nothing);
  const playback = usePlayback(computed, of);
  const { flight, moment } = playback;
  const { camera } = plan.settings;
  const profile = useMemo(() => (computed ? shownProfile(computed) : null), [computed]);
  const footprints = on.has('footprints');
  const photos = useMemo(
    () =>
      footprints && computed && flight ? footprintsOf(flight, computed.path, camera, groundAt) : noPolygons,
    [footprints, computed, flight, camera, groundAt],
  );
  const looking = useMemo(
    () => moment ?? (flight ? restingMoment(flight, selectedPoints(selected)) : null),
    [moment, flight, selected],
  );
  const pose = useMemo(
    () => (looking && computed ? poseOf(looking, computed.path, camera) : null),
    [looking, computed, camera],
  );
  const seen = useMemo((): readonly Polygon[] => {
    const ring = moment ? seenGround(moment, pose, camera, groundAt) : [];
    return ring.length > 2 ? [{ id: 'view', rings: [ring], tone: 'text', fill: 0.2 }] : noPolygons;
  }, [moment, pose, camera, groundAt]);
  const standing = useMemo(() => {
    if (!solid || !computed || !flight) return noLines;
    const points = selectedPoints(selected);
    const cameras = lookingFrom(flight, computed.path, camera, points);
    return conesOf(cameras, groundAt, points.size > 0 ? 'text' : 'muted');
  }, [solid, computed, flight, camera, selected, groundAt]);
  const cones = useMemo(
    () =>
      solid && moment && pose
        ? [...standing, ...conesOf([{ id: 'playback', pose }], groundAt, 'text')]
        : standing,
    [solid, standing, moment, pose, groundAt],
  );
  const aircraft = useMemo((): readonly Thing[] => {
    if (!moment) return noThings;
    const { lng, lat, heading } = moment;
    const height = pose?.height ?? null;
    return [{ id: 'playback', lng, lat, height, look: 'working', heading, stalk: height !== null }];
  }, [moment, pose]);
  return {
    profile,
    playback,
    looking,
    pose,
    marks: useMemo(
      () => [...markAlong(profile?.profile ?? null, pointed), ...aircraft],
      [profile, pointed, aircraft],
    ),
    views: useMemo(() => [...photos, ...seen], [photos, seen]),
    cones,
    overlap: useOverlap(computed, on.has('overlap')),
    along: pointed ?? (computed && profile && moment ? alongPlayback(computed, profile, moment) : null),
    setAlong,
    on,
    show: (name, shown) => {
      const next = new Set(on);
      if (shown) next.add(name);
      else next.delete(name);
      setOn(next);
    },
  };
};
