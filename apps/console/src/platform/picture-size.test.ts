import { afterEach, expect, it, vi } from 'vitest';
import { PictureSlow, sizeOf } from './picture-size.ts';

afterEach(() => vi.unstubAllGlobals());

/** A picture of which the bytes come or do not. */
const pictures = (comes: boolean): void => {
  class FakeImage {
    readonly naturalWidth = 40;
    readonly naturalHeight = 30;
    src = '';
    removeAttribute(): void {
      this.src = '';
    }
    // Chromium leaves whoever waits for a picture waiting when its address is taken away.
    decode(): Promise<void> {
      return comes ? Promise.resolve() : Promise.withResolvers<void>().promise;
    }
  }
  vi.stubGlobal('Image', FakeImage);
};
const open = new AbortController().signal;

it('reads the size of a picture that comes', async () => {
  pictures(true);
  expect(await sizeOf('/a', open)).toEqual({ width: 40, height: 30 });
});

it('fails with its own reason when the picture does not come in time', async () => {
  pictures(false);
  await expect(sizeOf('/a', open, 1)).rejects.toBeInstanceOf(PictureSlow);
});

it('does not say so of a picture that nobody waits for any more', async () => {
  pictures(false);
  const gone = new AbortController();
  const found = sizeOf('/a', gone.signal, 60_000);
  gone.abort();
  await expect(found).rejects.not.toBeInstanceOf(PictureSlow);
});
