import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ expectedFaults: withSlowPictures() });

for (const language of storyLanguages<Language>(languages))
  test(`a snapshot of a live picture is found among the photos, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const turn = languages.indexOf(language);
    const dock = await startDock(product, caller, {
      name: `截图机场${'甲乙丙'[turn]}`,
      sn: `SNAPDOCK${turn}`,
      droneSn: `SNAPAIR${turn}`,
      lng: 113.95,
      lat: 22.54,
    });
    try {
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${dock.oid}`);
      const button = page.getByRole('button', { name: t('video.snapshot'), exact: true });
      // Without a picture there is nothing to take, and the button says so.
      await expect(button).toBeVisible();
      await expect(page.locator('.video-way')).toBeVisible();
      // The aircraft is on at first: once it is off, the page shows the camera of the dock.
      await expect(page.getByText(t('video.view.inside'))).toBeVisible();
      await expect(button).toHaveAttribute('aria-disabled', 'false');
      await button.click();
      const toast = page.getByText(shown('video.snapshot.taken'));
      await expect(toast).toBeVisible();
      const [name = ''] = /snapshot_\w+-\w+-\w+\.jpg/.exec((await toast.textContent()) ?? '') ?? [];
      expect(name).not.toBe('');
      await page.getByRole('button', { name: t('video.snapshot.show') }).click();
      await page
        .getByRole('button', { name: new RegExp(name) })
        .first()
        .click();
      const source = page.getByRole('region', { name: t('media.live'), exact: true });
      await expect(source).toContainText(`SNAPDOCK${turn}/`);
      await expect(source).toContainText(/[0-9a-f]{64}/);
      await page.screenshot({ path: test.info().outputPath(`snapshot-${language}.png`), fullPage: true });
    } finally {
      await dock.stop();
    }
  });
