import type {
  PlanArea,
  PlanHeightMode,
  PlanInterest,
  PlanPoint,
  PlanSettings,
  RoutePlan,
} from '@eyrie/domain';
import { normaliseCourse, type Place } from '@eyrie/geometry';
import type { Ground, PlanFault } from '../resolved.ts';
import { heightFrame } from '../resolve/heights.ts';

const changedPart = <T extends object>(before: T, changes: Partial<T>): T =>
  Object.entries(changes).some(([field, value]) => before[field as keyof T] !== value)
    ? { ...before, ...changes }
    : before;

/** Sets some of the settings; the same plan comes back where they are so already. */
export function setSettings(plan: RoutePlan, changes: Partial<PlanSettings>): RoutePlan {
  const settings = changedPart(plan.settings, changes);
  return settings === plan.settings ? plan : { ...plan, settings };
}

/** The direction as it is flown: 361° is 1°. What is none is kept for the rule that says so. */
const turned = ({ direction, ...changes }: Partial<PlanArea>): Partial<PlanArea> => {
  if (direction === undefined) return changes;
  const known = direction !== null && Number.isFinite(direction);
  return { ...changes, direction: known ? normaliseCourse(direction) : direction };
};

export function setArea(plan: RoutePlan, changes: Partial<PlanArea>): RoutePlan {
  const area = changedPart(plan.area, turned(changes));
  return area === plan.area ? plan : { ...plan, area };
}

export function setInterest(plan: RoutePlan, changes: Partial<PlanInterest>): RoutePlan {
  const interest = changedPart(plan.interest, changes);
  return interest === plan.interest ? plan : { ...plan, interest };
}

/** Puts the place of interest somewhere; its height stays, and is 0 at first. */
export const setInterestCentre = (
  plan: RoutePlan,
  centre: (Place & { readonly height?: number }) | null,
): RoutePlan =>
  setInterest(plan, {
    centre: centre && {
      lng: centre.lng,
      lat: centre.lat,
      height: centre.height ?? plan.interest.centre?.height ?? 0,
    },
  });

export function setPhotos(plan: RoutePlan, changes: Partial<RoutePlan['photos']>): RoutePlan {
  const photos = changedPart(plan.photos, changes);
  return photos === plan.photos ? plan : { ...plan, photos };
}

/** The plan with another height mode, in which it flies as high as before. */
export interface ConvertedPlan {
  readonly plan: RoutePlan;
  /** Heights that could not be converted: the plan is as it was. */
  readonly faults: readonly PlanFault[];
}

/** Heights to a millimetre: what EGM96 adds has more digits than it is good for. */
const millimetre = (metres: number): number => Math.round(metres * 1000) / 1000;

/**
 * Every height of the plan in another mode, through the undulation of its place and the height of the take-off point. Without a
 * known take-off height nothing can come from or go to `relative`: `takeOffUnknown`.
 */
export function convertHeightMode(
  plan: RoutePlan,
  heightMode: PlanHeightMode,
  ground: Ground,
): ConvertedPlan {
  const { settings, interest, area } = plan;
  if (settings.heightMode === heightMode) return { plan, faults: [] };
  const from = heightFrame(settings, ground);
  const to = heightFrame({ ...settings, heightMode }, ground);
  if (from.takeOffSea === null && (heightMode === 'relative' || settings.heightMode === 'relative')) {
    const fault = { code: 'takeOffUnknown', field: 'settings.takeOff', values: {}, at: null };
    return { plan, faults: [fault] };
  }
  let unknown: Place | null = null;
  const converted = (place: Place, height: number): number => {
    const sea = from.toSea(place, height);
    const after = sea === null ? null : to.toPlan(place, sea);
    if (after === null) unknown ??= place;
    return after === null ? height : millimetre(after);
  };
  // Heights without a place of their own are meant where the route is.
  const here =
    plan.points[0] ?? area.parts[0]?.outer[0] ?? area.line[0] ?? interest.centre ?? settings.takeOff;
  const general = (height: number): number => (here ? converted(here, height) : height);
  const after: RoutePlan = {
    ...plan,
    settings: { ...settings, heightMode, height: general(settings.height) },
    points: plan.points.map((point): PlanPoint => ({
      ...point,
      height: converted(point, point.height),
      ...(point.interest
        ? { interest: { ...point.interest, height: converted(point.interest, point.interest.height) } }
        : {}),
    })),
    area: { ...area, bottom: general(area.bottom), top: general(area.top) },
    interest: {
      ...interest,
      centre: interest.centre && {
        ...interest.centre,
        height: converted(interest.centre, interest.centre.height),
      },
    },
  };
  if (unknown) {
    const fault = { code: 'groundUnknown', field: 'settings.heightMode', values: {}, at: unknown };
    return { plan, faults: [fault] };
  }
  return { plan: after, faults: [] };
}
