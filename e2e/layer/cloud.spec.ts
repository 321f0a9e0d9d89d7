import { lasFile, slope } from '../../apps/server/src/modules/layer/cloud/las.fixture.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { coloursOf, patience } from '../support/map.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// A file that is wrong on purpose.
test.use({ drawnMaps: true, expectedFaults: [/\b422\b/], viewport: { width: 1000, height: 640 } });

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`a point cloud is converted and shown on the globe, by colour, class and height, in ${language}`, async ({
    page,
  }) => {
    // The globe is drawn by the processor here.
    const reader = readerOf(page, language);
    const { t, shown } = reader;
    const name = `Quarry ${turn}`;
    await signInAs(reader, '/Layer');
    await page.getByRole('button', { name: t('layer.upload') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: t('layer.uploadPointCloud') }).check();
    // Each somewhere else: only the one that is looked at is fetched in detail.
    const points = slope(120, [500_000, 5_316_300 - turn * 200_000]);
    const file = (buffer: Buffer) => ({ name: `${name}.las`, mimeType: 'application/octet-stream', buffer });
    await dialog.locator('input[type=file]').setInputFiles(file(lasFile({ points, epsg: null })));
    await expect(dialog.getByRole('alert')).toContainText(shown('refusal.layerCloudSystem'));
    await dialog.getByLabel(t('layer.uploadEpsg')).fill('32632');
    await dialog.locator('input[type=file]').setInputFiles(file(lasFile({ points, epsg: null })));
    await expect(dialog).toBeHidden();
    await expect(
      page.getByRole('row').filter({ hasText: name }).getByText(t('layer.state.ready')),
    ).toBeVisible(patience);

    await page.goto('/#/AchievementDisplay?tab=oblique');
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(t('layer.type.6'));

    await page.goto('/#/DeviceAll');
    const panel = page.getByRole('region', { name: t('layer.control') });
    await panel.getByRole('button', { name: t('mapLayer.unfold') }).click();
    const row = panel.getByRole('listitem').filter({ hasText: name });
    await expect(row.getByText(t('layer.needs3D'))).toBeVisible();
    await page.getByRole('button', { name: `3D ${t('mapTool.mode3d')}`, exact: true }).click();
    await expect(page.locator('.eyrie-map-canvas[data-mode="3d"]')).toBeVisible(patience);
    await expect.poll(() => coloursOf(page, 'globe'), patience).toBeGreaterThan(10);
    const fetched = page.waitForResponse((answer) => /\/layer\/file\/[^/]+\/1\.rest/.test(answer.url()), {
      timeout: 120_000,
    });
    await row.getByRole('button', { name: shown('layer.zoomTo') }).click();
    expect((await fetched).status()).toBe(200);
    await expect.poll(() => coloursOf(page, 'globe'), patience).toBeGreaterThan(10);
    await expect(row.getByText(t('layer.controlLoading'))).toBeHidden(patience);
    await row.getByLabel(shown('layer.cloudLook')).click();
    await page.getByTitle(t('layer.cloudLook.class'), { exact: true }).click();
    await expect(
      row.getByRole('list', { name: t('layer.cloudLook.class') }).getByText(t('layer.cloudClass.building')),
    ).toBeVisible();
    await row.getByLabel(shown('layer.cloudBudget')).click();
    await page.getByTitle(new RegExp(t('layer.cloudBudgetOf').replace('{count}', '.?0.5.?'))).click();
    await expect(row.getByText(t('layer.reason.map'))).toBeHidden();
    await page.screenshot({ path: test.info().outputPath(`cloud-${language}.png`), ...patience });
  });
