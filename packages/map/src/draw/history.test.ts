import { describe, expect, it } from 'vitest';
import { drawSteps, redo, startHistory, stepTo, undo } from './history.ts';

describe('the steps of a drawing', () => {
  it('go back and forth, and a new one forgets what was undone', () => {
    const drawn = [1, 2, 3].reduce(stepTo, startHistory(0));
    const back = undo(undo(drawn));
    expect([back.now, redo(back).now, redo(redo(back)).now]).toEqual([1, 2, 3]);
    expect(redo(stepTo(back, 9))).toMatchObject({ now: 9, past: [0, 1] });
  });

  it('end at both ends, and hold no more than 200', () => {
    const many = Array.from({ length: 300 }, (_, at) => at + 1).reduce(stepTo, startHistory(0));
    expect(many.past).toHaveLength(drawSteps);
    let first = many;
    for (let step = 0; step < 300; step += 1) first = undo(first);
    expect(first.now).toBe(100);
    expect(undo(first)).toBe(first);
    expect(redo(many)).toBe(many);
  });
});
