import {
  findingVerdicts,
  limits,
  spanBefore,
  spanYearBefore,
  type ClassShares,
  type DaySpan,
} from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { columnsOf, partsOf, sumOf, type Summed } from './measure-columns.ts';
import { classSums, totalOf, type Asked } from './measures.store.ts';

const measure = 'findings';
const columns = columnsOf(measure);

const verdictsOf = (sums: Summed): ClassShares['classes'][number]['parts'] => {
  const parts = partsOf(measure, sums);
  return findingVerdicts.map((part) => ({
    part,
    value: parts.find((one) => one.part === part)?.value ?? 0,
  }));
};

/** Findings of a period by class, each with its share of all of them. */
export const classesOf = async (
  db: DbOrTrx,
  asked: Asked,
  most: number = limits.statistics.classesMost,
): Promise<Pick<ClassShares, 'total' | 'previous' | 'yearBefore' | 'classes' | 'rest'>> => {
  const at = async (other: DaySpan): Promise<number> =>
    sumOf(measure, await totalOf(db, { ...asked, ...other }, { source: 'finding', columns }));
  const total = await at(asked);
  const named = (await classSums(db, asked, { columns, most })).map(({ class: name, sums }) => ({
    class: name,
    value: sumOf(measure, sums),
    share: sumOf(measure, sums) / Math.max(total, 1),
    parts: verdictsOf(sums),
  }));
  return {
    total,
    previous: await at(spanBefore(asked)),
    yearBefore: await at(spanYearBefore(asked)),
    classes: named,
    rest: Math.max(0, total - named.reduce((sum, { value }) => sum + value, 0)),
  };
};
