import { monthLater, type Month } from '../inspection-report/inspection-report.ts';

/**
 * What a box counts as for the class that its detector gave it, in the order in which they are asked: a box that nobody reviewed, one
 * about which a rule or a sample alone decided, one that a person confirmed as another class, confirmed as it is, or called a false alarm. Boxes that a
 * person drew count as added to their class, and corrected ones as called otherwise for the class that they are.
 */
export const qualityKinds = [
  'unjudged',
  'byRule',
  'corrected',
  'confirmed',
  'falseAlarm',
  'added',
  'otherwise',
] as const;
export type QualityKind = (typeof qualityKinds)[number];

/** Boxes of one kind and one percent of confidence. */
export interface QualityCell {
  kind: QualityKind;
  /** Confidence in whole percent, rounded down; null: it does not count for the threshold. */
  percent: number | null;
  count: number;
  /** Confidences together, each 0 to 1. */
  confidence: number;
}

/** Boxes of one class that one version of a model found in the runs of one month. */
export interface QualityLine {
  month: Month;
  model: string;
  modelVersion: string;
  class: string;
  cells: readonly QualityCell[];
}

/** Boxes that a detector found, by what became of them, and those that people had to add. */
export interface QualityCounts {
  /** The five after it together. */
  found: number;
  confirmed: number;
  falseAlarms: number;
  /** Confirmed by a person as another class. */
  corrected: number;
  /** Decided by a rule or a sample, and looked at by nobody. */
  byRule: number;
  unjudged: number;
  /** Drawn by people. */
  added: number;
  /** Found, but called another class. */
  otherwise: number;
}

/** The least confidence at which a box would best have been shown, and the F1 that it would have had, both 0 to 1. */
export interface BestThreshold {
  confidence: number;
  f1: number;
}

export interface QualityFigures extends QualityCounts {
  /** Reviewed by people. */
  reviewed: number;
  /** Of what was reviewed, the share that was right; null: nothing was reviewed. */
  precision: number | null;
  /** Of what was there, as far as people say, the share that was found; null: nothing was there. */
  recall: number | null;
  /** Null: nothing was found. */
  meanConfidence: number | null;
  /** Seconds that people spent on false alarms; null: nobody knows how long one takes. */
  cost: number | null;
}

/** Change against the three months before; null where either side has too few. */
export interface QualityDrift {
  precision: number | null;
  meanConfidence: number | null;
}

export interface QualityRow extends QualityFigures {
  month: Month;
  model: string;
  modelVersion: string;
  class: string;
  threshold: BestThreshold | null;
  drift: QualityDrift;
}

const countOf = (cells: readonly QualityCell[], kind: QualityKind): number =>
  cells.reduce((sum, cell) => (cell.kind === kind ? sum + cell.count : sum), 0);

export const qualityCounts = (cells: readonly QualityCell[]): QualityCounts => {
  const [confirmed, falseAlarms, corrected, byRule, unjudged] = (
    ['confirmed', 'falseAlarm', 'corrected', 'byRule', 'unjudged'] as const
  ).map((kind) => countOf(cells, kind)) as [number, number, number, number, number];
  return {
    found: confirmed + falseAlarms + corrected + byRule + unjudged,
    confirmed,
    falseAlarms,
    corrected,
    byRule,
    unjudged,
    added: countOf(cells, 'added'),
    otherwise: countOf(cells, 'otherwise'),
  };
};

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** @param pace seconds that one false alarm takes; null: not known */
export const qualityFigures = (cells: readonly QualityCell[], pace: number | null): QualityFigures => {
  const counts = qualityCounts(cells);
  const { found, confirmed, falseAlarms, corrected, added, otherwise } = counts;
  const reviewed = confirmed + falseAlarms + corrected;
  return {
    ...counts,
    reviewed,
    precision: share(confirmed, reviewed),
    recall: share(confirmed, confirmed + added + otherwise),
    meanConfidence: share(
      cells.reduce((sum, { confidence }) => sum + confidence, 0),
      found,
    ),
    cost: pace === null ? null : falseAlarms * pace,
  };
};

/**
 * The threshold at which the reviewed boxes would have had the best F1, where what lies below it had not been shown: what people confirmed
 * there would have been missed, and what they refused would have been spared them. Of thresholds as good the least, which misses least.
 * @returns null when nothing that was confirmed has a confidence
 */
export function bestThreshold(cells: readonly QualityCell[]): BestThreshold | null {
  const right = Array.from({ length: 101 }, () => 0);
  const wrong = Array.from({ length: 101 }, () => 0);
  for (const { kind, percent, count } of cells) {
    if (percent === null) continue;
    const at = Math.min(100, Math.max(0, percent));
    if (kind === 'confirmed') right[at] = (right[at] ?? 0) + count;
    else if (kind === 'falseAlarm' || kind === 'corrected') wrong[at] = (wrong[at] ?? 0) + count;
  }
  const there =
    right.reduce((sum, count) => sum + count, 0) + countOf(cells, 'added') + countOf(cells, 'otherwise');
  let best: BestThreshold | null = null;
  let [shown, hit] = [0, 0];
  for (let percent = 100; percent >= 0; percent -= 1) {
    const here = (right[percent] ?? 0) + (wrong[percent] ?? 0);
    if (here === 0) continue;
    shown += here;
    hit += right[percent] ?? 0;
    // Twice the hits by all that is shown and all that is there is the harmonic mean of precision and recall.
    const f1 = (2 * hit) / (shown + there);
    if (hit > 0 && f1 >= (best?.f1 ?? 0)) best = { confidence: percent / 100, f1 };
  }
  return best;
}

/** What a share differs from another, where both are of enough. */
const changeOf = (
  now: { value: number | null; of: number },
  before: { value: number | null; of: number },
  enough: number,
): number | null =>
  now.value === null || before.value === null || now.of < enough || before.of < enough
    ? null
    : now.value - before.value;

/** How a class of a model differs from the months before. @param enough so many boxes make a share worth comparing */
export const qualityDrift = (
  now: readonly QualityCell[],
  before: readonly QualityCell[],
  enough: number,
): QualityDrift => {
  const [own, other] = [qualityFigures(now, null), qualityFigures(before, null)];
  return {
    precision: changeOf(
      { value: own.precision, of: own.reviewed },
      { value: other.precision, of: other.reviewed },
      enough,
    ),
    meanConfidence: changeOf(
      { value: own.meanConfidence, of: own.found },
      { value: other.meanConfidence, of: other.found },
      enough,
    ),
  };
};

const keyOf = ({ model, modelVersion, class: name }: QualityLine): string =>
  JSON.stringify([model, modelVersion, name]);

/** Months of the calendar in order. */
export const monthsFrom = (from: Month, months: number): Month[] =>
  Array.from({ length: months }, (_, index) => monthLater(from, index));

/**
 * What each class of each version of a model was worth in each month, the newest month first and in it the most boxes.
 * @param lines of the months that are asked for and those before with which they are compared, each class of a month once
 * @param first the first month that is asked for
 */
export function qualityRows(
  lines: readonly QualityLine[],
  { first, pace, enough, compared }: { first: Month; pace: number | null; enough: number; compared: number },
): QualityRow[] {
  const known = Map.groupBy(lines, keyOf);
  return lines
    .filter(({ month }) => month >= first)
    .map(({ cells, ...line }) => {
      const from = monthLater(line.month, -compared);
      const before = (known.get(keyOf({ ...line, cells })) ?? [])
        .filter(({ month }) => month >= from && month < line.month)
        .flatMap((one) => one.cells);
      return {
        ...line,
        ...qualityFigures(cells, pace),
        threshold: bestThreshold(cells),
        drift: qualityDrift(cells, before, enough),
      };
    })
    .toSorted(
      (a, b) =>
        b.month.localeCompare(a.month) ||
        b.found + b.added - (a.found + a.added) ||
        a.model.localeCompare(b.model) ||
        a.modelVersion.localeCompare(b.modelVersion) ||
        a.class.localeCompare(b.class),
    );
}
