import sharp from 'sharp';
import { dockCalls, keepingCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { withPhotoMarks } from '../../packages/testing/src/photo.builder.ts';
import { bringPhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer();

const marks = {
  ImageSource: 'WideCamera',
  GimbalYawDegree: '+90.00',
  GimbalPitchDegree: '-30.00',
  GimbalRollDegree: '+0.00',
};
const exif = {
  model: 'M3TD',
  lat: 22.54,
  lng: 113.95,
  altitude: 60,
  focalLength35: 24,
  taken: '2025:10:09 16:53:20',
};

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
    await page.getByRole('tab', { name: t('video.wall') }).click();
    await expect(page.getByText(t('video.wallEmpty'))).toBeVisible();
    await page.getByRole('tab', { name: t('layer.results.orthophoto') }).click();
    await expect(page.getByText(t('layer.resultsNone.orthophoto'))).toBeVisible();
    await page.getByRole('tab', { name: t('media.photos'), exact: true }).click();

    const { groupOID } = caller.session;
    const dock = await caller.call(dockCalls.add, {
      name: '成果机场',
      sn: `RESULTDOCK${turn}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID,
    });
    const place = { lng: 113.95, lat: 22.54 };
    await bringPhoto(product, dock.oid, {
      ...place,
      name: 'MAST.JPG',
      bytes: Buffer.from(withPhotoMarks(await photo('#2fb3a6'), marks, exif)),
    });
    await bringPhoto(product, dock.oid, { ...place, name: 'ROOF.JPG', bytes: await photo('#b3502f') });
    await page.reload();
    const grid = page.getByRole('group', { name: t('media.grid') });
    await expect(grid.getByRole('listitem')).toHaveCount(2);
    // Both have been read meanwhile, and are shown small.
    await expect(grid.locator('img')).toHaveCount(2);
    await expect
      .poll(() =>
        grid
          .locator('img')
          .first()
          .evaluate((image) => Reflect.get(image, 'naturalWidth') as number),
      )
      .toBe(64);

    // A name within Arabic stands between marks that nobody sees.
    const named = (id: 'media.open' | 'media.choose' | 'media.deleteTitle', name: string): RegExp =>
      new RegExp(t(id).replace('{name}', `.?${name}.?`));
    await page.getByRole('button', { name: named('media.open', 'MAST.JPG') }).click();
    const viewer = page.getByRole('dialog', { name: 'MAST.JPG' });
    const picture = viewer.getByRole('img', { name: 'MAST.JPG' });
    await expect
      .poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth') as number))
      .toBe(64);
    const said = viewer.getByRole('region', { name: t('media.saidByFile') });
    await expect(said.getByText(t('media.lens.wide'), { exact: true })).toBeVisible();
    await expect(said.getByText('M3TD')).toBeVisible();
    await page.keyboard.press('+');
    await expect(viewer.getByRole('status').filter({ hasText: /[1١][.٫][5٥]/ })).toBeVisible();
    // The other one is its neighbour; nothing stands in it, and that is said.
    const isFirst = await viewer.getByRole('button', { name: t('media.previous') }).isDisabled();
    const isForward = (language === 'ar') !== isFirst;
    await page.keyboard.press(isForward ? 'ArrowRight' : 'ArrowLeft');
    const other = page.getByRole('dialog', { name: 'ROOF.JPG' });
    await expect(other.getByText(t('media.photoFault.metadataMissing'))).toBeVisible();
    // A star and a label by the keyboard; the list finds it by both.
    await page.keyboard.press('s');
    await expect(other.getByRole('button', { name: t('media.unstar') })).toBeVisible();
    await page.keyboard.press('l');
    await page.keyboard.type('roof');
    await page.keyboard.press('Enter');
    await expect(other.getByRole('list', { name: t('media.labels') }).getByText('roof')).toBeVisible();
    await other.getByRole('textbox', { name: t('media.commentText') }).fill('Loose tile');
    await other.getByRole('button', { name: t('media.commentAdd') }).click();
    await expect(other.getByText('Loose tile', { exact: true })).toBeVisible();
    await expect(other.getByRole('textbox', { name: t('media.commentText') })).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(other).toBeHidden();
    await page.getByRole('combobox', { name: t('media.starred') }).click();
    await page.getByTitle(t('media.onlyStarred')).click();
    await expect(grid.getByRole('listitem')).toHaveCount(1);
    await expect(grid.getByText('roof', { exact: true })).toBeVisible();
    await page.reload();
    await expect(grid.getByRole('listitem')).toHaveCount(2);

    // By the keyboard alone: one with the space bar, the rest with shift and an arrow.
    await grid.getByRole('button').first().focus();
    await page.keyboard.press('Space');
    await expect(grid.getByRole('checkbox').first()).toBeChecked();
    await page.keyboard.press(language === 'ar' ? 'Shift+ArrowLeft' : 'Shift+ArrowRight');
    await expect(grid.getByRole('checkbox').last()).toBeChecked();
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

    // What was deleted lies in the bin, and comes back.
    await page.getByRole('tab', { name: t('media.bin') }).click();
    await page
      .getByRole('button', { name: new RegExp(t('media.restoreOf').replace('{name}', '.?MAST.JPG.?')) })
      .first()
      .click();
    await page.getByRole('tab', { name: t('media.photos'), exact: true }).click();
    await expect(page.getByRole('button', { name: named('media.open', 'MAST.JPG') })).toBeVisible();
    await page.getByRole('checkbox', { name: named('media.choose', 'MAST.JPG') }).check();
    await page.getByRole('button', { name: t('app.delete'), exact: true }).click();
    await question.getByRole('button', { name: t('app.delete'), exact: true }).click();
    await expect(page.getByText(t('media.noneYet'))).toBeVisible();

    // One that is held there is released there.
    const [last] = (await caller.call(keepingCalls.bin, {})).list;
    await caller.call(keepingCalls.hold, { oids: [last?.oid ?? ''], reason: 'Claim 12' });
    await page.getByRole('tab', { name: t('media.bin') }).click();
    const release = page.getByRole('button', {
      name: new RegExp(t('media.releaseOf').replace('{name}', '.?MAST.JPG.?')),
    });
    await release.click();
    await expect(release).toHaveCount(0);
  });
