/** Digits of other scripts, which spreadsheets and keyboards of their regions write. */
const zeros = [0x0660, 0x06f0, 0x0966, 0xff10];

function asciiDigits(text: string): string {
  return text
    .replaceAll(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = zeros.find((one) => code >= one && code <= one + 9) ?? code;
      return String(code - zero);
    })
    .replaceAll('٫', '.')
    .replaceAll('，', ',')
    .replaceAll(/[−﹣－]/g, '-')
    .replaceAll('．', '.');
}

/** A number with a dot or a comma before its decimals; null for anything else, also for thousands that were set apart. */
export function numberOf(text: string): number | null {
  const plain = asciiDigits(text).trim();
  if (plain.length > 40) return null;
  const dotted = /^[+-]?\d+,\d+$/.test(plain) ? plain.replace(',', '.') : plain;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(dotted)) return null;
  const value = Number(dotted);
  return Number.isFinite(value) ? value + 0 : null;
}

const quadrants: Readonly<Record<string, 1 | -1>> = {
  N: 1,
  E: 1,
  S: -1,
  W: -1,
  北: 1,
  东: 1,
  東: 1,
  南: -1,
  西: -1,
};
const parts =
  /^([NSEW北南东東西])?\s*([+-]?)(\d{1,3}(?:[.,]\d+)?)\s*[°º度]?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:['′’]|分)?\s*)?(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|''|秒)?\s*)?([NSEW北南东東西])?$/i;

/** Degrees as a number, or as text with degrees, minutes, seconds and the letter of a direction; null for anything else. */
export function degreesOf(text: string): number | null {
  const number = numberOf(text);
  if (number !== null) return number;
  const found = parts.exec(asciiDigits(text).trim().slice(0, 60));
  if (!found) return null;
  const [, before, sign, degrees, minutes = '0', seconds = '0', after] = found;
  const direction = (before ?? after ?? '').toUpperCase();
  const [whole, sixtieth, last] = [degrees, minutes, seconds].map((part) =>
    Number((part ?? '0').replace(',', '.')),
  );
  if (whole === undefined || sixtieth === undefined || last === undefined) return null;
  if (sixtieth >= 60 || last >= 60 || (sign !== '' && direction !== '')) return null;
  const value = whole + sixtieth / 60 + last / 3600;
  return value * (sign === '-' ? -1 : (quadrants[direction] ?? 1)) + 0;
}
