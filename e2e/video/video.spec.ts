import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// On a busy machine a picture that the page asks for by itself may be refused once; while it is brought back, it is away.
test.use({
  expectedFaults: withSlowPictures(/Failed to load resource/),
});

for (const language of storyLanguages<Language>(languages))
  test(`a picture comes by WebRTC, and by FLV where that is not to be had, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const name = `画面机场${'甲乙丙'[languages.indexOf(language)]}`;
    const dock = await startDock(product, caller, {
      name,
      sn: `PICTURE${language.slice(0, 2).toUpperCase()}`,
      droneSn: `AIRPIC${language.slice(0, 2).toUpperCase()}`,
      lng: 113.95,
      lat: 22.54,
    });
    try {
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${dock.oid}`);
      const way = page.locator('.video-way');
      await expect(way).toHaveText(t('video.way.whep'));
      const frames = (): Promise<number> =>
        page
          .locator('.video-frame video')
          .evaluate((one) => (one as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
      const before = await frames();
      await expect.poll(frames).toBeGreaterThan(before + 5);

      // Without a UDP path the same page goes on by FLV and says why; nothing is loaded again.
      await page.evaluate(() => {
        Object.defineProperty(RTCPeerConnection.prototype, 'connectionState', { get: () => 'failed' });
      });
      await expect(way).toContainText(t('video.fallback.noPath'));
      const after = await frames();
      await expect.poll(frames).not.toBe(after);

      // From the list of docks the picture opens alone, in a window of its own.
      await page.goto('/#/DaJiAirport');
      await page.getByRole('row').filter({ hasText: name }).click();
      const opened = page.waitForEvent('popup');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('monitor.bigScreen') })
        .click();
      const big = await opened;
      await expect(big).toHaveURL(new RegExp(`#/DockPicture\\?oid=${dock.oid}$`));
      await expect(big.getByRole('heading', { level: 1, name })).toBeVisible();
      const moved = (): Promise<number> =>
        big
          .locator('.video-frame video')
          .evaluate((one) => (one as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
      await expect.poll(moved).toBeGreaterThan(5);
      await big.screenshot({ path: test.info().outputPath(`big-screen-${language}.png`) });
      await big.close();

      // The map of the overview says how far the aircraft may go.
      await page.goto('/#/DataStatistics');
      await expect(page.locator('.reach-note')).toHaveText(shown('trajectory.areas'));
      await page.screenshot({ path: test.info().outputPath(`areas-${language}.png`), fullPage: true });
    } finally {
      await dock.stop();
    }
  });
