import sharp from 'sharp';
import { dockCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { withPhotoMarks } from '../../packages/testing/src/photo.builder.ts';
import { bringPhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const size = { width: 640, height: 480 };
/** Where a tile is missing on the later photo, pixels of it. */
const missing = { left: 400, top: 160, width: 80, height: 60 };

const roof = async (isWhole: boolean): Promise<Buffer> => {
  const plain = sharp({ create: { ...size, channels: 3, background: '#2f6f6a' } });
  const { left, top, ...hole } = missing;
  const input = { create: { ...hole, channels: 3 as const, background: '#d0301f' } };
  const picture = await (isWhole ? plain : plain.composite([{ input, left, top }])).jpeg().toBuffer();
  const exif = {
    model: 'M3TD',
    lat: 22.54,
    lng: 113.95,
    altitude: 60,
    focalLength35: 24,
    taken: '2025:10:09 16:53:20',
  };
  const marks = {
    ImageSource: 'WideCamera',
    GimbalYawDegree: '+90.00',
    GimbalPitchDegree: '-30.00',
    GimbalRollDegree: '+0.00',
  };
  return Buffer.from(withPhotoMarks(picture, marks, exif));
};

/** The box of pixels that differ clearly between two screenshots, as shares of their width and height. */
const difference = async (one: Buffer, other: Buffer) => {
  const [a, b] = await Promise.all(
    [one, other].map((shot) => sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!a || !b) throw new Error('no screenshots');
  const { width, height, channels } = a.info;
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at < a.data.length; at += channels)
    if (Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > 100) {
      xs.push((at / channels) % width);
      ys.push(Math.floor(at / channels / width));
    }
  xs.sort((x, y) => x - y);
  ys.sort((x, y) => x - y);
  const middle = (all: number[]): number => all[Math.floor(all.length / 2)] ?? -1;
  return { count: xs.length, x: middle(xs), y: middle(ys), width, height };
};

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`a change between two dates is seen by swiping, by turns and side by side, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    // Nothing moves for this reader unless it is asked to.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const dock = await caller.call(dockCalls.add, {
      name: '对比机场',
      sn: `COMPAREDOCK${turn}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID: caller.session.groupOID,
    });
    const place = { lng: 113.95 + turn, lat: 22.54 };
    await bringPhoto(product, dock.oid, { ...place, name: 'OLD.JPG', bytes: await roof(true), daysAgo: 30 });
    await bringPhoto(product, dock.oid, { ...place, name: 'NEW.JPG', bytes: await roof(false) });
    await signInAs(reader, '/AchievementDisplay');
    const grid = page.getByRole('group', { name: t('media.grid') });
    await expect(grid.locator('img')).toHaveCount(2 * (turn + 1));
    await page
      .getByRole('button', { name: new RegExp(t('media.open').replace('{name}', '.?NEW.JPG.?')) })
      .first()
      .click();
    const viewer = page.getByRole('dialog', { name: 'NEW.JPG' });
    await viewer.getByRole('button', { name: t('media.compare'), exact: true }).click();

    const edge = viewer.getByRole('slider', { name: t('media.compareEdge') });
    const stack = viewer.locator('.compare-stack');
    await edge.press('End');
    await expect(edge).toHaveAttribute('aria-valuenow', '100');
    const older = await stack.screenshot();
    await edge.press('Home');
    await expect(edge).toHaveAttribute('aria-valuenow', '0');
    const newer = await stack.screenshot();
    const seen = await difference(older, newer);
    // The picture is as high as its place, or as wide.
    const scale = Math.min(seen.width / size.width, seen.height / size.height);
    const at = (middle: number, whole: number, of: number): number => whole / 2 + (middle - of / 2) * scale;
    expect(seen.count).toBeGreaterThan(missing.width * missing.height * scale ** 2 * 0.8);
    expect(Math.abs(seen.x - at(missing.left + missing.width / 2, seen.width, size.width))).toBeLessThan(6);
    expect(Math.abs(seen.y - at(missing.top + missing.height / 2, seen.height, size.height))).toBeLessThan(6);

    // The arrow that points on in the direction of reading, and the pointer.
    await edge.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight');
    await expect(edge).toHaveAttribute('aria-valuenow', '2');
    await expect(viewer).toBeVisible();
    const [grip, box] = [await edge.boundingBox(), await stack.boundingBox()];
    if (!grip || !box) throw new Error('nothing to swipe');
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(edge).toHaveAttribute('aria-valuenow', /^(49|50|51)$/);
    await page.screenshot({ path: test.info().outputPath(`swipe-${language}.png`) });

    await viewer.getByText(t('media.compareMode.blink'), { exact: true }).click();
    await expect(viewer.getByRole('button', { name: t('media.blinkStart') })).toBeVisible();
    const first = await stack.screenshot();
    await viewer.getByRole('button', { name: t('media.blinkOther') }).click();
    await expect(viewer.locator('.compare-over')).toBeVisible();
    expect((await difference(first, await stack.screenshot())).count).toBeGreaterThan(
      missing.width * missing.height * scale ** 2 * 0.8,
    );

    await viewer.getByText(t('media.compareMode.sides'), { exact: true }).click();
    const canvases = viewer.locator('.compare-sides .picture-canvas');
    await viewer.getByRole('button', { name: t('media.zoomIn') }).click();
    const views = await canvases.evaluateAll((all) => all.map((one) => one.getAttribute('viewBox')));
    expect(views).toHaveLength(2);
    expect(views[0]).toBe(views[1]);
    expect(views[0]).not.toBe('0 0 640 480');
    await page.screenshot({ path: test.info().outputPath(`sides-${language}.png`) });
  });
