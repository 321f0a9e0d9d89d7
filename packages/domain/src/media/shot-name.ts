/** Of which shot a photo is, by the name that aircraft of DJI give it. */
export interface ShotName {
  /** As the clock of the camera stood, ms; of no zone. */
  clock: number;
  /** Number of the shot and what stands behind the lens: the same for all lenses of one shot. */
  shot: string;
  lens: string;
}

const named =
  /^DJI_(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})_(\d{4})_([A-Z]{1,4})((?:_[^.]*)?)\.[A-Za-z]{3,4}$/;

/** `DJI_20251009165320_0001_T.JPG` is shot 0001 through the lens T. @returns null for any other name */
export function shotOfName(name: string): ShotName | null {
  const [whole, ...parts] = named.exec(name) ?? [];
  if (whole === undefined) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(0, 6).map(Number);
  const [number = '', lens = '', suffix = ''] = parts.slice(6);
  return { clock: Date.UTC(year, month - 1, day, hour, minute, second), shot: `${number}${suffix}`, lens };
}

/** Clocks in the names of one shot: some cameras write each picture with the second in which they stored it. */
const apart = 3_000;

/** Whether two photos were taken at one moment by the lenses of one camera. */
export const isOneShot = (one: ShotName, other: ShotName): boolean =>
  one.shot === other.shot && one.lens !== other.lens && Math.abs(one.clock - other.clock) <= apart;
