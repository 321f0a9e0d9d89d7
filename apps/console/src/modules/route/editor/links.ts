import { bounds, type Place } from '@eyrie/geometry';
import type { MapHost, Thing } from '@eyrie/map';
import type { PlanFinding, PlanProfile } from '@eyrie/planner';
import type { Computed } from './compute.ts';
import { handleId, targetOf } from './editor-state.ts';
import { freeRoom } from './free-room.ts';
import { placeAlong } from './shown-profile.ts';
import type { Editor } from './use-editor.ts';

const noThings: readonly Thing[] = [];

/** Ids of points at which there is an error. */
export const alarmsOf = (computed: Computed | null): ReadonlySet<string> =>
  new Set((computed?.check.findings ?? []).flatMap(({ level, points }) => (level === 'error' ? points : [])));

/** Whether something was found for which it must not be flown. */
export const isBlockedBy = (computed: Computed | null): boolean =>
  (computed?.check.findings ?? []).some(({ level }) => level === 'error');

export const centreOf = (host: MapHost | null): Place => {
  const { lng = 0, lat = 0 } = host?.camera() ?? {};
  return { lng, lat };
};

/** The place on the map of what is pointed at in the profile. */
export const markAlong = (profile: PlanProfile | null, at: number | null): readonly Thing[] => {
  const place = profile && at !== null ? placeAlong(profile, at) : null;
  return place ? [{ id: 'along', lng: place.lng, lat: place.lat, look: 'attention' }] : noThings;
};

/** Metres along the profile of the point that is pointed at on the map; null: none is. */
export const alongOf = (profile: PlanProfile | null, handle: string | null): number | null => {
  const target = handle === null ? null : targetOf(handle);
  if (target?.kind !== 'point') return null;
  return profile?.points.find(({ id }) => id === target.id)?.distance ?? null;
};

/** Selects what a finding is about, and moves the eye there. */
export const showFinding = (editor: Editor, host: MapHost | null, { place, points }: PlanFinding): void => {
  const found = editor.plan.points.filter(({ id }) => points.includes(id));
  if (found.length > 0) editor.select(new Set(found.map(({ id }) => handleId({ kind: 'point', id }))));
  const box = bounds(place ? [place] : found);
  host?.fit(box, { padding: freeRoom(80), maxZoom: Math.max(16, host.camera().zoom), animate: true });
};
