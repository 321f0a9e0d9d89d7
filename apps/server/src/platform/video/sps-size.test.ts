import { expect, test } from 'vitest';
import { sizeOfSps } from './sps-size.ts';

/** Writes numbers of bits as the standard codes them. */
const coded = () => {
  const bits: number[] = [];
  const fixed = (value: number, count: number): void => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  const number = (value: number): void => {
    const length = Math.floor(Math.log2(value + 1));
    fixed(0, length);
    fixed(value + 1, length + 1);
  };
  const bytes = (): number[] => {
    const whole = [...bits, 1];
    while (whole.length % 8 !== 0) whole.push(0);
    return Array.from({ length: whole.length / 8 }, (_, at) =>
      Number.parseInt(whole.slice(at * 8, at * 8 + 8).join(''), 2),
    );
  };
  return { fixed, number, bytes };
};

interface Recipe {
  profile: number;
  across: number;
  down: number;
  /** Samples of colour. */
  bottom?: number;
  isWhole?: 0 | 1;
  scaling?: boolean;
}

const spsOf = ({ profile, across, down, bottom = 0, isWhole = 1, scaling = false }: Recipe): Buffer => {
  const { fixed, number, bytes } = coded();
  number(0);
  if (profile === 100) {
    number(1);
    number(0);
    number(0);
    fixed(0, 1);
    fixed(scaling ? 1 : 0, 1);
    // One list that is as the standard says, seven that are not there.
    if (scaling) {
      fixed(1, 1);
      // −8: what follows is the usual list.
      number(16);
      fixed(0, 7);
    }
  }
  number(0);
  number(2);
  number(1);
  fixed(0, 1);
  number(across - 1);
  number(down - 1);
  fixed(isWhole, 1);
  if (isWhole === 0) fixed(0, 1);
  fixed(0, 1);
  fixed(bottom > 0 ? 1 : 0, 1);
  if (bottom > 0) for (const margin of [0, 0, 0, bottom]) number(margin);
  return Buffer.from([0x67, profile, 0, 0x1f, ...bytes()]);
};

test.each([
  [
    'a baseline picture',
    spsOf({ profile: 66, across: 40, down: 23, bottom: 4 }),
    { width: 640, height: 360 },
  ],
  [
    'one of the high profile',
    spsOf({ profile: 100, across: 120, down: 68, bottom: 4 }),
    { width: 1920, height: 1080 },
  ],
  [
    'one with a scaling list',
    spsOf({ profile: 100, across: 80, down: 45, scaling: true }),
    { width: 1280, height: 720 },
  ],
  [
    'one that comes as halves',
    spsOf({ profile: 100, across: 120, down: 34, isWhole: 0, bottom: 2 }),
    { width: 1920, height: 1080 },
  ],
  [
    'one with margins, as it is written',
    Buffer.from('6742c01eda0280bfe540', 'hex'),
    { width: 640, height: 360 },
  ],
  ['one that an encoder wrote', Buffer.from('6742c01fda014016e8', 'hex'), { width: 1280, height: 720 }],
])('%s says its size', (_what, sps, size) => {
  expect(sizeOfSps(sps)).toEqual(size);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(64)],
  ['a cut one', spsOf({ profile: 100, across: 120, down: 68 }).subarray(0, 6)],
])('of %s no size is known', (_what, sps) => {
  expect(sizeOfSps(sps)).toBeNull();
});
