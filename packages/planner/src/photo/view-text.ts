import { limits, lensWords, planHeightModes, type PlanHeightMode } from '@eyrie/domain';
import type { SeenView } from '../plan-of-view.ts';
import { emptyView, type PhotoView } from './photo-view.ts';

const { plan: bound } = limits.route;
/** What a view needs before a route can fly to it. */
export const viewParts = ['place', 'height', 'heading', 'pitch'] as const;
export type ViewPart = (typeof viewParts)[number];

/** Of several heights the one that is measured best: above the ellipsoid by RTK, above the sea, above another flight's take-off. */
const bestFirst: readonly PlanHeightMode[] = ['ellipsoid', 'altitude', 'relative'];

/** What heights of the view are above, the best measured one first. */
export const heightModesOf = ({ heights }: Pick<PhotoView, 'heights'>): readonly PlanHeightMode[] =>
  bestFirst.filter((mode) => heights[mode] !== undefined);

/** What nobody said of a view and a route needs. */
export function missingParts(view: PhotoView): readonly ViewPart[] {
  const has: Readonly<Record<ViewPart, boolean>> = {
    place: view.lng !== null && view.lat !== null,
    height: heightModesOf(view).length > 0,
    heading: view.heading !== null,
    pitch: view.pitch !== null,
  };
  return viewParts.filter((part) => !has[part]);
}

/** A view to which a route can be planned; null while something is missing. */
export function seenViewOf(view: PhotoView): SeenView | null {
  const [heightMode] = heightModesOf(view);
  const height = heightMode && view.heights[heightMode];
  if (heightMode === undefined || height === undefined || missingParts(view).length > 0) return null;
  const { lng, lat, heading, pitch, zoom, lens } = view;
  return { lng: lng as number, lat: lat as number, height, heightMode, heading, pitch, zoom, lens };
}

/** A view as it stands in an address. */
export const textOfView = (view: PhotoView): string =>
  JSON.stringify(Object.fromEntries(Object.entries(view).filter(([, value]) => value !== null)));

const within = (value: unknown, least: number, most: number): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most ? value : null;

/** Reads a view out of an address; what is none or out of range is left out. */
export function viewOfText(text: string): PhotoView {
  let read: unknown = null;
  try {
    read = JSON.parse(text.slice(0, 2_000));
  } catch {
    // What is no view has no parts.
  }
  if (typeof read !== 'object' || read === null) return emptyView;
  const fields = new Map<string, unknown>(Object.entries(read));
  const heights = new Map<string, unknown>(Object.entries(Object(fields.get('heights'))));
  const kept = planHeightModes.flatMap((mode): [PlanHeightMode, number][] => {
    const height = within(heights.get(mode), bound.heightMin, bound.heightMax);
    return height === null ? [] : [[mode, height]];
  });
  const model = fields.get('model');
  return {
    lng: within(fields.get('lng'), -180, 180),
    lat: within(fields.get('lat'), -90, 90),
    heights: Object.fromEntries(kept),
    heading: within(fields.get('heading'), -180, 180),
    pitch: within(fields.get('pitch'), -120, 45),
    zoom: within(fields.get('zoom'), 1, bound.zoomMax),
    lens: lensWords.find((word) => word === fields.get('lens')) ?? null,
    model: typeof model === 'string' ? model.slice(0, 64) : null,
  };
}
