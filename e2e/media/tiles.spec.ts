import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { detectionCalls, dockCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { bringPhoto } from '../support/database.ts';
import type { Caller } from '../support/calls.ts';
import { readerOf, signInAs, type Reader } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const [width, height] = [8_000, 5_100];
/** Blue, with a red square in its middle that is a pixel or two on a screen that shows all of it. */
const large = (): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#1030c0' } })
    .composite([
      {
        input: { create: { width: 200, height: 200, channels: 3, background: '#e01010' } },
        left: width / 2 - 100,
        top: height / 2 - 100,
      },
    ])
    .jpeg()
    .toBuffer();

const redIn = async (area: Locator): Promise<boolean> => {
  const { data, info } = await sharp(await area.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return (data[at] ?? 0) > 180 && (data[at + 2] ?? 255) < 80;
};

/** In the review the same tiles lie below the boxes, which are found and drawn in pixels of the photo at any zoom. */
async function review({ page, t, language }: Reader, caller: Caller, mediaOID: string): Promise<void> {
  const detector = { name: `large-${language}`, model: 'red', modelVersion: language, sourceId: 'large' };
  const { oid } = await caller.call(detectionCalls.add, detector);
  const box = { x: width / 2 - 100, y: height / 2 - 100, width: 200, height: 200 };
  const outcome = { sourceId: '1', mediaOID, box, picture: { width, height }, class: 'red', confidence: 0.9 };
  await caller.call(detectionCalls.submit, { oid, outcomes: [outcome] });
  await page.goto(`/#/AITestingShowExamine?oid=${oid}`);
  const area = page.locator('.review-tiles');
  await expect(area.locator('image').nth(1)).toBeAttached();
  const steps = 7;
  for (let press = 0; press < steps; press += 1) await page.keyboard.press('+');
  await expect.poll(() => redIn(area)).toBe(true);
  const seen = await area.boundingBox();
  if (!seen) throw new Error('no picture');
  const [x, y] = [seen.x + seen.width / 2, seen.y + seen.height / 2];
  await page.keyboard.press('d');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 60, { steps: 4 });
  await page.mouse.up();
  const scale = Math.min(seen.width / width, seen.height / height) * 1.5 ** steps;
  const side = async (name: 'x' | 'width'): Promise<number> =>
    Number(await page.getByLabel(t(`detection.box.${name}`), { exact: true }).inputValue());
  expect(Math.abs((await side('x')) - width / 2)).toBeLessThan(2 / scale + 1);
  expect(Math.abs((await side('width')) - 60 / scale)).toBeLessThan(2 / scale + 1);
  await page.screenshot({ path: test.info().outputPath(`review-tiles-${language}.png`) });
}

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`a large photo comes in tiles that are in sight, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    const dock = await caller.call(dockCalls.add, {
      name: '大图机场',
      sn: `LARGEDOCK${turn}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID: caller.session.groupOID,
    });
    const name = `LARGE${turn}.JPG`;
    await bringPhoto(product, dock.oid, { lng: 113.95, lat: 22.54, name, bytes: await large() });
    const whole: string[] = [];
    const tiles: number[] = [];
    let mediaOID = '';
    page.on('request', (request) => {
      const [, oid, tile] = /mediafile\/tile\/([^/]+)\/(\d+)/.exec(request.url()) ?? [];
      if (oid !== undefined) mediaOID = oid;
      if (tile !== undefined) tiles.push(Number(tile));
      else if (/mediafile\/preview\/[^?]+$/.test(request.url())) whole.push(request.url());
    });
    await signInAs(reader, '/AchievementDisplay');
    const grid = page.getByRole('group', { name: t('media.grid') });
    await expect(grid.locator('img')).toHaveCount(turn + 1);
    await page
      .getByRole('button', { name: new RegExp(t('media.open').replace('{name}', `.?${name}.?`)) })
      .first()
      .click();
    const viewer = page.getByRole('dialog', { name });
    const area = viewer.locator('.media-tiled');
    await expect(area.locator('image').nth(1)).toBeAttached();
    for (let press = 0; press < 7; press += 1)
      await viewer.getByRole('button', { name: t('media.zoomIn') }).click();
    // Tiles of the full size are the first 160.
    await expect.poll(() => tiles.some((tile) => tile < 160)).toBe(true);
    await expect.poll(() => redIn(area)).toBe(true);
    await page.screenshot({ path: test.info().outputPath(`tiles-${language}.png`) });
    await review(reader, caller, mediaOID);
    // Nothing fetched the photo itself.
    expect(whole).toEqual([]);
  });
