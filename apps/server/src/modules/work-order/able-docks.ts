import { distance } from '@eyrie/geometry';
import {
  aircraft,
  cameraLimits,
  chooseAircraft,
  freshPlan,
  modelLimits,
  type PhotoView,
} from '@eyrie/planner';

export interface SomeDock {
  oid: string;
  lng: number | null;
  lat: number | null;
  droneModel: string | null;
  online: boolean;
  unfit: readonly string[];
}
export interface AbleDock<Dock extends SomeDock> {
  dock: Dock;
  /** Device code of its aircraft. */
  drone: string;
  /** Metres from the dock to the view. */
  metres: number;
}

/** Metres beyond which no aircraft flies from its dock, where no source gives its reach. */
const beyondReach = 7_000;

/** Whether the camera that an aircraft brings has a lens; a camera that is not in the tables may. */
const hasLens = (drone: string, lens: PhotoView['lens']): boolean => {
  if (lens === null) return true;
  const { type } = chooseAircraft(freshPlan('waypoint'), drone).settings.payload;
  return cameraLimits(type)?.lenses.includes(lens) ?? true;
};

/**
 * Docks whose aircraft reaches a view and takes such a picture: the one of the picture first, whose take-off and camera are the same,
 * then those that answer and are airworthy, then the nearest.
 */
export function ableDocks<Dock extends SomeDock>(
  docks: readonly Dock[],
  view: Pick<PhotoView, 'lng' | 'lat' | 'lens'>,
  ofPicture: string | null,
): AbleDock<Dock>[] {
  const { lng, lat, lens } = view;
  if (lng === null || lat === null) return [];
  const found = docks.flatMap((dock): AbleDock<Dock>[] => {
    const drone = aircraft.find(({ key, name }) => key === dock.droneModel || name === dock.droneModel)?.key;
    if (drone === undefined || dock.lng === null || dock.lat === null || !hasLens(drone, lens)) return [];
    const metres = distance({ lng: dock.lng, lat: dock.lat }, { lng, lat });
    return metres <= (modelLimits(drone)?.reach ?? beyondReach) ? [{ dock, drone, metres }] : [];
  });
  const rank = ({ dock }: AbleDock<Dock>): number =>
    dock.oid === ofPicture ? 0 : dock.online && dock.unfit.length === 0 ? 1 : 2;
  return found.toSorted((a, b) => rank(a) - rank(b) || a.metres - b.metres);
}
