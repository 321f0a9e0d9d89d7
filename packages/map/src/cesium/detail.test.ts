import { expect, test } from 'vitest';
import { createDetail, errorRange } from './detail.ts';

const run = (ms: number, frames: number, detail: ReturnType<typeof createDetail>) => {
  for (let frame = 0; frame < frames; frame += 1) detail.frame(ms);
};

test('detail goes while frames come slowly, down to a floor, and comes back', () => {
  const reported: number[] = [];
  const detail = createDetail((error) => reported.push(error));
  run(16, 40, detail);
  expect(reported).toEqual([]);
  run(100, 20, detail);
  expect(reported).toEqual([20]);
  run(100, 2000, detail);
  expect(detail.error()).toBe(errorRange.most);
  run(16, 2000, detail);
  expect(detail.error()).toBe(errorRange.least);
});

test('a pause tells nothing of the machine', () => {
  const detail = createDetail(() => undefined);
  run(5000, 100, detail);
  expect(detail.error()).toBe(errorRange.least);
});
