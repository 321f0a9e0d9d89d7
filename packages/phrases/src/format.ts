/** What stands in for the places of a phrase. */
export type PhraseValues = Readonly<Record<string, string | number | undefined>>;

type Part =
  | string
  | { kind: 'value'; name: string }
  | { kind: 'number'; name: string }
  | { kind: 'plural'; name: string; arms: ReadonlyMap<string, readonly Part[]> }
  | { kind: 'counted' };

/** Reads one phrase from its beginning. Phrases are ours and proved right by tests, so nothing is refused here. */
class Reader {
  #at = 0;
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  /** Parts up to the end, or to the brace that closes an arm of a plural, in which `#` is what is counted. */
  parts(inPlural: boolean): Part[] {
    const parts: Part[] = [];
    for (;;) {
      const plain = this.#until(inPlural ? /[{}#]/g : /[{}]/g).replaceAll("''", "'");
      if (plain !== '') parts.push(plain);
      const sign = this.#text[this.#at];
      if (sign === undefined || sign === '}') return parts;
      this.#at += 1;
      parts.push(sign === '#' ? { kind: 'counted' } : this.#place());
    }
  }

  #until(signs: RegExp): string {
    signs.lastIndex = this.#at;
    const from = this.#at;
    this.#at = signs.exec(this.#text)?.index ?? this.#text.length;
    return this.#text.slice(from, this.#at);
  }

  #place(): Part {
    const name = this.#until(/[,}]/g).trim();
    if (this.#text[this.#at++] === '}') return { kind: 'value', name };
    this.#until(/[,}]/g);
    if (this.#text[this.#at++] === '}') return { kind: 'number', name };
    const arms = new Map<string, readonly Part[]>();
    for (;;) {
      const arm = this.#until(/[{}]/g).trim();
      if (this.#text[this.#at++] !== '{') return { kind: 'plural', name, arms };
      arms.set(arm, this.parts(true));
      this.#at += 1;
    }
  }
}

const isArabic = (locale: string): boolean => locale.startsWith('ar');
const [isolate, isolateEnd] = ['\u2068', '\u2069'];

/**
 * A text as it stands in a sentence of the locale. In Arabic what somebody typed is set apart, with the direction of its
 * own: its signs and figures would change sides otherwise.
 */
const setApart = (value: string | number, locale: string): string =>
  typeof value === 'string' && value !== '' && isArabic(locale)
    ? `${isolate}${value}${isolateEnd}`
    : String(value);

/** The values that a phrase only repeats as they stand in a sentence of the locale, for another formatter than the one below. */
export const valuesApart = (
  pattern: string,
  locale: string,
  values: Readonly<Record<string, string | number>>,
): Record<string, string | number> =>
  isArabic(locale)
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' && pattern.includes(`{${name}}`) ? setApart(value, locale) : value,
        ]),
      )
    : values;

/** A text without the marks that set its values apart, for what cannot draw them, such as the labels of a map. */
export const withoutMarks = (text: string): string => text.replaceAll(/[\u2066-\u2069]/gu, '');

const read = new Map<string, readonly Part[]>();
const partsOf = (pattern: string): readonly Part[] => {
  const known = read.get(pattern);
  if (known) return known;
  const parts = new Reader(pattern).parts(false);
  read.set(pattern, parts);
  return parts;
};

/** Making one takes longer than all else here. */
const tools = new Map<string, { rules: Intl.PluralRules; figures: Intl.NumberFormat }>();
const toolsOf = (locale: string): { rules: Intl.PluralRules; figures: Intl.NumberFormat } => {
  const made = tools.get(locale) ?? {
    rules: new Intl.PluralRules(locale),
    figures: new Intl.NumberFormat(locale),
  };
  tools.set(locale, made);
  return made;
};

function written(parts: readonly Part[], locale: string, values: PhraseValues, count: number): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'counted') return toolsOf(locale).figures.format(count);
      const value = values[part.name] ?? '';
      if (part.kind === 'value') return setApart(value, locale);
      const figure = Number(value);
      if (part.kind === 'number') return toolsOf(locale).figures.format(figure);
      const arm =
        part.arms.get(typeof value === 'string' ? value : `=${figure}`) ??
        part.arms.get(toolsOf(locale).rules.select(figure)) ??
        part.arms.get('other');
      return written(arm ?? [], locale, values, figure);
    })
    .join('');
}

/** A phrase with its values: the part of ICU messages that ours use, `{name}`, `{name, number}` and plurals. */
export const formatPhrase = (pattern: string, locale: string, values: PhraseValues = {}): string =>
  pattern.includes('{') || pattern.includes("''") ? written(partsOf(pattern), locale, values, 0) : pattern;

const figures = new Map<string, Intl.NumberFormat>();

/**
 * A figure of the locale with at most one digit after the point, in Latin digits as everywhere in the product.
 * @param style percent: the value is a share from 0 to 1
 */
export const formatFigure = (
  value: number,
  locale: string,
  style: 'decimal' | 'percent' = 'decimal',
): string => {
  const key = `${locale} ${style}`;
  let format = figures.get(key);
  if (!format) {
    format = new Intl.NumberFormat(isArabic(locale) ? 'ar-u-nu-latn' : locale, {
      style,
      maximumFractionDigits: 1,
    });
    figures.set(key, format);
  }
  return format.format(value);
};
