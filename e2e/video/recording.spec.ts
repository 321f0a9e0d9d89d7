import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ expectedFaults: withSlowPictures() });

for (const language of storyLanguages<Language>(languages))
  test(`a live picture is recorded and plays among the videos, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const turn = languages.indexOf(language);
    const dock = await startDock(product, caller, {
      name: `录像机场${'甲乙丙'[turn]}`,
      sn: `RECDOCK${turn}`,
      droneSn: `RECAIR${turn}`,
      lng: 113.95,
      lat: 22.54,
    });
    try {
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${dock.oid}`);
      await expect(page.locator('.video-way')).toBeVisible();
      // The aircraft is on at first: once it is off, the page shows the camera of the dock.
      await expect(page.getByText(t('video.view.inside'))).toBeVisible();
      const start = page.getByRole('button', { name: t('video.record'), exact: true });
      await expect(start).toHaveAttribute('aria-disabled', 'false');
      await start.click();
      const state = page.locator('.video-recording');
      await expect(state).toHaveText(shown('video.recording.running'));
      await page.screenshot({ path: test.info().outputPath(`recording-${language}.png`) });
      await page.getByRole('button', { name: t('video.recordStop'), exact: true }).click();
      await expect(state).toHaveCount(0);
      await page.goto('/#/AchievementDisplay?tab=videos');
      await page
        .getByRole('button', { name: /recording_\w+-\w+-\w+\.mp4/ })
        .first()
        .click();
      const source = page.getByRole('region', { name: t('media.live'), exact: true });
      await expect(source).toContainText(`RECDOCK${turn}/`);
      await expect(source).toContainText(t('video.recording.end.stopped'));
      // A browser that knows nothing of us plays what the camera sent.
      const film = page.getByRole('dialog').locator('video');
      await expect
        .poll(() => film.evaluate((one) => (one as HTMLVideoElement).videoWidth))
        .toBeGreaterThan(0);
    } finally {
      await dock.stop();
    }
  });
