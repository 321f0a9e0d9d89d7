/** One file of a font that is cut into slices, and the characters it has, as pairs of first and last. */
export interface Face {
  file: string;
  ranges: readonly (readonly [number, number])[];
}

/** The characters that are taken from one file. */
export interface Piece {
  file: string;
  characters: readonly string[];
}

/** Slices of a font, as its style sheet names them. */
export const facesOf = (sheet: string): Face[] =>
  [...sheet.matchAll(/url\(([^)]+\.woff2)\)[^;]*;\s*unicode-range:([^;}]+)/g)].map(([, file, ranges]) => ({
    file: file ?? '',
    ranges: (ranges ?? '').split(',').map((range) => {
      const [first, last = first] = range.trim().replace(/^U\+/i, '').split('-');
      return [Number.parseInt(first ?? '', 16), Number.parseInt(last ?? '', 16)] as const;
    }),
  }));

/** Which file each character comes from; one that no file has is left out. */
export const piecesOf = (faces: readonly Face[], characters: readonly string[]): Piece[] => {
  const found = Map.groupBy(characters, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return faces.find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))?.file;
  });
  return [...found].flatMap(([file, own]) => (file === undefined ? [] : [{ file, characters: own }]));
};

/** Characters as a style sheet names them. */
export const rangeOf = (characters: readonly string[]): string =>
  characters.map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16)}`).join(',');
