import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { placed, tinyTiff } from '../../apps/server/src/modules/layer/raster.fixture.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { patience } from '../support/map.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ drawnMaps: true });

type Colour = readonly [number, number, number];

/** An orthophoto of one colour, half a kilometre wide. */
const orthophoto = (colour: Colour, turn: number): Buffer => {
  const samples = new Uint8Array(64 * 64 * 3);
  for (let at = 0; at < samples.length; at += 3) samples.set(colour, at);
  return tinyTiff({
    width: 64,
    height: 64,
    bands: 3,
    samples,
    tags: placed(4326, 120.1 + turn / 10, 30.2, 0.0001),
  });
};

/** Whether red or blue is the stronger at a place of what is shown, as shares of its width and height. */
const seenAt = async (stage: Locator, across: number): Promise<'red' | 'blue' | 'neither'> => {
  const { data, info } = await sharp(await stage.screenshot(patience))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height * 0.5) * info.width + Math.floor(info.width * across)) * 3;
  const more = (data[at] ?? 0) - (data[at + 2] ?? 0);
  return more > 80 ? 'red' : more < -80 ? 'blue' : 'neither';
};

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`two orthophotos of one place are compared with one camera, in ${language}`, async ({ page }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signInAs(reader, '/Layer');
    for (const [name, colour] of [
      [`Before ${turn}`, [220, 20, 20]],
      [`After ${turn}`, [20, 20, 220]],
    ] as const) {
      await page.getByRole('button', { name: t('layer.upload') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: t('layer.uploadGeotiff') }).check();
      const buffer = orthophoto(colour, turn);
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: `${name}.tif`, mimeType: 'image/tiff', buffer });
      await expect(dialog).toBeHidden();
      await expect(
        page.getByRole('row').filter({ hasText: name }).getByText(t('layer.state.ready')),
      ).toBeVisible(patience);
    }
    await page.goto('/#/AchievementDisplay?tab=orthophoto');
    await page.getByRole('button', { name: t('layer.compareOrthophotos') }).click();
    const stage = page.locator('.layer-compare');
    const edge = page.getByRole('slider', { name: t('layer.compareEdge') });
    await edge.press('End');
    await expect.poll(() => seenAt(stage, 0.5), patience).toBe('red');
    await edge.press('Home');
    await expect.poll(() => seenAt(stage, 0.5), patience).toBe('blue');
    // Older before the edge in the direction of reading.
    for (let step = 0; step < 5; step += 1) await edge.press('PageUp');
    const [before, after] = language === 'ar' ? [0.55, 0.45] : [0.45, 0.55];
    await expect.poll(() => seenAt(stage, before), patience).toBe('red');
    expect(await seenAt(stage, after)).toBe('blue');
    await page.screenshot({ path: test.info().outputPath(`swipe-${language}.png`) });

    await page.getByText(t('media.compareMode.blink'), { exact: true }).click();
    await expect.poll(() => seenAt(stage, 0.5), patience).toBe('red');
    await page.getByRole('button', { name: t('media.blinkOther') }).click();
    await expect.poll(() => seenAt(stage, 0.5), patience).toBe('blue');

    await page.getByText(t('media.compareMode.sides'), { exact: true }).click();
    const rests = () =>
      stage.locator('.eyrie-map-flat').evaluateAll((all) => all.map((one) => one.getAttribute('data-rests')));
    await expect.poll(async () => new Set(await rests()).size, patience).toBe(1);
    const [first] = await rests();
    const box = await stage.locator('.layer-compare-newer').boundingBox();
    if (!box) throw new Error('no second map');
    // By the map that follows otherwise: either leads.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await rests())[0], patience).not.toBe(first);
    await expect.poll(async () => new Set(await rests()).size, patience).toBe(1);
    await page.screenshot({ path: test.info().outputPath(`sides-${language}.png`) });
  });
