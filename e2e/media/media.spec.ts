import sharp from 'sharp';
import { dockCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { bringPhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer();

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`photos are found, looked at, downloaded and deleted, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const reader = readerOf(page, language);
    const { t, shown } = reader;
    await signInAs(reader, '/AchievementDisplay');
    await expect(page.getByText(t('media.noneYet'))).toBeVisible();

    const { groupOID } = caller.session;
    const dock = await caller.call(dockCalls.add, {
      name: '成果机场',
      sn: `RESULTDOCK${turn}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID,
    });
    const place = { lng: 113.95, lat: 22.54 };
    await bringPhoto(product, dock.oid, { ...place, name: 'MAST.JPG', bytes: await photo('#2fb3a6') });
    await bringPhoto(product, dock.oid, { ...place, name: 'ROOF.JPG', bytes: await photo('#b3502f') });
    await page.reload();
    const cells = page.getByRole('list').filter({ hasText: 'MAST.JPG' }).getByRole('listitem');
    await expect(cells).toHaveCount(2);
    await expect(page.getByRole('heading', { name: '成果机场' })).toBeVisible();

    // A name within Arabic stands between marks that nobody sees.
    const named = (id: 'media.open' | 'media.choose' | 'media.deleteTitle', name: string): RegExp =>
      new RegExp(t(id).replace('{name}', `.?${name}.?`));
    await page.getByRole('button', { name: named('media.open', 'MAST.JPG') }).click();
    const viewer = page.getByRole('dialog', { name: 'MAST.JPG' });
    const picture = viewer.getByRole('img', { name: 'MAST.JPG' });
    await expect
      .poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth') as number))
      .toBe(64);
    await expect(viewer.getByText('22.540000, 113.950000')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();

    for (const name of ['MAST.JPG', 'ROOF.JPG'])
      await page.getByRole('checkbox', { name: named('media.choose', name) }).check();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: t('media.download'), exact: true }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.zip$/);

    await page.getByRole('checkbox', { name: named('media.choose', 'ROOF.JPG') }).uncheck();
    await page.getByRole('button', { name: t('app.delete'), exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(named('media.deleteTitle', 'MAST.JPG'));
    await question.getByRole('button', { name: t('app.delete'), exact: true }).click();
    await expect(page.getByText(t('media.deleted'))).toBeVisible();
    await expect(page.getByRole('button', { name: shown('media.open') })).toHaveCount(1);

    // The next language begins with none.
    await page.getByRole('checkbox', { name: named('media.choose', 'ROOF.JPG') }).check();
    await page.getByRole('button', { name: t('app.delete'), exact: true }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('app.delete'), exact: true })
      .click();
    await expect(page.getByText(t('media.noneYet'))).toBeVisible();
  });
