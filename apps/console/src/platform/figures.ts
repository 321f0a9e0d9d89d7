import { useMemo } from 'react';
import { dateTime, flightTime, readableAge, readableLength } from './format.ts';
import { directionOf, localeOf, useLanguage } from './language.ts';
import { useText } from './text.tsx';

/** Figures in words of the current language, digits always Latin. Null stays visible as a dash, never as zero. */
export interface Figures {
  /** Metres, as m below a kilometre and as km above. */
  length: (metres: number | null) => string;
  /** Seconds, as days:hours:minutes:seconds. */
  duration: (seconds: number | null) => string;
  /** Epoch ms as date and time in the browser's zone. */
  time: (at: number | null) => string;
  /** An age in ms: `12 s ago`. */
  age: (ms: number | null) => string;
  /** A plain number with at most `decimals` places, and its unit. */
  amount: (value: number | null, unit?: string, decimals?: number) => string;
}

const missing = '–';

/** The wording of figures in the current language. */
export const useFigures = (): Figures => {
  const text = useText();
  const language = useLanguage((state) => state.language);
  return useMemo(() => {
    const locale = localeOf(language);
    // Figure and unit keep the order of the language wherever they stand, also in a chart that is not mirrored.
    const mark = directionOf(language) === 'rtl' ? '\u200f' : '';
    const number = (value: number, decimals: number) =>
      new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value);
    return {
      length: (metres) => {
        if (metres === null) return missing;
        if (Math.abs(metres) < 10) return `${mark}${number(metres, 1)} ${text('unit.metre')}`;
        const { value, unit } = readableLength(metres);
        return `${mark}${value} ${text(unit)}`;
      },
      duration: (seconds) => (seconds === null ? missing : flightTime(seconds)),
      time: (at) => (at === null ? missing : dateTime(at, locale)),
      age: (ms) => {
        if (ms === null) return text('state.never');
        const { id, values } = readableAge(ms);
        return text(id, values);
      },
      amount: (value, unit, decimals = 1) =>
        value === null
          ? missing
          : unit
            ? `${mark}${number(value, decimals)} ${unit}`
            : number(value, decimals),
    };
  }, [language, text]);
};
