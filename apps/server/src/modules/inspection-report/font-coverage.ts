/** Which characters a font draws, by their number. */
type Coverage = (codePoint: number) => boolean;

const highest = 0x10_ff_ff;

/** Groups of (first, last) characters of a `cmap` of format 12. */
function* groupsOf(font: DataView, at: number): Generator<[number, number]> {
  const count = Math.min(font.getUint32(at + 12), highest);
  for (let group = 0; group < count; group += 1) {
    const place = at + 16 + group * 12;
    yield [font.getUint32(place), font.getUint32(place + 4)];
  }
}

/** The same of format 4, which has no characters beyond 0xFFFF. */
function* segmentsOf(font: DataView, at: number): Generator<[number, number]> {
  const twice = font.getUint16(at + 6);
  for (let segment = 0; segment < twice; segment += 2) {
    const last = font.getUint16(at + 14 + segment);
    // The last segment ends at 0xFFFF, which is no character.
    yield [font.getUint16(at + 16 + twice + segment), Math.min(last, 0xff_fd)];
  }
}

const tableOf = (font: DataView, name: string): number => {
  for (let table = 0; table < font.getUint16(4); table += 1) {
    const at = 12 + table * 16;
    const tag = String.fromCodePoint(...[0, 1, 2, 3].map((byte) => font.getUint8(at + byte)));
    if (tag === name) return font.getUint32(at + 8);
  }
  throw new Error(`a font without ${name}`);
};

/** @throws Error when it is no font */
export function coverageOf(bytes: Uint8Array): Coverage {
  const font = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const covered = new Uint8Array(highest + 1);
  const table = tableOf(font, 'cmap');
  for (let one = 0; one < font.getUint16(table + 2); one += 1) {
    const at = table + font.getUint32(table + 8 + one * 8);
    const format = font.getUint16(at);
    const ranges = format === 12 ? groupsOf(font, at) : format === 4 ? segmentsOf(font, at) : [];
    for (const [first, last] of ranges) covered.fill(1, first, Math.min(last, highest) + 1);
  }
  return (codePoint) => covered[codePoint] === 1;
}

const plain = /^[\u0020-\u007e\n]*$/;
/** Drawn as nothing by any font. */
const unseen = /^[\p{Default_Ignorable_Code_Point}\n\t ]$/u;
/** Fonts may have these, files for people who hear them may not. */
const refused = /[\p{Cc}\ufeff\ufffe]/u;
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

const numberOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/**
 * A text that fonts draw whole: a character that none of them has stands there by its number, because a file for people who
 * hear it is refused over one that cannot be drawn. What belongs together, a letter with its marks, is drawn by one font.
 */
export const drawable = (text: string, fonts: readonly Coverage[]): string => {
  if (plain.test(text)) return text;
  const draws = (cluster: string): boolean => {
    const seen = [...cluster].filter((character) => !unseen.test(character));
    if (seen.some((character) => refused.test(character)) || cluster.includes('\ufeff')) return false;
    return fonts.some((covers) => seen.every((character) => covers(character.codePointAt(0) ?? 0)));
  };
  return Array.from(clusters.segment(text.normalize('NFC')), ({ segment }) =>
    draws(segment) ? segment : [...segment].map(numberOf).join(''),
  ).join('');
};
