/** What can be read of the map of a page: its picture, and where its halves rest. */
import type { Page } from '@playwright/test';
import { metresPerPixelAt } from '../../packages/map/src/scale.ts';

/** Milliseconds that an engine without a graphics card may take on a machine that others use. */
export const patience = { timeout: 60_000 };

export type Half = 'flat' | 'globe';

/** How many colours the picture of a half has on a coarse net: few mean that nothing was drawn. */
export const coloursOf = async (page: Page, half: Half): Promise<number> => {
  const shot = await page.locator(`.eyrie-map-${half}`).screenshot(patience);
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const pen = new OffscreenCanvas(64, 64).getContext('2d');
    pen?.drawImage(picture, 0, 0, 64, 64);
    const { data = [] } = pen?.getImageData(0, 0, 64, 64) ?? {};
    const seen = new Set<number>();
    for (let at = 0; at < data.length; at += 4)
      seen.add(((data[at] ?? 0) >> 3) * 1024 + ((data[at + 1] ?? 0) >> 3) * 32 + ((data[at + 2] ?? 0) >> 3));
    return seen.size;
  }, shot.toString('base64'));
};

/** Where a half rests: longitude, latitude, zoom. */
export const restOf = async (page: Page, half: Half): Promise<[number, number, number]> => {
  const rests = await page.locator(`.eyrie-map-${half}`).getAttribute('data-rests');
  return (rests ?? '').split(' ').map(Number) as [number, number, number];
};

/** CSS pixels between the centres of both halves. */
export const pixelsApart = async (page: Page): Promise<number> => {
  const [flat, globe] = [await restOf(page, 'flat'), await restOf(page, 'globe')];
  const metres = 111_319.49;
  const east = (flat[0] - globe[0]) * metres * Math.cos((flat[1] * Math.PI) / 180);
  return Math.hypot(east, (flat[1] - globe[1]) * metres) / metresPerPixelAt(flat[1], flat[2]);
};
