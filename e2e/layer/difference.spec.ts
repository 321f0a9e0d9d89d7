import { dsmFile } from '../../apps/server/src/modules/layer/dsm/dsm.fixture.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { patience } from '../support/map.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ drawnMaps: true });

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`the volume between two surface models is shown at once, in ${language}`, async ({ page }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/Layer');
    // On the equator a pixel is 1.11 m wide and high: 200 of them are 222 m.
    const place = { west: 100 + turn, north: 0.001 };
    for (const [name, heightAt] of [
      [`Before ${turn}`, () => 50],
      [`After ${turn}`, (column: number) => (column < 100 ? 48 : 53)],
    ] as const) {
      await page.getByRole('button', { name: t('layer.upload') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: t('layer.uploadSurface') }).check();
      await dialog.locator('input[type=file]').setInputFiles({
        name: `${name}.tif`,
        mimeType: 'image/tiff',
        buffer: dsmFile({ ...place, heightAt }),
      });
      await expect(dialog).toBeHidden();
      const row = page.getByRole('row').filter({ hasText: name });
      await expect(row.getByText(t('layer.state.ready'))).toBeVisible(patience);
    }
    await page.goto('/#/AchievementDisplay?tab=orthophoto');
    await page.getByRole('button', { name: t('layer.difference') }).click();
    const panel = page.getByRole('region', { name: t('layer.difference') });
    // Half of what both know sank by 2 m, the other half rose by 3 m.
    const figure = async (label: string): Promise<number> => {
      const shown =
        (await panel
          .getByText(label, { exact: true })
          .locator('xpath=following-sibling::*[1]')
          .textContent()) ?? '';
      return Number(shown.replaceAll(/[^\d.-]/g, ''));
    };
    await expect(panel.getByText(t('layer.differenceCut'), { exact: true })).toBeVisible(patience);
    const known = await figure(t('layer.differenceKnown'));
    expect(Math.abs(known / 49_500 - 1)).toBeLessThan(0.03);
    expect(Math.abs((await figure(t('layer.differenceCut'))) / known - 1)).toBeLessThan(0.02);
    expect(Math.abs((await figure(t('layer.differenceFill'))) / known - 1.5)).toBeLessThan(0.03);
    await expect(panel.getByRole('list', { name: t('layer.differenceLegend') })).toContainText('3 m');
    await page.screenshot({ path: test.info().outputPath(`difference-${language}.png`) });

    // An outline around a part of the half that rose: nothing sank in it.
    await panel.getByRole('button', { name: t('layer.differenceDraw') }).click();
    await expect(panel.getByText(t('layer.differenceHint'))).toBeVisible();
    const measure = panel.getByRole('button', { name: t('layer.differenceMeasure') });
    await expect(measure).toBeDisabled();
    const map = page.locator('.eyrie-map-flat');
    const box = await map.boundingBox();
    if (!box) throw new Error('no map');
    // The middle of the map is the middle of both, where the height changes: all corners lie east of it.
    for (const [east, south] of [
      [20, -30],
      [60, -30],
      [60, 30],
      [20, 30],
    ] as const)
      await page.mouse.click(box.x + box.width / 2 + east, box.y + box.height / 2 + south);
    await measure.click();
    await expect.poll(() => figure(t('layer.differenceKnown')), patience).toBeLessThan(known / 2);
    const within = await figure(t('layer.differenceKnown'));
    expect(within).toBeGreaterThan(100);
    expect(await figure(t('layer.differenceCut'))).toBe(0);
    expect(Math.abs((await figure(t('layer.differenceFill'))) / within - 3)).toBeLessThan(0.1);
    await panel.getByRole('button', { name: t('layer.differenceWhole') }).click();
    await expect.poll(() => figure(t('layer.differenceKnown')), patience).toBe(known);
  });
