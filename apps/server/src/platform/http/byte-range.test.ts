import { describe, expect, it } from 'vitest';
import { readRange } from './byte-range.ts';

describe('a range of bytes', () => {
  it.each([
    [null, null],
    ['', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['items=0-1', null],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=5-4', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
  ])('%s', (header, expected) => {
    expect(readRange(header, 100)).toEqual(expected);
  });
});
