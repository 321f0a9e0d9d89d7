import type { DisplayChoices } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';

/** A figure ready for words: the number in the unit that is shown, how many decimals it has, and the unit. */
export interface Measure {
  value: number;
  decimals: number;
  /** True where the decimals are written also when they are zero. */
  fixed?: boolean;
  unit: PhraseId;
}
type Units = DisplayChoices['units'];

const metresPerFoot = 0.3048;
const metresPerMile = 1609.344;
const hour = 3600;

/** A height or a short distance: metres or feet, however many. */
export const heightMeasure = (metres: number, units: Units, decimals = 1): Measure =>
  units === 'metric'
    ? { value: metres, decimals, unit: 'unit.metre' }
    : { value: metres / metresPerFoot, decimals: Math.min(decimals, 0), unit: 'unit.foot' };

/** A length in metres as people read it: whole metres or feet, then kilometres or miles with one digit. */
export const lengthMeasure = (metres: number, units: Units): Measure => {
  const far = units === 'metric' ? 1000 : metresPerMile;
  if (Math.abs(metres) >= far)
    return {
      value: metres / far,
      decimals: 1,
      fixed: true,
      unit: units === 'metric' ? 'unit.kilometre' : 'unit.mile',
    };
  return heightMeasure(metres, units, Math.abs(metres) < 10 ? 1 : 0);
};

/** A speed in metres a second, of an aircraft or of the wind. */
export const speedMeasure = (metresPerSecond: number, units: Units): Measure =>
  units === 'metric'
    ? { value: metresPerSecond, decimals: 1, unit: 'unit.metrePerSecond' }
    : { value: (metresPerSecond * hour) / metresPerMile, decimals: 1, unit: 'unit.milePerHour' };

/** A number in the digits of a locale. */
export const numberText = (value: number, locale: string, decimals: number, fixed = false): string =>
  new Intl.NumberFormat(locale, {
    maximumFractionDigits: decimals,
    minimumFractionDigits: fixed ? decimals : 0,
    // What rounds to nothing has no sign.
    signDisplay: 'negative',
  }).format(value);

/** A difference in the digits of a locale, with its sign where it is not nothing. */
export const differenceText = (value: number, locale: string, decimals: number): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: decimals, signDisplay: 'exceptZero' }).format(value);

/** The same text with its Latin digits in those of a locale. */
export const inDigits = (text: string, locale: string): string =>
  locale.endsWith('-nu-arab')
    ? text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)))
    : text;

const two = (value: number): string => value.toString().padStart(2, '0');

/** Flight time, seconds to `days:hours:min:s`. */
export const flightTime = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  return [
    Math.floor(whole / 86_400).toString(),
    two(Math.floor(whole / 3600) % 24),
    two(Math.floor(whole / 60) % 60),
    two(whole % 60),
  ].join(':');
};

/** How long ago, ms, as a text id and its argument. */
export const readableAge = (
  ageMs: number,
): { id: 'state.secondsAgo' | 'state.minutesAgo' | 'state.hoursAgo'; values: Record<string, number> } => {
  const seconds = Math.floor(ageMs / 1000);
  if (seconds < 120) return { id: 'state.secondsAgo', values: { seconds } };
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return { id: 'state.minutesAgo', values: { minutes } };
  return { id: 'state.hoursAgo', values: { hours: Math.floor(minutes / 60) } };
};

/** The zone of the computer that the console runs on. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Every zone that this browser knows by name. */
export const knownZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

/**
 * Arabic dates come with marks that turn their direction: right in a sentence, wrong in a figure that reads
 * from the left. Without them the digits keep their order in both.
 */
const unmarked = (text: string): string => text.replaceAll('\u200f', '');

const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const date = { year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory' } as const;

/** Wall-clock time of a moment, epoch ms, in a zone; `locale` decides order and digits. */
export const clockTime = (at: number, locale: string, timeZone: string): string =>
  unmarked(new Intl.DateTimeFormat(locale, { ...time, timeZone }).format(at));

/** Hour and minute of a moment, epoch ms, in a zone. */
export const shortTime = (at: number, locale: string, timeZone: string): string =>
  unmarked(
    new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }).format(at),
  );

/**
 * Those who read English do not agree whether 11/12 is in November or in December. Year, month, day is read in one
 * way, and is how dates are typed here too; Swedish writes it so.
 */
const dateLocale = (locale: string): string => (locale === 'en' ? 'sv' : locale);

/** Date and time of a moment, epoch ms, in a zone. */
export const dateTime = (at: number, locale: string, timeZone: string): string =>
  unmarked(new Intl.DateTimeFormat(dateLocale(locale), { ...date, ...time, timeZone }).format(at));

/** The day that the clocks of a zone show at a moment, epoch ms. */
export const dateIn = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat(dateLocale('en'), { ...date, timeZone }).format(at);

/** Minutes of the day that the clocks of a zone show at a moment. */
export const minuteIn = (at: number, timeZone: string): number => {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const [hours = 0, minutes = 0] = new Intl.DateTimeFormat('en-GB', clock).format(at).split(':').map(Number);
  return hours * 60 + minutes;
};

const namedDays = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' });
  return (day: string): string => format.format(Date.parse(`${day}T00:00Z`));
};

/** How days are called in a language. */
export const dayNames = (locale: string) => ({
  weekday: namedDays(locale, { weekday: 'short' }),
  number: namedDays(locale, { day: 'numeric' }),
  day: namedDays(locale, { day: 'numeric', month: 'short', weekday: 'short' }),
  full: namedDays(locale, { dateStyle: 'full' }),
  month: namedDays(locale, { year: 'numeric', month: 'long' }),
});
