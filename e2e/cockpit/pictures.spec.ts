import type { Page } from '@playwright/test';
import { departmentCalls, displayCalls, screenLayoutCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// On a busy machine a picture that the monitor asks for may be refused once, and breaks off when its page closes.
// A display that loses its panel may ask for its pictures once more before it learns so, and is refused.
const refused = /403: \S+\/(?:wallLived\.rest|video\/\S+\/whep)/;
test.use({ waits: true, expectedFaults: withSlowPictures(/Failed to load resource/, refused) });

const page = '/CockpitLarge' as const;
const flights = { panel: 'flights' as const, column: 16, row: 0, width: 8, height: 12 };
const without = [{ ...flights, column: 0, width: 24 }];
const walled = [{ panel: 'pictures' as const, column: 0, row: 0, width: 16, height: 12 }, flights];

const frames = (shown: Page): Promise<number> =>
  shown
    .locator('.wall-picture video')
    .first()
    .evaluate((one) => (one as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);

for (const language of storyLanguages<Language>(languages))
  test(`a wall shows the pictures that run, and leads to their monitor whoever may go there, in ${language}`, async ({
    page: wall,
    browser,
    product,
    caller,
  }) => {
    const place = { lng: 113.95, lat: 22.54 };
    const ends = language.slice(0, 2).toUpperCase();
    const name = `墙上机场${{ 'zh-CN': '甲', en: '乙', ar: '丙' }[language]}`;
    const dock = await startDock(product, caller, {
      name,
      sn: `WALL${ends}`,
      droneSn: `AIRWALL${ends}`,
      ...place,
    });
    const arrange = async (panels: typeof walled | typeof without): Promise<void> => {
      const { version } = await caller.call(screenLayoutCalls.get, { page });
      const look = { theme: 'dark' as const, tourEvery: null };
      await caller.call(screenLayoutCalls.save, { page, version, ...look, wide: panels, double: panels });
    };
    await arrange(walled);
    await wall.setViewportSize({ width: 1920, height: 1080 });
    await wall.goto('/screen/#/Display');
    const code = wall.locator('.entrance-code');
    await expect(code).toHaveText(/\d{4} \d{4}/);
    await caller.call(displayCalls.pair, { code: await code.innerText(), name: `墙 ${language}`, page });
    await expect(wall.locator('.panel-pictures .tile-note')).toBeVisible();

    const desk = await browser.newContext();
    const reader = readerOf(await desk.newPage(), language);
    const { t } = reader;
    try {
      await test.step('a picture that somebody opens appears on the wall, which starts none itself', async () => {
        await signInAs(reader, `/PortMonitorSee?oid=${dock.oid}`);
        await expect(wall.locator('.wall-playing')).toHaveCount(1);
        const before = await frames(wall);
        await expect.poll(() => frames(wall)).toBeGreaterThan(before + 5);
        await expect(wall.locator('.wall-picture')).toContainText(name);
        await expect(wall.locator('.wall-picture a')).toHaveCount(0);
        await wall.screenshot({ path: test.info().outputPath(`display-${language}.png`) });
      });

      await test.step('people who may watch have the way to its monitor', async () => {
        const { groupOID } = caller.session;
        await caller.call(departmentCalls.save, { oid: groupOID, type: 'leaderCockpit' });
        const cockpit = await desk.newPage();
        await cockpit.setViewportSize({ width: 1920, height: 1080 });
        await cockpit.goto(`/screen/#${page}`);
        const panel = cockpit.getByRole('region', { name: t('cockpit.panel.pictures'), exact: true });
        await expect(panel.getByRole('link')).toHaveAttribute(
          'href',
          new RegExp(`/#/PortMonitorSee\\?oid=${dock.oid}$`),
        );
        await expect(cockpit.locator('.wall-playing')).toHaveCount(1);
        await cockpit.screenshot({ path: test.info().outputPath(`cockpit-${language}.png`) });
        // Anywhere on the picture, not on its name alone.
        const opened = cockpit.waitForEvent('popup');
        await cockpit.locator('.wall-frame').click({ position: { x: 40, y: 40 }, force: true });
        await expect(await opened).toHaveURL(new RegExp(`#/PortMonitorSee\\?oid=${dock.oid}`));
        await caller.call(departmentCalls.save, { oid: groupOID, type: 'department' });
      });

      await test.step('without the panel the display has no picture', async () => {
        await arrange(without);
        await expect(wall.locator('.panel-pictures')).toHaveCount(0);
      });
    } finally {
      await desk.close();
      await dock.stop();
    }
  });
