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
    test.setTimeout(180_000);
    const dock = await startDock(product, caller, {
      name: '画面机场',
      sn: `PICTURE${language.slice(0, 2).toUpperCase()}`,
      droneSn: `AIRPIC${language.slice(0, 2).toUpperCase()}`,
      lng: 113.95,
      lat: 22.54,
    });
    try {
      const reader = readerOf(page, language);
      const { t } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${dock.oid}`);
      const way = page.locator('.video-way');
      await expect(way).toHaveText(t('video.way.whep'), { timeout: 60_000 });
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
      await expect(way).toContainText(t('video.fallback.noPath'), { timeout: 30_000 });
      const after = await frames();
      await expect.poll(frames).not.toBe(after);
    } finally {
      await dock.stop();
    }
  });
