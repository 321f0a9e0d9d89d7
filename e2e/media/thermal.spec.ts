import sharp from 'sharp';
import { dockCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { withPhotoMarks } from '../../packages/testing/src/photo.builder.ts';
import { buildThermalTiff } from '../../packages/testing/src/thermal-tiff.builder.ts';
import { bringPhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const [width, height] = [160, 128];
/** A joint of 81.5 °C in a field of 18 °C, hundredths of a Kelvin. */
const field = (): Uint16Array => {
  const samples = new Uint16Array(width * height).fill(29_115);
  for (let y = 60; y < 68; y += 1) for (let x = 76; x < 84; x += 1) samples[y * width + x] = 35_465;
  return samples;
};
const plain = async (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#2f6f6a' } })
    .jpeg()
    .toBuffer();

// A photo whose temperatures nobody can read is refused, and that is what the story looks for.
test.use({ expectedFaults: [/temperatures\.rest/] });

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`a hot joint is measured, and seen beside the visible picture, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    const dock = await caller.call(dockCalls.add, {
      name: '红外机场',
      sn: `THERMALDOCK${turn}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID: caller.session.groupOID,
    });
    const place = { lng: 113.95, lat: 22.54 };
    const named = (number: string, lens: string): string => `DJI_2025100916532${turn}_${number}_${lens}`;
    const joint = named('0001', 'T.TIFF');
    const bring = (name: string, bytes: Buffer) => bringPhoto(product, dock.oid, { ...place, name, bytes });
    await bring(joint, buildThermalTiff(width, height, field()));
    await bring(named('0001', 'W.JPG'), await plain());
    const closed = named('0002', 'T.JPG');
    await bring(closed, Buffer.from(withPhotoMarks(await plain(), { ImageSource: 'InfraredCamera' })));
    await signInAs(reader, '/AchievementDisplay');
    const grid = page.getByRole('group', { name: t('media.grid') });
    await expect(grid.locator('img')).toHaveCount(3 * (turn + 1));
    const open = (name: string) =>
      page
        .getByRole('button', { name: new RegExp(t('media.open').replace('{name}', `.?${name}.?`)) })
        .first()
        .click();
    await open(joint);
    const viewer = page.getByRole('dialog', { name: joint });
    const area = viewer.getByRole('slider');
    await expect(area).toHaveAttribute('aria-valuetext', /81[.٫]5/);

    // A point by keys, a box by dragging across the joint.
    await area.press('Enter');
    const list = viewer.getByRole('list', { name: t('media.thermal'), exact: true });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await viewer.getByText(t('media.thermal.box'), { exact: true }).click();
    const box = await area.locator('svg').boundingBox();
    if (!box) throw new Error('no picture');
    const scale = Math.min(box.width / width, box.height / height);
    const at = (x: number, y: number): [number, number] => [
      box.x + box.width / 2 + (x - width / 2) * scale,
      box.y + box.height / 2 + (y - height / 2) * scale,
    ];
    await page.mouse.move(...at(70.5, 56.5));
    await page.mouse.down();
    await page.mouse.move(...at(90.5, 72.5), { steps: 4 });
    await page.mouse.up();
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list.getByRole('listitem').nth(2)).toContainText(/18[^0-9٠-٩].*81[.٫]5/);
    // The file names no unit: the page says what is assumed, and each figure says that it is.
    await expect(viewer.getByText(t('media.thermal.source.kelvin'), { exact: true })).toBeVisible();
    const assumed = t('media.thermal.assumed').replace('{figures}', '').trim();
    for (const item of await list.getByRole('listitem').all()) await expect(item).toContainText(assumed);
    await page.screenshot({ path: test.info().outputPath(`thermal-${language}.png`) });

    await viewer.getByRole('button', { name: t('media.lenses'), exact: true }).click();
    await expect(viewer.locator('.compare-sides .picture-canvas')).toHaveCount(2);
    await viewer.getByRole('button', { name: t('media.zoomIn') }).click();
    await page.screenshot({ path: test.info().outputPath(`lenses-${language}.png`) });
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();

    // What only a program of the maker reads is said.
    await open(closed);
    const other = page.getByRole('dialog', { name: closed });
    await expect(other.getByText(t('refusal.thermalProgram'))).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`no-program-${language}.png`) });
  });
