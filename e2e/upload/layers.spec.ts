import { lasFile, slope } from '../../apps/server/src/modules/layer/cloud/las.fixture.ts';
import { dsmFile } from '../../apps/server/src/modules/layer/dsm/dsm.fixture.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { patience } from '../support/map.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// A point cloud that does not name its system.
test.use({ expectedFaults: [/\b422\b/] });

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`a surface model and a point cloud come in parts and become layers, in ${language}`, async ({
    page,
  }) => {
    const reader = readerOf(page, language);
    const { t, shown } = reader;
    const [heap, quarry] = [`Heap ${turn}`, `Quarry ${turn}`];
    const mimeType = 'application/octet-stream';
    const surface = dsmFile({ west: 100 + turn, north: 0.001, heightAt: (column) => column / 10 });
    const points = slope(120, [500_000, 5_316_300 - turn * 1_000]);
    await signInAs(reader, '/AchievementDisplay');
    const uploads = page.getByRole('region', { name: t('upload.title'), exact: true });
    await uploads
      .getByLabel(t('upload.orthophoto'), { exact: true })
      .last()
      .setInputFiles([
        { name: `${heap}.tif`, mimeType: 'image/tiff', buffer: surface },
        { name: `${quarry}.las`, mimeType, buffer: lasFile({ points, epsg: null }) },
      ]);
    await expect(uploads.getByRole('alert')).toContainText(shown('refusal.layerCloudSystem'));
    await uploads.getByLabel(t('upload.epsg')).fill('32632');
    await page.screenshot({ path: test.info().outputPath(`system-${language}.png`) });
    await uploads
      .getByRole('listitem')
      .filter({ hasText: quarry })
      .getByRole('button', { name: shown('upload.goOnOf') })
      .click();
    await expect(uploads.getByText(t('upload.phase.stored'), { exact: true })).toHaveCount(2);

    await page.getByRole('tab', { name: t('layer.results.orthophoto') }).click();
    const surfaces = page.locator('.layer-row').filter({ hasText: heap });
    await expect(surfaces).toContainText(t('layer.source.surfaceModel'));
    await page.getByRole('tab', { name: t('layer.results.oblique') }).click();
    const clouds = page.locator('.layer-row').filter({ hasText: quarry });
    await expect(clouds).toContainText(t('layer.type.6'));
    await page.goto('/#/Layer');
    for (const name of [heap, quarry])
      await expect(
        page.getByRole('row').filter({ hasText: name }).getByText(t('layer.state.ready')),
      ).toBeVisible(patience);
  });
