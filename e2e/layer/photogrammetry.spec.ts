import { startStandIn } from '../../apps/server/src/modules/layer/photogrammetry/engine.fixture.ts';
import { resultZip } from '../../apps/server/src/modules/layer/photogrammetry/result.fixture.ts';
import { dockCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { addPhotographedFlight } from '../support/database.ts';
import { patience } from '../support/map.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const engine = await startStandIn();
engine.token = 'story-of-photos';
engine.result = resultZip();

test.use({
  settings: { EYRIE_PHOTOGRAMMETRY_URL: engine.url, EYRIE_PHOTOGRAMMETRY_TOKEN: engine.token },
  viewport: { width: 1280, height: 800 },
});

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`photos of a flight become a map, a model and a point cloud, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    const name = `采石场${'甲乙丙'[turn]}`;
    const dock = await caller.call(dockCalls.add, {
      name,
      sn: `PHOTODOCK${turn}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID: caller.session.groupOID,
    });
    const photos = Array.from({ length: 5 }, (_, at) => Buffer.from(`photo ${turn} ${at}`));
    await addPhotographedFlight(product, dock.oid, photos);

    await signInAs(reader, '/AchievementDisplay?tab=mapping');
    const region = page.getByRole('region', { name: t('photogrammetry.title') });
    const make = region.getByRole('button', { name: t('photogrammetry.make') });
    await expect(make).toBeDisabled();
    await expect(make).toHaveAccessibleDescription(new RegExp(t('photogrammetry.choose')));
    await region.getByRole('combobox', { name: t('photogrammetry.flight') }).click();
    await page.getByTitle(new RegExp(`^${name}`)).click();
    await make.click();

    const row = region.getByRole('listitem').filter({ hasText: name });
    await expect.poll(() => engine.tasks.size, patience).toBe(1);
    await expect(make).toHaveAccessibleDescription(new RegExp(t('photogrammetry.openAlready')));
    const [task] = engine.tasks.values();
    if (!task) throw new Error('the engine has no task');
    expect([...task.photos.values()].map(String)).toEqual(photos.map(String));
    Object.assign(task, { progress: 60, output: ['[INFO] Finished opensfm stage'] });
    await expect(row).toContainText(t('photogrammetry.state.running'), patience);
    await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '62', patience);
    await row.getByRole('button', { name: t('photogrammetry.log') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('[INFO] Finished opensfm stage', patience);
    await page.screenshot({ path: test.info().outputPath(`photogrammetry-log-${language}.png`) });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    task.status = { code: 40 };
    await expect(row).toContainText(t('photogrammetry.state.done'), patience);
    for (const output of ['orthophoto', 'model', 'cloud'] as const)
      await expect(row).toContainText(
        `${t(`photogrammetry.output.${output}`)}: ${t('photogrammetry.isLayer')}`,
      );
    await page.screenshot({ path: test.info().outputPath(`photogrammetry-${language}.png`) });
    await expect.poll(() => engine.tasks.size, patience).toBe(0);

    await page.goto('/#/AchievementDisplay?tab=oblique');
    for (const ending of ['3D Tiles', 'LAZ'])
      await expect(
        page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: ending }),
      ).toBeVisible();
    await page.goto('/#/AchievementDisplay?tab=orthophoto');
    await expect(
      page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'DOM' }),
    ).toBeVisible();
  });
