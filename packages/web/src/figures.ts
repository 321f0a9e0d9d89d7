import { zoneLabel } from '@eyrie/domain';
import { useMemo } from 'react';
import { shownZone, useDisplay, useLocale } from './display.ts';
import {
  clockTime,
  dateTime,
  flightTime,
  heightMeasure,
  inDigits,
  lengthMeasure,
  differenceText,
  numberText,
  readableAge,
  shortTime,
  speedMeasure,
  type Measure,
} from './format.ts';
import { directionOf, useLanguage } from './language.ts';
import { serverTime } from './server-time.ts';
import { useText } from './text.tsx';

/** A number and its unit apart, as an instrument shows them. */
export interface Reading {
  value: string | null;
  unit: string;
}

/**
 * Figures in words of the current language, in the zone, units and digits that the member chose. Null stays visible
 * as a dash, never as zero.
 */
export interface Figures {
  /** Metres, as m or ft, far ones as km or mi. */
  length: (metres: number | null) => string;
  /** Metres, as m or ft however many. */
  height: (metres: number | null) => string;
  /** Metres a second. */
  speed: (metresPerSecond: number | null) => string;
  reading: {
    length: (metres: number | null | undefined) => Reading;
    height: (metres: number | null | undefined, decimals?: number) => Reading;
    speed: (metresPerSecond: number | null | undefined) => Reading;
  };
  /** Seconds, as days:hours:minutes:seconds. */
  duration: (seconds: number | null) => string;
  /** Epoch ms as date and time. */
  time: (at: number | null) => string;
  /** Epoch ms as time of day. */
  clock: (at: number) => string;
  /** Epoch ms as hour and minute. */
  shortClock: (at: number) => string;
  /** An age in ms: `12 s ago`. */
  age: (ms: number | null) => string;
  /** A plain number with at most `decimals` places, and its unit. */
  amount: (value: number | null, unit?: string, decimals?: number) => string;
  /** A difference with its sign, by default without decimals. */
  difference: (value: number, unit?: string, decimals?: number) => string;
  /** The zone of all these times: its name, and its distance from UTC now. */
  zone: { name: string; label: string };
}

const missing = '–';

const timesIn = (locale: string, zone: string) => ({
  time: (at: number | null) => (at === null ? missing : dateTime(at, locale, zone)),
  clock: (at: number) => clockTime(at, locale, zone),
  shortClock: (at: number) => shortTime(at, locale, zone),
  duration: (seconds: number | null) => (seconds === null ? missing : inDigits(flightTime(seconds), locale)),
  zone: { name: zone, label: inDigits(zoneLabel(zone, serverTime() ?? Date.now()), locale) },
});

/** The wording of figures in the current language, as the member wants them. */
export const useFigures = (): Figures => {
  const text = useText();
  const language = useLanguage((state) => state.language);
  const locale = useLocale();
  const zone = useDisplay(shownZone);
  const units = useDisplay((state) => state.choices.units);
  return useMemo(() => {
    // Figure and unit keep the order of the language wherever they stand, also in a chart that is not mirrored.
    const mark = directionOf(language) === 'rtl' ? '\u200f' : '';
    const digits = ({ value, decimals, fixed }: Measure) => numberText(value, locale, decimals, fixed);
    const words = (measure: Measure) => `${mark}${digits(measure)} ${text(measure.unit)}`;
    const reading = (of: (value: number) => Measure, value: number | null | undefined): Reading => {
      const measure = of(value ?? 0);
      return {
        value: value === null || value === undefined ? null : digits(measure),
        unit: text(measure.unit),
      };
    };
    return {
      ...timesIn(locale, zone),
      length: (metres) => (metres === null ? missing : words(lengthMeasure(metres, units))),
      height: (metres) => (metres === null ? missing : words(heightMeasure(metres, units))),
      speed: (value) => (value === null ? missing : words(speedMeasure(value, units))),
      reading: {
        length: (metres) => reading((value) => lengthMeasure(value, units), metres),
        height: (metres, decimals) => reading((value) => heightMeasure(value, units, decimals), metres),
        speed: (speed) => reading((value) => speedMeasure(value, units), speed),
      },
      age: (ms) => {
        if (ms === null) return text('state.never');
        const { id, values } = readableAge(ms);
        return text(id, values);
      },
      amount: (value, unit, decimals = 1) => {
        if (value === null) return missing;
        const shown = numberText(value, locale, decimals);
        return unit ? `${mark}${shown} ${unit}` : shown;
      },
      difference: (value, unit, decimals = 0) => {
        const shown = differenceText(value, locale, decimals);
        return unit ? `${mark}${shown} ${unit}` : shown;
      },
    };
  }, [language, text, locale, zone, units]);
};
