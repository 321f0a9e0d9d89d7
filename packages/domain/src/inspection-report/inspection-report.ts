import { dayLater, type DaySpan } from '../statistics/period.ts';

export const reportStates = ['draft', 'approved'] as const;
export type ReportState = (typeof reportStates)[number];

export const reportSteps = [1, 2, 3, 4, 5, 6] as const;
export type ReportStep = (typeof reportSteps)[number];

/** The texts that people write, in the order of the steps. */
export const reportTexts = ['intro', 'flights', 'findings', 'falseAlarms', 'orders', 'conclusion'] as const;
export type ReportText = (typeof reportTexts)[number];
export const textOfStep = (step: ReportStep): ReportText => reportTexts[step - 1] ?? 'intro';

export const reportFormats = ['docx', 'pdf', 'html'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const fileStates = ['queued', 'running', 'done', 'failed'] as const;
export type ReportFileState = (typeof fileStates)[number];

/** What a report lacks: the first two keep it from being made. */
export const missingKinds = ['unaudited', 'unhandled', 'notCounted', 'monthRunning'] as const;
export type MissingKind = (typeof missingKinds)[number];
export const blockingKinds: ReadonlySet<MissingKind> = new Set(['unaudited', 'unhandled']);

/** A month of the calendar, `2026-11`. */
export type Month = string;

/** The days of a month. */
export const daysOfMonth = (month: Month): DaySpan => {
  const from = `${month}-01`;
  return { from, to: dayLater(`${monthLater(month, 1)}-01`, -1) };
};

/** The month so many months later. */
export const monthLater = (month: Month, months: number): Month => {
  const [year = 0, one = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, one - 1 + months, 1)).toISOString().slice(0, 7);
};

export interface FindingCounts {
  confirmed: number;
  falseAlarm: number;
  unaudited: number;
}
const counted = ['confirmed', 'falseAlarm', 'unaudited'] as const;
export const noFindings: FindingCounts = { confirmed: 0, falseAlarm: 0, unaudited: 0 };

const plus = (a: FindingCounts, b: FindingCounts): FindingCounts => ({
  confirmed: a.confirmed + b.confirmed,
  falseAlarm: a.falseAlarm + b.falseAlarm,
  unaudited: a.unaudited + b.unaudited,
});
export const findingsIn = (counts: FindingCounts): number =>
  counted.reduce((sum, name) => sum + counts[name], 0);

/** Findings of one class in one run. */
export interface FindingRow extends FindingCounts {
  oid: string;
  name: string;
  class: string;
}

const summedBy = <T extends FindingCounts>(
  rows: readonly T[],
  keyOf: (row: T) => string,
): Map<string, FindingCounts> => {
  const sums = new Map<string, FindingCounts>();
  for (const row of rows) sums.set(keyOf(row), plus(sums.get(keyOf(row)) ?? noFindings, row));
  return sums;
};

/**
 * Findings of a month by class and by run, the most first.
 * @param most so many runs are named; all others are `rest`
 */
export const findingTotals = (rows: readonly FindingRow[], most: number) => {
  const names = new Map(rows.map(({ oid, name }) => [oid, name]));
  const runs = [...summedBy(rows, ({ oid }) => oid)]
    .map(([oid, counts]) => ({ oid, name: names.get(oid) ?? '', ...counts }))
    .toSorted((a, b) => findingsIn(b) - findingsIn(a) || a.oid.localeCompare(b.oid));
  return {
    total: rows.reduce<FindingCounts>(plus, noFindings),
    classes: [...summedBy(rows, (row) => row.class)]
      .map(([name, counts]) => ({ class: name, ...counts }))
      .toSorted((a, b) => findingsIn(b) - findingsIn(a) || a.class.localeCompare(b.class)),
    runs: runs.slice(0, most),
    rest: runs.slice(most).reduce<FindingCounts>(plus, noFindings),
  };
};

/** A figure by its name. */
export type NamedFigures = Readonly<Record<string, number | null>>;
export interface FigureChange {
  figure: string;
  from: number | null;
  to: number | null;
}

/** What another look at the same month has found different. */
export const figureChanges = (before: NamedFigures, after: NamedFigures): FigureChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted().flatMap((figure) => {
    const [from, to] = [before[figure] ?? null, after[figure] ?? null];
    return from === to ? [] : [{ figure, from, to }];
  });
