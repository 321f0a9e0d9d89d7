import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bestThreshold,
  qualityCounts,
  qualityDrift,
  qualityFigures,
  qualityKinds,
  qualityRows,
  type QualityCell,
  type QualityKind,
  type QualityLine,
} from './quality.ts';

const cell = (kind: QualityKind, count: number, percent: number | null = null): QualityCell => ({
  kind,
  percent,
  count,
  confidence: ((percent ?? 0) / 100) * count,
});
const cells = fc.array(
  fc
    .record({
      kind: fc.constantFrom(...qualityKinds),
      percent: fc.integer({ min: 0, max: 100 }),
      count: fc.integer({ min: 1, max: 50 }),
    })
    .map(({ kind, percent, count }) =>
      cell(kind, count, kind === 'added' || kind === 'otherwise' || kind === 'unjudged' ? null : percent),
    ),
  { maxLength: 40 },
);

describe('what a class of a model was worth', () => {
  it('is shares of what people reviewed and of what they added', () => {
    const figures = qualityFigures(
      [
        cell('confirmed', 6, 80),
        cell('falseAlarm', 1, 40),
        cell('corrected', 1, 50),
        cell('byRule', 100, 95),
        cell('unjudged', 7),
        cell('added', 1),
        cell('otherwise', 2),
      ],
      12,
    );
    expect(figures).toMatchObject({ found: 115, reviewed: 8, precision: 0.75, cost: 12 });
    expect(figures.recall).toBeCloseTo(6 / 9);
    expect(figures.meanConfidence).toBeCloseTo((6 * 0.8 + 0.4 + 0.5 + 95) / 115);
  });

  it('is null and never 0 where there is nothing to divide by', () => {
    const nothing = { precision: null, recall: null, meanConfidence: null, cost: null };
    expect(qualityFigures([], null)).toMatchObject({ found: 0, ...nothing });
    expect(qualityFigures([cell('unjudged', 3)], null)).toMatchObject({ precision: null, recall: null });
    expect(qualityFigures([cell('falseAlarm', 3, 50)], null)).toMatchObject({ precision: 0, recall: null });
  });

  it('adds up, whatever was found', () => {
    fc.assert(
      fc.property(cells, cells, (one, other) => {
        const [a, b, both] = [qualityCounts(one), qualityCounts(other), qualityCounts([...one, ...other])];
        for (const name of Object.keys(both) as (keyof typeof both)[])
          expect(both[name]).toBe(a[name] + b[name]);
        expect(both.found).toBe(
          both.confirmed + both.falseAlarms + both.corrected + both.byRule + both.unjudged,
        );
        const { precision, recall } = qualityFigures([...one, ...other], null);
        for (const share of [precision, recall])
          if (share !== null) expect(share >= 0 && share <= 1).toBe(true);
      }),
    );
  });
});

/** F1 where only boxes from a confidence on had been shown, by counting each box. */
const f1At = (all: readonly QualityCell[], percent: number): number => {
  const count = (kinds: readonly QualityKind[], isShown: boolean): number =>
    all
      .filter((one) => kinds.includes(one.kind) && (one.percent ?? 0) >= percent === isShown)
      .reduce((sum, one) => sum + one.count, 0);
  const hits = count(['confirmed'], true);
  const wrong = count(['falseAlarm', 'corrected'], true);
  const missed =
    count(['confirmed'], false) +
    all
      .filter(({ kind }) => kind === 'added' || kind === 'otherwise')
      .reduce((sum, one) => sum + one.count, 0);
  return hits === 0 ? 0 : (2 * hits) / (2 * hits + wrong + missed);
};

describe('the threshold that would have been best', () => {
  it('spares people the false alarms and keeps what they confirmed', () => {
    const found = [cell('falseAlarm', 20, 30), cell('confirmed', 8, 60), cell('confirmed', 2, 90)];
    expect(bestThreshold(found)).toEqual({ confidence: 0.6, f1: 1 });
    expect(bestThreshold([...found, cell('added', 10)])).toMatchObject({ confidence: 0.6 });
  });

  it('is none where nothing was confirmed, and regards no rule and nothing that is unjudged', () => {
    expect(bestThreshold([cell('falseAlarm', 5, 50), cell('added', 5)])).toBeNull();
    expect(bestThreshold([cell('byRule', 5, 50), cell('unjudged', 5)])).toBeNull();
  });

  it('is the one that is found by trying every percent', () => {
    fc.assert(
      fc.property(cells, (all) => {
        const best = bestThreshold(all);
        const tried = Array.from({ length: 101 }, (_, percent) => f1At(all, percent));
        const most = Math.max(...tried);
        expect(best?.f1 ?? 0).toBeCloseTo(most, 12);
        if (best !== null) expect(f1At(all, Math.round(best.confidence * 100))).toBeCloseTo(most, 12);
      }),
    );
  });
});

const line = (month: string, found: QualityCell[], part: Partial<QualityLine> = {}): QualityLine => ({
  month,
  model: 'cracks',
  modelVersion: '1',
  class: 'crack',
  cells: found,
  ...part,
});
const asked = { first: '2026-04', pace: 20, enough: 30, compared: 3 };

describe('drift', () => {
  it('is the change against the months before, all of them together', () => {
    const before = [cell('confirmed', 40, 80), cell('falseAlarm', 10, 60)];
    const now = [cell('confirmed', 24, 50), cell('falseAlarm', 6, 50)];
    const drift = qualityDrift(now, [...before, ...before], 30);
    expect(drift.precision).toBeCloseTo(0);
    expect(drift.meanConfidence).toBeCloseTo(0.5 - 0.76);
  });

  it('is not given where either side has too few', () => {
    const [few, many] = [[cell('confirmed', 29, 80)], [cell('confirmed', 30, 80)]];
    const none = { precision: null, meanConfidence: null };
    expect(qualityDrift(few, many, 30)).toEqual(none);
    expect(qualityDrift(many, few, 30)).toEqual(none);
    expect(qualityDrift(many, many, 30).precision).toBe(0);
  });

  it('reaches over three months of the same class and version, and no further', () => {
    const good = [cell('confirmed', 30, 80)];
    const bad = [cell('falseAlarm', 30, 80)];
    const rowsOf = (lines: QualityLine[]) => qualityRows(lines, asked).map(({ drift }) => drift.precision);
    expect(rowsOf([line('2026-01', good), line('2026-04', bad)])).toEqual([-1]);
    expect(rowsOf([line('2025-12', good), line('2026-04', bad)])).toEqual([null]);
    expect(rowsOf([line('2026-03', good, { modelVersion: '2' }), line('2026-04', bad)])).toEqual([null]);
    expect(rowsOf([line('2026-03', good, { class: 'rust' }), line('2026-04', bad)])).toEqual([null]);
  });
});

describe('the rows', () => {
  it('are those of the months that are asked for, the newest first and in it the most boxes', () => {
    const rows = qualityRows(
      [
        line('2026-03', [cell('confirmed', 9, 80)]),
        line('2026-04', [cell('unjudged', 1)]),
        line('2026-05', [cell('falseAlarm', 2, 80)]),
        line('2026-05', [cell('added', 3)], { class: 'rust' }),
      ],
      asked,
    );
    expect(rows.map(({ month, class: name }) => `${month} ${name}`)).toEqual([
      '2026-05 rust',
      '2026-05 crack',
      '2026-04 crack',
    ]);
    expect(rows[1]).toMatchObject({ cost: 40, precision: 0, threshold: null });
  });
});
