import type { PlanHeightMode, PlanPoint, PlanSettings, RoutePlan } from '@eyrie/domain';
import { destination, normaliseHeading, type Place } from '@eyrie/geometry';
import { freshPlan } from './fresh-plan.ts';
import { viewActions, type CameraView } from './view-actions.ts';

/** From where something was seen. */
export interface SeenView extends CameraView, Place {
  /** Metres in `heightMode`. */
  readonly height: number;
  readonly heightMode: PlanHeightMode;
}

/** Metres behind the place of the view at which the route begins: a route has two points at least, and none within 0.5 m. */
const behind = 5;
/** Seconds until the aircraft stands still enough for the same picture. */
const settle = 2;

/**
 * The same view again: to the position of a photo or a finding, with its heading, gimbal, lens and zoom, and one picture. The
 * route format wants two points: the first lies five metres behind the view, away from what is looked at.
 */
export function planOfView(view: SeenView, settings: Partial<PlanSettings> = {}): RoutePlan {
  const plan = freshPlan('waypoint');
  const heading = view.heading === null || !Number.isFinite(view.heading) ? 0 : view.heading;
  const at = { lng: view.lng, lat: view.lat };
  const held = { headingMode: 'fixed', heading: normaliseHeading(heading) } as const;
  const approach = destination(at, heading + 180, behind);
  const points: PlanPoint[] = [
    { id: 'p1', ...approach, height: view.height, ...held, actions: [] },
    {
      id: 'p2',
      ...at,
      height: view.height,
      ...held,
      actions: viewActions({ ...view, heading }, { hover: settle }),
    },
  ];
  return {
    ...plan,
    settings: {
      ...plan.settings,
      ...settings,
      heightMode: view.heightMode,
      height: view.height,
      ...(view.pitch !== null && Number.isFinite(view.pitch)
        ? { gimbalPitch: Math.min(45, Math.max(-120, view.pitch)) }
        : {}),
    },
    points,
    counter: 2,
  };
}
