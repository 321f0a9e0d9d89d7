import type { PhraseId } from '@eyrie/phrases';

/** A length in metres as people read it: whole metres below one kilometre, then kilometres with one digit. */
export const readableLength = (metres: number): { value: string; unit: PhraseId } =>
  metres < 1000
    ? { value: Math.round(metres).toString(), unit: 'unit.metre' }
    : { value: (metres / 1000).toFixed(1), unit: 'unit.kilometre' };

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

/**
 * Arabic dates come with marks that turn their direction: right in a sentence, wrong in a figure that reads
 * from the left. Without them the digits keep their order in both.
 */
const unmarked = (text: string): string => text.replaceAll('\u200f', '');

/** Wall-clock time of a moment, epoch ms, in a zone; `locale` decides order, digits are Latin. */
export const clockTime = (at: number, locale: string, timeZone?: string): string =>
  unmarked(
    new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      numberingSystem: 'latn',
      ...(timeZone ? { timeZone } : {}),
    }).format(at),
  );

/** Date and time of a moment, epoch ms. */
export const dateTime = (at: number, locale: string, timeZone?: string): string =>
  unmarked(
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      numberingSystem: 'latn',
      calendar: 'gregory',
      ...(timeZone ? { timeZone } : {}),
    }).format(at),
  );
