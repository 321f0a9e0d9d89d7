const pairs = ['()', '[]', '{}', '<>', '«»', '‹›', '（）', '【】', '《》', '「」', '『』', '〈〉', '〔〕'];
const partner: ReadonlyMap<string, string> = new Map(
  pairs.flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
);

export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

/**
 * A label for an engine that draws its characters one by one. On a page from right to left a canvas draws a bracket
 * that stands alone as its mirror image, so it is given the other one.
 */
export const labelByCharacters = (label: string, rightToLeft: boolean): string =>
  rightToLeft ? [...label].map((one) => partner.get(one) ?? one).join('') : label;

/** A label for a canvas that orders it whole: by its own first strong letter, whatever the direction of the page. */
export const labelAsWhole = (label: string): string => `\u2068${label}\u2069`;
