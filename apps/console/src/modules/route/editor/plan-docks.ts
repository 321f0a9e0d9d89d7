import { pointKinds, type DockRecord, type RoutePlan } from '@eyrie/domain';
import { aircraft, chooseAircraft, planMovedTo, setSettings } from '@eyrie/planner';

/** A dock from which a route may be flown. */
export interface PlanDock {
  readonly oid: string;
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  /** Metres above the ellipsoid; null: not known. */
  readonly height: number | null;
  /** Device code of the aircraft in it; null: there is none, or files cannot be made for it. */
  readonly drone: string | null;
}

/** Docks whose place is known. */
export const planDocks = (docks: readonly DockRecord[]): PlanDock[] =>
  docks.flatMap(({ oid, name, lng, lat, height, droneModel }) => {
    const drone = aircraft.find((one) => one.name === droneModel || one.key === droneModel)?.key ?? null;
    return lng === null || lat === null ? [] : [{ oid, name, lng, lat, height, drone }];
  });

/** An imported route for a dock: with its aircraft and camera, and where it is too far away, moved there. */
export function madeForDock(plan: RoutePlan, dock: PlanDock, move: boolean): RoutePlan {
  const moved = move ? planMovedTo(plan, dock) : plan;
  return fromDock(dock.drone === null ? moved : chooseAircraft(moved, dock.drone), dock);
}

/** Whether nothing of the plan has a place yet. */
const isUndrawn = ({ type, points, area, interest }: RoutePlan): boolean =>
  pointKinds.has(type)
    ? points.length === 0
    : type === 'poi'
      ? interest.centre === null
      : area.parts.length === 0 && area.line.length === 0;

/** The plan as flown from a dock: it takes off there, and while nothing says otherwise with the aircraft and camera of it. */
export function fromDock(plan: RoutePlan, { oid, lng, lat, height, drone }: PlanDock): RoutePlan {
  const { settings } = plan;
  const chosen =
    drone !== null && drone !== settings.drone && (settings.drone === null || isUndrawn(plan))
      ? chooseAircraft(plan, drone)
      : plan;
  return setSettings(chosen, { dockOID: oid, takeOff: { lng, lat, height } });
}
