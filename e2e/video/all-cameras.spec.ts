import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import type { Locator, Page } from '@playwright/test';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { bringUp } from '../drc/hands.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// Three pictures are brought up at once; on a busy machine one may be refused at first, and while it is brought back it is away.
test.use({
  expectedFaults: withSlowPictures(/Failed to load resource/),
});

/** A picture has gone on: what it has shown since is more than at this moment. */
const goesOn = async (picture: Locator | Page): Promise<void> => {
  const frames = (): Promise<number> =>
    picture
      .locator('.video-frame video')
      .evaluate((one) => (one as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
  await expect.poll(frames, { timeout: 60_000 }).toBeGreaterThan(3);
  const before = await frames();
  await expect.poll(frames, { timeout: 60_000 }).not.toBe(before);
};

for (const language of storyLanguages<Language>(languages))
  test(`all cameras of a dock are watched at once, in ${language}`, async ({ page, product, caller }) => {
    test.setTimeout(240_000);
    const sn = `ALLCAMERAS${languages.indexOf(language)}`;
    const place = { name: '多路机场', sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 };
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken);
    const dock = await startDock(product, caller, place, 8);
    try {
      await bringUp(caller, dock.oid, routeOID);
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      const address = `/PortMonitorSee?oid=${dock.oid}`;
      await signInAs(reader, address);
      const tile = (at: number): Locator => page.locator('.video-some > .video').nth(at - 1);
      const camera = (at: number): Locator => tile(at).locator('.ant-select').first();
      await goesOn(tile(1));
      await expect(tile(2)).toHaveCount(0);

      await page.getByRole('button', { name: t('video.allPictures'), exact: true }).click();
      for (const at of [1, 2, 3]) await goesOn(tile(at));
      await expect(tile(4)).toHaveCount(0);
      await page.screenshot({ path: test.info().outputPath(`all-cameras-${language}.png`) });
      const [second, third] = [await camera(2).textContent(), await camera(3).textContent()];
      expect(second).not.toBe(third);

      await test.step('a camera that is put in another place changes places with the one there', async () => {
        await camera(2).click();
        await page
          .getByTitle(third ?? '', { exact: true })
          .last()
          .click();
        await expect(camera(2)).toHaveText(third ?? '');
        await expect(camera(3)).toHaveText(second ?? '');
      });

      await test.step('the layout stays where the page is loaded anew', async () => {
        await page.reload();
        await expect(camera(2)).toHaveText(third ?? '', { timeout: 60_000 });
        for (const at of [1, 2, 3]) await goesOn(tile(at));
      });

      await test.step('a picture opens in a window of its own, and goes on here too', async () => {
        const opened = page.waitForEvent('popup');
        await tile(2)
          .getByRole('button', { name: shown('video.ofPlace') })
          .click();
        const own = await opened;
        await expect(own).toHaveURL(new RegExp(`#/DockPicture\\?oid=${dock.oid}&camera=.+$`));
        await goesOn(own);
        await expect(own.locator('.ant-select').first()).toHaveText(third ?? '');
        await own.close();
        await goesOn(tile(2));
      });

      await page.getByRole('button', { name: t('video.onePicture'), exact: true }).click();
      await expect(tile(2)).toHaveCount(0);
      await goesOn(tile(1));
    } finally {
      await dock.stop();
    }
  });
