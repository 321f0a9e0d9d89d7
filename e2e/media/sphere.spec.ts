import sharp from 'sharp';
import { dockCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { withPhotoMarks } from '../../packages/testing/src/photo.builder.ts';
import { bringPhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const [width, height] = [2_048, 1_024];
/** Green before the camera, and red to the right of it. */
const panorama = async (): Promise<Buffer> => {
  const patch = (background: string, left: number) => ({
    input: { create: { width: 400, height: 400, channels: 3 as const, background } },
    left: Math.round(left - 200),
    top: height / 2 - 200,
  });
  const picture = await sharp({ create: { width, height, channels: 3, background: '#203040' } })
    .composite([patch('#00d040', width / 2), patch('#e02020', width * 0.75)])
    .jpeg()
    .toBuffer();
  return Buffer.from(
    withPhotoMarks(picture, {
      'GPano:ProjectionType': 'equirectangular',
      'GPano:FullPanoWidthPixels': String(width),
      'GPano:FullPanoHeightPixels': String(height),
      'GPano:PoseHeadingDegrees': '45',
    }),
  );
};
const middleOf = async (shot: Buffer): Promise<readonly number[]> => {
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + 3)];
};

test.use({ drawnMaps: true });

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`a panorama is looked around in, in ${language}`, async ({ page, product, caller }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    const dock = await caller.call(dockCalls.add, {
      name: '全景机场',
      sn: `SPHEREDOCK${turn}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID: caller.session.groupOID,
    });
    await bringPhoto(product, dock.oid, {
      lng: 113.95,
      lat: 22.54,
      name: `PANO${turn}.JPG`,
      bytes: await panorama(),
    });
    await signInAs(reader, '/AchievementDisplay');
    const grid = page.getByRole('group', { name: t('media.grid') });
    await expect(grid.locator('img')).toHaveCount(turn + 1);
    await page
      .getByRole('button', { name: new RegExp(t('media.open').replace('{name}', `.?PANO${turn}.JPG.?`)) })
      .first()
      .click();
    const viewer = page.getByRole('dialog', { name: `PANO${turn}.JPG` });
    const area = viewer.getByRole('slider');
    await expect(area).toHaveAttribute('data-stage', 'shown');
    await expect(area).toHaveAttribute('aria-valuetext', /45|٤٥/);
    const [red = 0, green = 0] = await middleOf(await area.screenshot());
    expect([red < 60, green > 170]).toEqual([true, true]);
    for (let press = 0; press < 18; press += 1) await area.press('ArrowRight');
    await expect(area).toHaveAttribute('aria-valuetext', /135|١٣٥/);
    await expect(area).toHaveAttribute('aria-valuenow', '90');
    const [turnedRed = 0, turnedGreen = 0] = await middleOf(await area.screenshot());
    expect([turnedRed > 170, turnedGreen < 80]).toEqual([true, true]);
    await page.screenshot({ path: test.info().outputPath(`sphere-${language}.png`) });
    // Flat again, as any other photo.
    await viewer.getByRole('button', { name: t('media.sphere'), exact: true }).click();
    await expect(viewer.getByText(t('media.zoomWhole'), { exact: true })).toBeVisible();
  });
