import { describe, expect, it } from 'vitest';
import { isOneShot, shotOfName } from './shot-name.ts';

const isOne = (one: string, other: string): boolean => {
  const [a, b] = [shotOfName(one), shotOfName(other)];
  return a !== null && b !== null && isOneShot(a, b);
};

describe('the shot of a photo by its name', () => {
  it.each([
    ['DJI_20251009165320_0001_T.JPG', 'DJI_20251009165320_0001_W.JPG'],
    ['DJI_20251009165320_0001_T.JPG', 'DJI_20251009165322_0001_V.JPG'],
    ['DJI_20210510160420_0001_THRM.JPG', 'DJI_20210510160420_0001_WIDE.JPG'],
    ['DJI_20251231235959_0412_T_waypoint3.JPG', 'DJI_20260101000000_0412_Z_waypoint3.JPG'],
    ['DJI_20251009165320_0001_T.TIFF', 'DJI_20251009165320_0001_W.jpg'],
  ])('%s and %s are one', (one, other) => {
    expect(isOne(one, other)).toBe(true);
    expect(isOne(other, one)).toBe(true);
  });

  it.each([
    ['of one lens', 'DJI_20251009165320_0001_T.JPG', 'DJI_20251009165321_0001_T.JPG'],
    ['of two numbers', 'DJI_20251009165320_0001_T.JPG', 'DJI_20251009165320_0002_W.JPG'],
    [
      'of two waypoints',
      'DJI_20251009165320_0001_T_waypoint3.JPG',
      'DJI_20251009165320_0001_W_waypoint4.JPG',
    ],
    ['of two flights', 'DJI_20251009165320_0001_T.JPG', 'DJI_20251009171500_0001_W.JPG'],
    ['of other names', 'thermal.jpg', 'wide.jpg'],
    ['of names like it', 'DJI_0001_T.JPG', 'DJI_0001_W.JPG'],
  ])('two %s are not', (_what, one, other) => expect(isOne(one, other)).toBe(false));
});
