import { resultLimits, type PhotoFacts, type PhotoFault } from '@eyrie/domain';

/** What a photo says of the moment at which it was taken. Null: nothing. */
export interface PhotoClock {
  /** What its clock showed, as ms that UTC would show. */
  readonly local: number | null;
  /** How far that clock is ahead of UTC, minutes, as the photo says itself. */
  readonly offset: number | null;
  /** UTC by satellites, epoch ms. */
  readonly satellite: number | null;
}

/** What others know of the moment, epoch ms. */
export interface MomentKnown {
  /** As the device said it beside the photo; null: it did not. */
  readonly deviceAt: number | null;
  /** When the file was here. */
  readonly receivedAt: number;
}

export type PhotoMoment = Pick<PhotoFacts, 'localTime' | 'takenAt' | 'zoneMinutes' | 'zoneSource'> & {
  readonly faults: readonly PhotoFault[];
};

const minute = 60_000;
/** Zones lie a quarter of an hour apart. */
const quarter = 15;
/** Of two clocks that show the same. */
const same = 2 * minute;
const zoneLeast = -12 * 60;
const zoneMost = 14 * 60;
const { clockApart, firstYear } = resultLimits;

const isoOf = (local: number): string => new Date(local).toISOString().slice(0, 19);

/** The zone whose clocks are ahead of UTC as far as one moment of another; null: no zone is. */
function zoneBetween(local: number, utc: number): number | null {
  const minutes = Math.round((local - utc) / minute / quarter) * quarter;
  const isSame = Math.abs(local - utc - minutes * minute) <= same;
  return isSame && minutes >= zoneLeast && minutes <= zoneMost ? minutes : null;
}

type Placed = Pick<PhotoMoment, 'takenAt' | 'zoneMinutes' | 'zoneSource'> & { differs: boolean };

/** Sets the clock of a photo against UTC by the best that is known. */
function placed({ local, offset, satellite }: PhotoClock, deviceAt: number | null): Placed {
  if (satellite !== null) {
    const zoneMinutes = local === null ? null : (offset ?? zoneBetween(local, satellite));
    const differs =
      local !== null && (zoneMinutes === null || Math.abs(local - zoneMinutes * minute - satellite) > same);
    return {
      takenAt: satellite,
      zoneMinutes: differs ? null : zoneMinutes,
      zoneSource: zoneMinutes === null || differs ? null : offset === null ? 'satellite' : 'offset',
      differs,
    };
  }
  if (local !== null && offset !== null)
    return { takenAt: local - offset * minute, zoneMinutes: offset, zoneSource: 'offset', differs: false };
  const zoneMinutes = local === null || deviceAt === null ? null : zoneBetween(local, deviceAt);
  if (local === null || zoneMinutes === null)
    return {
      takenAt: null,
      zoneMinutes: null,
      zoneSource: null,
      differs: local !== null && deviceAt !== null,
    };
  return { takenAt: local - zoneMinutes * minute, zoneMinutes, zoneSource: 'device', differs: false };
}

/**
 * When a photo was taken, and by what that is known. A clock that cannot be right is named, and no moment is made of it.
 */
export function photoMoment(clock: PhotoClock, { deviceAt, receivedAt }: MomentKnown): PhotoMoment {
  const { local } = clock;
  const { takenAt, differs, ...zone } = placed(clock, deviceAt);
  const year = new Date(takenAt ?? local ?? 0).getUTCFullYear();
  const faults: PhotoFault[] = [];
  if (takenAt === null && local === null) faults.push('timeMissing');
  else if (year < firstYear) faults.push('clockReset');
  else if (takenAt !== null && takenAt > receivedAt + clockApart) faults.push('clockAhead');
  else if (differs || (takenAt !== null && deviceAt !== null && Math.abs(takenAt - deviceAt) > clockApart))
    faults.push('clockDiffers');
  else if (takenAt === null) faults.push('zoneUnknown');
  const wrong = faults.includes('clockReset') || faults.includes('clockAhead');
  return {
    localTime: local === null ? null : isoOf(local),
    takenAt: wrong ? null : takenAt,
    ...zone,
    faults,
  };
}

const localText = /^(\d{4})[:-](\d{2})[:-](\d{2})[ T](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,3})\d*)?$/;
const offsetText = /^(?:(Z)|([+-])(\d{2}):?(\d{2}))$/;

/** Date and clock as ms that UTC would show; null: none, or a day that no calendar has. */
export function clockOfText(text: string): number | null {
  const parts = localText.exec(text.trim());
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, min = 0, second = 0] = parts.slice(1, 7).map(Number);
  const at = Date.UTC(year, month - 1, day, hour, min, second);
  const read = new Date(at);
  const isDay =
    read.getUTCFullYear() === year && read.getUTCMonth() === month - 1 && read.getUTCDate() === day;
  return isDay && hour < 24 && min < 60 && second < 60 ? at + Number((parts[7] ?? '').padEnd(3, '0')) : null;
}

/** Minutes ahead of UTC; null: none that any zone has. */
export function offsetOfText(text: string): number | null {
  const parts = offsetText.exec(text.trim());
  if (!parts) return null;
  const [, utc, sign, hours, minutes] = parts;
  if (utc) return 0;
  const found = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return found >= zoneLeast && found <= zoneMost ? found : null;
}
