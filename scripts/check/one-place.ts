/** Times, numbers and lists get their words in one place, where zone, units, digits and language of the member are known. */
import type { Source } from './sources.ts';

/** Reckoning with zones, and the words of figures. */
const places: readonly string[] = [
  'packages/domain/src/zone.ts',
  'packages/phrases/src/format.ts',
  'packages/web/src/format.ts',
];

const wording =
  /\bIntl\.(?:DateTimeFormat|NumberFormat|RelativeTimeFormat|DurationFormat)\b|\.toLocale(?:Date|Time)?String\(|\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes)\(|\bFormatted(?:Date|Time|Number)\b|\.format(?:Date|Time|Number)\(/g;

/** The simulator plays a device, with the clock of one. */
const isProduct = (path: string): boolean =>
  /^(?:apps\/(?:console|screen|server)|packages\/[\w-]+)\/src\/.*\.tsx?$/.test(path) &&
  !/\.(?:test|bench|prove|fixture)\.tsx?$/.test(path);

/** Files that word a time or a number by themselves: in whatever zone and digits the machine happens to have. */
export const wordingFaults = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => isProduct(path) && !places.includes(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(wording)].map(
        ([found]) => `${path}: ${found} stands outside ${places.join(' and ')}`,
      ),
    );

/** What pages say one after the other stands between the commas of the language, which a text has. */
export const commaFaults = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^apps\/(?:console|screen)\/src\/.*\.tsx$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\.join\((['"`]), \1\)/g)].map(
        ([found]) => `${path}: ${found} is a comma of English: join by the text monitor.listComma`,
      ),
    );
