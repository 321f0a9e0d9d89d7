/** A page that the search of the menu may open. */
export interface NamedPage {
  path: string;
  /** In the language of the reader. */
  name: string;
}

/** Letters that readers of Arabic type for one another. */
const alike: Readonly<Record<string, string>> = { ى: 'ي', ة: 'ه' };

/** Without case, accents, vowel marks and hamza, which people leave out when they search. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ىة]/g, (letter) => alike[letter] ?? letter)
    .trim();

/** The smaller, the better; null: does not fit. */
const rank = ({ name, path }: NamedPage, wanted: string): number | null => {
  const text = plain(name);
  if (text.startsWith(wanted)) return 0;
  if (text.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
  if (text.includes(wanted)) return 2;
  return plain(path).includes(wanted) ? 3 : null;
};

/** Pages by what was written of their name or address: the best first, equal ones in the order of the menu. */
export const foundPages = <P extends NamedPage>(written: string, pages: readonly P[]): P[] => {
  const wanted = plain(written);
  return pages
    .flatMap((page) => {
      const at = rank(page, wanted);
      return at === null ? [] : [{ page, at }];
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ page }) => page);
};

/** The place after a step up or down in a list of `length`, which goes round at both ends; 0 in an empty one. */
export const stepIn = (length: number, at: number, by: 1 | -1): number =>
  length === 0 ? 0 : (at + by + length) % length;
