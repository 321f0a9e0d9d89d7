import type { PlanSettings } from '@eyrie/domain';
import { droneModel, type DroneModel } from '@eyrie/wpml';

/** The model of a device code such as `0-91-1`; null: not chosen, or not in the table. */
export function modelOf(key: string | null): DroneModel | null {
  const found = /^0-(\d{1,6})-(\d{1,6})$/.exec(key ?? '');
  return found ? droneModel(Number(found[1]), Number(found[2])) : null;
}

/** Pitch of gimbals of models that are not known, degrees. */
const widestPitch = [-120, 45] as const;

/** Least and greatest pitch of the gimbal, degrees. */
export const pitchRange = ({ drone }: Pick<PlanSettings, 'drone'>): readonly [number, number] =>
  modelOf(drone)?.pitch ?? widestPitch;

export const clampPitch = (settings: Pick<PlanSettings, 'drone'>, pitch: number): number => {
  const [least, most] = pitchRange(settings);
  return Math.min(most, Math.max(least, pitch));
};
