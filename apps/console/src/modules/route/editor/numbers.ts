import { isLatitudeFirst } from '@eyrie/geometry';

const digitOf = (digit: string, zero: number): string => String((digit.codePointAt(0) ?? zero) - zero);

/** Digits of other scripts, full-width forms and decimal commas as a person types them, in the form that is computed with. */
export const normalised = (typed: string): string => {
  const plain = typed
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669]/g, (digit) => digitOf(digit, 0x660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => digitOf(digit, 0x6f0))
    .replaceAll('\u066b', '.')
    .replaceAll(/[\u2212\u2010\u2013]/g, '-')
    .replaceAll(/[\u200e\u200f\u061c\s]/g, '');
  return plain.includes('.') ? plain : plain.replace(',', '.');
};

/** Null: it is no number. */
export const numberOf = (typed: string): number | null => {
  const plain = normalised(typed);
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
};

/** Longitude and latitude from `121.47, 31.23`, in the order in which they are a place; null: they are not two numbers on the globe. */
export const placeOf = (typed: string): { lng: number; lat: number } | null => {
  const parts = typed
    .normalize('NFKC')
    .split(/[;\s]+|,\s+|,(?=[^,]*\.)/)
    .filter((part) => part !== '');
  const [first, second, ...others] = parts.map(numberOf);
  if (typeof first !== 'number' || typeof second !== 'number' || others.length > 0) return null;
  const [lng, lat] = isLatitudeFirst(first, second) ? [second, first] : [first, second];
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? { lng, lat } : null;
};
