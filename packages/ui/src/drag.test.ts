import { expect, it } from 'vitest';
import { clampInside } from './drag.ts';

const box = { left: 400, top: 100, width: 550 };

it.each([
  [
    { x: 30, y: 40 },
    { x: 30, y: 40 },
  ],
  [
    { x: -5000, y: 0 },
    { x: -902, y: 0 },
  ],
  [
    { x: 5000, y: 0 },
    { x: 992, y: 0 },
  ],
  [
    { x: 0, y: -500 },
    { x: 0, y: -100 },
  ],
  [
    { x: 0, y: 5000 },
    { x: 0, y: 752 },
  ],
])('a dialog dragged by %o moves by %o', (wanted, expected) => {
  expect(clampInside(wanted, box, 1440, 900)).toEqual(expected);
});
