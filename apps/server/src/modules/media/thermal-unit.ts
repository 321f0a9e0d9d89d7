import type { ThermalSource } from '@eyrie/domain';

/** What a file says of its samples, as it says it; null: it does not. */
export interface NamedUnit {
  unit: string | null;
  /** A sample times this, and this added, is a value in the unit. */
  scale: string | null;
  offset: string | null;
}

export interface ThermalReading {
  source: ThermalSource;
  celsius(sample: number): number;
}

const kelvinZero = 273.15;
/** Hundredths, which samples of 16 bits are assumed to be. */
const usualScale = 0.01;

/** From each unit of temperature to °C, by its name in letters alone: `°C`, `deg C` and `Degrees Celsius` are one. */
const units: readonly [name: RegExp, celsius: (value: number) => number][] = [
  [/^(?:deg|degrees?)?(?:c|celsius)$/, (value) => value],
  [/^(?:deg|degrees?)?(?:k|kelvins?)$/, (value) => value - kelvinZero],
  [/^(?:deg|degrees?)?(?:f|fahrenheit)$/, (value) => ((value - 32) * 5) / 9],
];
const lettersOf = (text: string): string => text.replaceAll(/&#?\w+;|[^a-z]/gi, '').toLowerCase();

/** @returns undefined: it is named and no number */
const numberOf = (text: string | null): number | null | undefined => {
  if (text === null) return null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value !== 0 ? value : undefined;
};

/**
 * How samples become temperatures. A unit that is not named is assumed, and so is the scale of 16 bits: nobody measures in
 * whole degrees. @returns null where the file names a unit of something else, or a scale that no assumption fits
 */
export const readingOf = (
  samples: 'fractions' | 'whole',
  { unit, scale: scaleText, offset: offsetText }: NamedUnit,
): ThermalReading | null => {
  const scale = numberOf(scaleText);
  const offset = offsetText !== null && Number(offsetText) === 0 ? 0 : numberOf(offsetText);
  if (scale === undefined || offset === undefined) return null;
  const isNamed = unit !== null && lettersOf(unit) !== '';
  const toCelsius = isNamed ? units.find(([name]) => name.test(lettersOf(unit)))?.[1] : null;
  if (toCelsius === undefined) return null;
  if (toCelsius && (samples === 'fractions' || scale !== null))
    return { source: 'named', celsius: (sample) => toCelsius(sample * (scale ?? 1) + (offset ?? 0)) };
  if (samples === 'fractions')
    return { source: 'celsius', celsius: (sample) => sample * (scale ?? 1) + (offset ?? 0) };
  const fits = (scale ?? usualScale) === usualScale && (offset ?? 0) === 0;
  const isKelvin = !isNamed || units[1]?.[0].test(lettersOf(unit)) === true;
  return fits && isKelvin
    ? { source: 'kelvin', celsius: (sample) => sample * usualScale - kelvinZero }
    : null;
};
