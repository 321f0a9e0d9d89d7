import { headingModes, limits, turnModes, type PlanPoint, type RoutePlan } from '@eyrie/domain';
import { say } from '../../platform/http/words.ts';
import type { Language } from '../../platform/http/endpoint.ts';
import type { Cell } from '../../platform/table/index.ts';
import { degreesOf, numberOf } from './point-values.ts';

const { plan: bound } = limits.route;
export const languages: readonly Language[] = ['zh-CN', 'en', 'ar'];

/** A column of the table of points. */
export interface PointColumn {
  id: string;
  required?: true;
  /** Its cells are numbers from `min` to `max`. */
  range?: readonly [min: number, max: number];
  read?: (text: string) => number | null;
  /** Its cells are one of these words, which every language has phrases for. */
  words?: readonly string[];
  /** Begins the phrases of its words. */
  phrase?: string;
  /** What a heading may be in files of other programs, in lower case. */
  known?: readonly string[];
  cell(point: PlanPoint, plan: RoutePlan): Cell;
}

const number = (id: string, range: readonly [number, number], cell: PointColumn['cell']): PointColumn => ({
  id,
  range,
  read: numberOf,
  cell,
});

export const pointColumns: readonly PointColumn[] = [
  {
    id: 'lng',
    required: true,
    range: [-180, 180],
    read: degreesOf,
    known: ['lon', 'long', 'longitude', 'x', '经度', '经度(°)'],
    cell: ({ lng }) => lng,
  },
  {
    id: 'lat',
    required: true,
    range: [-90, 90],
    read: degreesOf,
    known: ['latitude', 'y', '纬度', '纬度(°)'],
    cell: ({ lat }) => lat,
  },
  {
    ...number('height', [bound.heightMin, bound.heightMax], ({ height }) => height),
    required: true,
    known: ['alt', 'altitude', 'elevation', 'z', '高度', '海拔', 'height(m)'],
  },
  number('speed', [bound.speedMin, bound.speedMax], ({ speed }) => speed ?? null),
  number('heading', [-180, 180], ({ heading }) => heading ?? null),
  number('gimbalPitch', [-120, 45], ({ gimbalPitch }) => gimbalPitch ?? null),
  { id: 'turnMode', words: turnModes, phrase: 'route.table', cell: ({ turnMode }) => turnMode ?? null },
  {
    id: 'headingMode',
    words: headingModes,
    phrase: 'route.table',
    cell: ({ headingMode }) => headingMode ?? null,
  },
  number('hover', [0, bound.hoverMax], ({ actions }) => {
    const found = actions.find((one) => one.type === 'hover');
    return found?.type === 'hover' ? found.seconds : null;
  }),
  {
    id: 'photo',
    words: ['yes', 'no'],
    phrase: 'route.table',
    cell: ({ actions }) => (actions.some(({ type }) => type === 'takePhoto') ? 'yes' : null),
  },
];

const folded = (text: string): string =>
  text.normalize('NFKC').trim().toLowerCase().replace(/\*$/, '').trim();

export const titleOf = ({ id }: PointColumn, language: Language): string =>
  say(language, `route.table.${id}`);
export const wordOf = ({ phrase }: PointColumn, word: string, language: Language): string =>
  phrase ? say(language, `${phrase}.${word}`) : word;

/** The column of a heading, whatever language or program it is of. */
export function columnOf(heading: string): PointColumn | undefined {
  const wanted = folded(heading);
  if (wanted === '') return undefined;
  return pointColumns.find(
    (column) =>
      folded(column.id) === wanted ||
      column.known?.includes(wanted) === true ||
      languages.some((language) => folded(titleOf(column, language)) === wanted),
  );
}

/** The word of a column that a cell means. */
export function meantWord(column: PointColumn, text: string): string | undefined {
  const wanted = folded(text);
  return column.words?.find(
    (word) =>
      folded(word) === wanted ||
      languages.some((language) => folded(wordOf(column, word, language)) === wanted),
  );
}
