import { buildPhoto } from '@eyrie/testing';
import { describe, expect, it } from 'vitest';
import { readSphere } from './sphere.ts';

const whole = {
  'GPano:ProjectionType': 'equirectangular',
  'GPano:FullPanoWidthPixels': '8192',
  'GPano:FullPanoHeightPixels': '4096',
};

describe('a photo on a sphere', () => {
  it('says how large the whole is, and is all of it unless it says which part', () => {
    expect(readSphere(buildPhoto({ ...whole, 'GPano:PoseHeadingDegrees': '91.5' }))).toEqual({
      width: 8_192,
      height: 4_096,
      part: { x: 0, y: 0, width: 8_192, height: 4_096 },
      heading: 91.5,
    });
    const part = {
      'GPano:CroppedAreaLeftPixels': '1024',
      'GPano:CroppedAreaTopPixels': '1000',
      'GPano:CroppedAreaImageWidthPixels': '4096',
      'GPano:CroppedAreaImageHeightPixels': '2048',
    };
    expect(readSphere(buildPhoto({ ...whole, ...part }))).toMatchObject({
      part: { x: 1_024, y: 1_000, width: 4_096, height: 2_048 },
      heading: null,
    });
  });

  it.each([
    ['of another projection', { 'GPano:ProjectionType': 'cylindrical' }],
    ['without a size', { 'GPano:FullPanoWidthPixels': '' }],
    ['of no size', { 'GPano:FullPanoWidthPixels': '0' }],
    ['of a size that nobody has', { 'GPano:FullPanoWidthPixels': '1e30' }],
    ['with a part beyond it', { 'GPano:CroppedAreaLeftPixels': '1' }],
  ])('is none %s', (_what, but) => {
    const field = { ...whole, 'GPano:CroppedAreaImageWidthPixels': '8192', ...but };
    expect(readSphere(buildPhoto(field))).toBeNull();
  });

  it('is none without a word of it', () => {
    expect(readSphere(buildPhoto({ GimbalYawDegree: '1' }))).toBeNull();
    expect(readSphere(Uint8Array.of(1, 2, 3))).toBeNull();
  });
});
