import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { dockCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { buildFilm } from '../../packages/testing/src/video.builder.ts';
import { addFlown, addRecorded, bringFilm } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const [width, height, rate] = [320, 180, 10];
/** Seconds of the film, and from when in the flight on it was recorded. */
const [length, after] = [60, 100_000];

/** Coded pictures as base64, one of a colour of its own each second. */
const encode = async ({ count, ...size }: { count: number; width: number; height: number; rate: number }) => {
  const pictures: { key: boolean; data: string }[] = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      pictures.push({ key: chunk.type === 'key', data: btoa(String.fromCharCode(...bytes)) });
    },
    error: (error) => {
      throw error;
    },
  });
  encoder.configure({ codec: 'vp09.00.10.08', width: size.width, height: size.height, bitrate: 100_000 });
  const canvas = new OffscreenCanvas(size.width, size.height);
  const pen = canvas.getContext('2d');
  for (let place = 0; place < count; place += 1) {
    if (!pen) throw new Error('nothing can be drawn');
    pen.fillStyle = `hsl(${(place / size.rate) * 6} 60% 50%)`;
    pen.fillRect(0, 0, size.width, size.height);
    const frame = new VideoFrame(canvas, { timestamp: (place / size.rate) * 1_000_000 });
    encoder.encode(frame, { keyFrame: place % (2 * size.rate) === 0 });
    frame.close();
  }
  await encoder.flush();
  return pictures;
};

/** Where on the map of its whole route the aircraft was so many seconds after its start; the map is fitted to that route. */
const spotOn = (box: { x: number; y: number; width: number; height: number }, seconds: number) => {
  const stretch = 1 / Math.cos((22.545 * Math.PI) / 180);
  const scale = Math.min((box.width - 80) / 0.02, (box.height - 80) / (0.01 * stretch));
  const way = (0.01 * seconds) / 600;
  return {
    x: box.x + box.width / 2 + (way - 0.01) * scale,
    y: box.y + box.height / 2 - (way - 0.005) * stretch * scale,
  };
};

test.use({ drawnMaps: true });

for (const language of storyLanguages<Language>(languages))
  test(`a film of a flight stands beside its track, and each leads the other, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const at = languages.indexOf(language);
    const { groupOID, authToken } = caller.session;
    const routeOID = await uploadRouteTo(product.url, authToken);
    const dock = await caller.call(dockCalls.add, {
      name: `影像机场${'甲乙丙'[at]}`,
      sn: `FILM${at}`,
      droneSn: `AIRFILM${at}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID,
    });
    await addFlown(product, dock.oid, routeOID, 1);
    await addRecorded(product, dock.oid);
    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/AchievementDisplay');
    const coded = await page.evaluate(encode, { width, height, rate, count: length * rate });
    const pictures = coded.map(({ key, data }) => ({ key, data: Buffer.from(data, 'base64') }));
    const name = `DJI_${at}.MP4`;
    const film = { codec: 'vp9', codecText: 'vp09.00.10.08', width, height, rate, pictures } as const;
    await bringFilm(product, dock.oid, {
      name,
      after,
      bytes: await buildFilm({ ...film, place: '+22.5400+113.9500/' }),
    });
    await page.goto('/#/AchievementDisplay?tab=videos');
    const grid = page.getByRole('group', { name: t('media.grid') });
    // Its length stands in the list as soon as the file has been read.
    await expect(grid.getByText('VP9')).toBeVisible();
    await page
      .getByRole('button', { name: new RegExp(t('media.open').replace('{name}', `.?${name}.?`)) })
      .click();
    const viewer = page.getByRole('dialog', { name });
    const said = viewer.getByRole('region', { name: t('media.saidByVideo') });
    await expect(said.getByText('22.540000, 113.950000')).toBeVisible();
    await expect(said.getByText(t('media.videoDoubt.timeMissing'))).toBeVisible();

    const track = viewer.getByRole('region', { name: t('flightRecord.film.title') });
    await expect(track.getByText(t('flightRecord.film.click'))).toBeVisible();
    const video = viewer.locator('video');
    const second = (): Promise<number> => video.evaluate((one) => Reflect.get(one, 'currentTime') as number);
    const charge = track.locator('.replay-chart', { hasText: t('field.battery') });
    await expect(charge).toContainText(/85/);
    await video.evaluate((one) => Reflect.set(one, 'currentTime', 40));
    await expect(charge).toContainText(/83/);

    // A click on the track leads the film: thirty seconds after it began the aircraft was there.
    const canvas = track.locator('canvas').first();
    await expect(canvas).toBeVisible();
    await expect(async () => {
      await canvas.scrollIntoViewIfNeeded();
      const box = await canvas.boundingBox();
      if (!box) throw new Error('the map has no place');
      const { x, y } = spotOn(box, after / 1_000 + 30);
      await page.mouse.click(x, y);
      expect(Math.abs((await second()) - 30)).toBeLessThan(4);
    }).toPass({ timeout: 60_000 });
    await expect(charge).toContainText(/83/);
    await page.screenshot({ path: test.info().outputPath(`film-${language}.png`) });
  });
