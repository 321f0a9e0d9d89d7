import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLastingWind, judgedWind, watchWind, type WindHeard, type WindWatch } from './wind-watch.ts';

const limit = 12;
const heard = (second: number, wind: number): WindHeard => ({ wind, limit, at: second * 1_000 });
const after = (words: readonly (WindHeard | null)[], flightOID = 'one'): WindWatch => {
  let watch: WindWatch | undefined;
  for (const word of words) watch = watchWind(watch, flightOID, word);
  return watch as WindWatch;
};

describe('the wind around an aircraft', () => {
  it('lasts when it was heard above the limit from the first to the last word', () => {
    const words = [heard(0, 13), heard(2, 15), heard(5, 14)];
    expect(isLastingWind(after(words), 5)).toBe(true);
    expect(isLastingWind(after(words), 6)).toBe(false);
    expect(after(words).most).toBe(15);
  });
  it.each([
    ['a gust', [heard(0, 13), heard(1, 12), heard(5, 13)]],
    ['silence in between', [heard(0, 13), null, heard(5, 13)]],
    ['one word, however long ago', [heard(0, 20), heard(0, 20), heard(0, 20)]],
    ['silence at the end', [heard(0, 13), heard(9, 13), null]],
  ])('does not last by %s', (_, words) => {
    expect(isLastingWind(after(words), 5)).toBe(false);
  });
  it('is judged once, and again only after it was lower', () => {
    const lasted = after([heard(0, 13), heard(5, 13)]);
    const judged = judgedWind(lasted, lasted);
    expect(isLastingWind(watchWind(judged, 'one', heard(60, 14)), 5)).toBe(false);
    expect(isLastingWind(watchWind(watchWind(judged, 'one', null), 'one', heard(70, 14)), 5)).toBe(false);
    const again = [heard(61, 11), heard(62, 13), heard(67, 13)];
    let watch = judged;
    for (const word of again) watch = watchWind(watch, 'one', word);
    expect(isLastingWind(watch, 5)).toBe(true);
  });
  it('is asked about again when it is a step stronger for as long, or lasts three minutes', () => {
    const lasted = after([heard(0, 13), heard(5, 13)]);
    const from = (words: readonly (WindHeard | null)[]): WindWatch => {
      let watch = judgedWind(lasted, lasted);
      for (const word of words) watch = watchWind(watch, 'one', word);
      return watch;
    };
    const stronger = [heard(20, 15), heard(24, 16)];
    expect(isLastingWind(from(stronger), 5)).toBe(false);
    expect(isLastingWind(from([...stronger, heard(25, 15)]), 5)).toBe(true);
    expect(from([...stronger, heard(25, 15)]).most).toBe(16);
    expect(isLastingWind(from([heard(20, 15), heard(22, 14), heard(25, 15)]), 5)).toBe(false);
    expect(isLastingWind(from([heard(184, 13)]), 5)).toBe(false);
    expect(isLastingWind(from([heard(185, 13)]), 5)).toBe(true);
    // Silence is no lasting wind.
    expect(isLastingWind(from([null, heard(200, 13)]), 5)).toBe(false);
  });
  it('of another flight says nothing of this one', () => {
    const other = after([heard(0, 13), heard(9, 13)], 'other');
    expect(isLastingWind(watchWind(other, 'one', heard(10, 13)), 5)).toBe(false);
  });
  it('never lasts for longer than from the oldest to the newest word above the limit', () => {
    const word = fc.record({ step: fc.integer({ min: 0, max: 3 }), wind: fc.integer({ min: 9, max: 15 }) });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), fc.integer({ min: 1, max: 8 }), (words, seconds) => {
        let at = 0;
        const reports = words.map(({ step, wind }) => heard((at += step), wind));
        const tail = reports.slice(reports.findLastIndex(({ wind }) => wind <= limit) + 1);
        const span = (tail.at(-1)?.at ?? 0) - (tail[0]?.at ?? 0);
        const watch = reports.length > 0 ? after(reports) : watchWind(undefined, 'one', null);
        expect(isLastingWind(watch, seconds)).toBe(tail.length > 0 && span >= seconds * 1_000);
      }),
    );
  });
});
