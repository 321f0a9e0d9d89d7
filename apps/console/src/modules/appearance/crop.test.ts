import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '@eyrie/domain';
import { buildPng } from '@eyrie/testing';
import { openPicture } from './crop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const picture = (width: number, height: number): File =>
  new File([new Uint8Array(buildPng(width, height, [0, 0, 0]))], 'picture.png', { type: 'image/png' });
const opens = (after: number): { bitmap: object; close: () => void } => {
  const close = vi.fn<() => void>();
  const bitmap = { width: 8, height: 8, close };
  vi.stubGlobal(
    'createImageBitmap',
    () =>
      new Promise((resolve) => {
        setTimeout(() => resolve(bitmap), after);
      }),
  );
  return { bitmap, close };
};
const { imageLoad } = limits.appearance;

describe('a picture of which the size is to be read', () => {
  it('fails when that takes too long, and is let go when it comes after all', async () => {
    const { close } = opens(imageLoad + 1);
    const found = openPicture(picture(8, 8));
    await vi.advanceTimersByTimeAsync(imageLoad);
    expect(await found).toEqual({ fault: 'imageSlow' });
    await vi.advanceTimersByTimeAsync(1);
    expect(close).toHaveBeenCalledOnce();
  });

  it('is taken when it comes in time', async () => {
    const { bitmap, close } = opens(imageLoad - 1);
    const found = openPicture(picture(8, 8));
    await vi.advanceTimersByTimeAsync(imageLoad - 1);
    expect(await found).toEqual({ bitmap, type: 'image/png' });
    expect(close).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not opened at all when its header names more than may be', async () => {
    opens(0);
    expect(await openPicture(picture(limits.appearance.imageSide + 1, 8))).toEqual({
      fault: 'imageDimensions',
    });
  });
});
