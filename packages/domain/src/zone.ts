/** A moment as the clocks of a time zone show it; month and day count from 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const day = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
};

/** True for an IANA name that this machine can reckon with. */
export const isTimeZone = (name: string): boolean => {
  try {
    return formatOf(name).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** What the clocks of a zone show at a moment, epoch ms. @throws RangeError for an unknown zone */
export const wallTime = (timeZone: string, at: number): WallTime => {
  const parts = formatOf(timeZone).formatToParts(at);
  const value = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return {
    year: value('year'),
    month: value('month'),
    day: value('day'),
    hour: value('hour'),
    minute: value('minute'),
    second: value('second'),
  };
};

const asUtc = ({ year, month, day: date, hour, minute, second }: WallTime): number =>
  Date.UTC(year, month - 1, date, hour, minute, second);

/** How far the clocks of a zone are ahead of UTC at a moment, ms. */
export const zoneOffset = (timeZone: string, at: number): number =>
  asUtc(wallTime(timeZone, at)) - Math.floor(at / 1000) * 1000;

/**
 * The moment at which the clocks of a zone show a time, epoch ms. A time that comes twice when clocks go back is the
 * first of the two; one that clocks going forward leave out lies as much later as they were put on.
 */
export const momentOf = (timeZone: string, wall: WallTime): number => {
  const shown = asUtc(wall);
  const before = zoneOffset(timeZone, shown - day);
  const fitting = [before, zoneOffset(timeZone, shown + day)]
    .map((offset) => shown - offset)
    .filter((at) => zoneOffset(timeZone, at) === shown - at);
  return fitting.length > 0 ? Math.min(...fitting) : shown - before;
};

const two = (value: number): string => String(value).padStart(2, '0');

/** The day that a moment falls on in a zone, as `2027-03-31`. */
export const dayIn = (timeZone: string, at: number): string => {
  const { year, month, day: date } = wallTime(timeZone, at);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`;
};

/** Last moment of a day such as `2027-03-31` on the clocks of a zone, epoch ms; null for what is no day. */
export const endOfDay = (timeZone: string, text: string): number | null => {
  const [, year = 0, month = 0, date = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  const start = new Date(Date.UTC(year, month - 1, date));
  // The 31st of June is not the 1st of July.
  if (date === 0 || start.getUTCMonth() !== month - 1 || start.getUTCDate() !== date) return null;
  const next = new Date(start.getTime() + day);
  const midnight = {
    year: next.getUTCFullYear(),
    month: next.getUTCMonth() + 1,
    day: next.getUTCDate(),
    hour: 0,
    minute: 0,
    second: 0,
  };
  return momentOf(timeZone, midnight) - 1;
};

const offsetText = (offset: number): string => {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

/** A zone by its distance from UTC at a moment: `UTC+08:00`; `UTC` where there is none. */
export const zoneLabel = (timeZone: string, at: number): string => {
  const offset = zoneOffset(timeZone, at);
  return offset === 0 ? 'UTC' : `UTC${offsetText(offset)}`;
};

/** A moment in full on the clocks of a zone, with its distance from UTC: `2027-03-31 16:05:09.250+08:00`. */
export const zonedStamp = (timeZone: string, at: number): string => {
  const { hour, minute, second } = wallTime(timeZone, at);
  const ms = String(((at % 1000) + 1000) % 1000).padStart(3, '0');
  const time = `${two(hour)}:${two(minute)}:${two(second)}.${ms}`;
  return `${dayIn(timeZone, at)} ${time}${offsetText(zoneOffset(timeZone, at))}`;
};

/** A day, or the month that begins with it. */
export const dayText = (date: string, step: 'day' | 'month', locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    ...(step === 'day' ? { month: 'short', day: 'numeric' } : { year: 'numeric', month: 'short' }),
  }).format(Date.parse(`${date}T00:00Z`));

/** First and last day of a period; with their years where these differ, for without them the last may seem to be before the first. */
export const spanText = (
  { from, to }: { from: string; to: string },
  locale: string,
): { from: string; to: string } => {
  const year = from.slice(0, 4) === to.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...year,
  });
  const print = (date: string): string => format.format(Date.parse(`${date}T00:00Z`));
  return { from: print(from), to: print(to) };
};
