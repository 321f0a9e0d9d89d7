import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import type { Locator, Page } from '@playwright/test';
import { commandCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language, type PhraseId } from '../../packages/phrases/src/index.ts';
import { bringHome, bringUp, flyOn } from '../drc/hands.ts';
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
  const video = picture.locator('.video-frame video');
  // A window of its own loads the whole page first.
  await expect(video).toBeAttached();
  const frames = (): Promise<number> =>
    video.evaluate((one) => (one as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
  await expect.poll(frames).toBeGreaterThan(3);
  const before = await frames();
  await expect.poll(frames).not.toBe(before);
};

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
const boxOf = async (element: Locator): Promise<Box> => {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
};
/** Neither lies over the other along one axis; a border may lie on a border. */
const apart = (a: Box, b: Box, from: 'x' | 'y', size: 'width' | 'height'): boolean =>
  a[from] + a[size] <= b[from] + 1 || b[from] + b[size] <= a[from] + 1;

for (const language of storyLanguages<Language>(languages))
  test(`all cameras of a dock are watched at once, in ${language}`, async ({ page, product, caller }) => {
    const sn = `ALLCAMERAS${languages.indexOf(language)}`;
    const place = { name: '多路机场', sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 };
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken);
    const dock = await startDock(product, caller, place, 8);
    try {
      await bringUp(caller, dock.oid, routeOID);
      const reader = readerOf(page, language);
      const { t } = reader;
      // Arabic has marks around what is put into a phrase.
      const ofPlace = (id: PhraseId, at: number): RegExp =>
        new RegExp(
          `^${t('video.ofPlace')
            .replace('{what}', `.?${t(id)}.?`)
            .replace('{place}', String(at))}$`,
        );
      const address = `/PortMonitorSee?oid=${dock.oid}`;
      await signInAs(reader, address);
      const tile = (at: number): Locator => page.locator('.video-some > .video').nth(at - 1);
      const camera = (at: number): Locator => tile(at).locator('.ant-select').first();
      // Which camera the first shows is settled then.
      await goesOn(tile(1));
      await expect(tile(2)).toHaveCount(0);

      await page.getByRole('button', { name: t('video.allPictures'), exact: true }).press('Enter');
      await expect(camera(3)).toBeVisible();
      await expect(tile(4)).toHaveCount(0);
      // By their names: until a picture knows its cameras, their ids stand there.
      for (const at of [2, 3]) await expect(camera(at)).toContainText('·');
      // Their order is settled once the picture knows all of them: one is not read before, the other after.
      let [second, third]: (string | null)[] = [null, null];
      await expect(async () => {
        const before = await camera(2).textContent();
        third = await camera(3).textContent();
        second = await camera(2).textContent();
        expect(second).toBe(before);
        expect(second).not.toBe(third);
      }).toPass({ timeout: 60_000 });

      await test.step('a camera that is put in another place, by the keyboard, changes places with the one there', async () => {
        const choice = tile(2).getByRole('combobox').first();
        const active = page.locator('.ant-select-item-option-active');
        await choice.press('ArrowDown');
        await expect(active).toBeVisible();
        await expect(async () => {
          if ((await active.textContent()) !== third) await choice.press('ArrowDown');
          await expect(active).toHaveText(third ?? '', { timeout: 1_000 });
        }).toPass({ timeout: 60_000 });
        await choice.press('Enter');
        await expect(camera(2)).toHaveText(third ?? '');
        await expect(camera(3)).toHaveText(second ?? '');
        await expect(choice).toBeFocused();
      });

      await test.step('no two of their buttons have one name', async () => {
        for (const id of ['video.snapshot', 'video.record'] as const) {
          await expect(page.getByRole('button', { name: t(id), exact: true })).toHaveCount(1);
          await expect(tile(3).getByRole('button', { name: ofPlace(id, 3) })).toBeVisible();
        }
      });

      await test.step('the layout stays where the page is loaded anew, and all of them run', async () => {
        await page.reload();
        await expect(camera(2)).toHaveText(third ?? '');
        for (const at of [1, 2, 3]) await goesOn(tile(at));
      });

      await test.step('the map takes the fourth place, and no picture lies beneath it', async () => {
        const map = await boxOf(page.locator('.stage-inset'));
        for (const at of [1, 2, 3]) {
          const picture = await boxOf(tile(at));
          const [apartX, apartY] = [apart(map, picture, 'x', 'width'), apart(map, picture, 'y', 'height')];
          expect(apartX || apartY, `the map and picture ${at}`).toBe(true);
        }
        const [first, last] = [await boxOf(tile(1)), await boxOf(tile(2))];
        expect(first.x < last.x, 'the first stands where one begins to read').toBe(language !== 'ar');
        await page.screenshot({ path: test.info().outputPath(`all-cameras-${language}.png`) });
      });

      await test.step('a picture opens in a window of its own; closing that leaves it running here', async () => {
        const opened = page.waitForEvent('popup');
        await tile(2)
          .getByRole('button', { name: ofPlace('video.ownWindow', 2) })
          .click();
        const own = await opened;
        await expect(own).toHaveURL(new RegExp(`#/DockPicture\\?oid=${dock.oid}&camera=.+$`));
        await goesOn(own);
        await expect(own.locator('.ant-select').first()).toHaveText(third ?? '');
        const phases = await tile(2).evaluateHandle((element) => {
          const seen: string[] = [];
          new MutationObserver(() => seen.push(element.className)).observe(element, {
            attributeFilter: ['class'],
          });
          return seen;
        });
        const left = async (): Promise<number> => {
          const { list } = await caller.call(commandCalls.query, { dockOID: dock.oid });
          const details = list.flatMap(({ history }) => history.map(({ detail }) => detail));
          return details.filter((detail) => detail === 'othersWatch').length;
        };
        const before = await left();
        // It takes leave as a window does that is closed.
        await own.goto('about:blank');
        await own.close();
        await expect.poll(left).toBeGreaterThan(before);
        await goesOn(tile(2));
        const broken = (await phases.jsonValue()).filter((one) => !/video-(playing|stalled)/.test(one));
        expect(broken).toEqual([]);
      });

      await test.step('one picture alone ends the others at the dock', async () => {
        const ended = async (): Promise<number> => {
          const { list } = await caller.call(commandCalls.query, { dockOID: dock.oid });
          return list.filter(
            ({ method, state, history }) =>
              method === 'stopLive' &&
              state === 'succeeded' &&
              history.every(({ detail }) => detail !== 'othersWatch' && detail !== 'notPushing'),
          ).length;
        };
        const before = await ended();
        await page.getByRole('button', { name: t('video.onePicture'), exact: true }).click();
        await expect(tile(2)).toHaveCount(0);
        await expect.poll(ended).toBe(before + 2);
        await goesOn(tile(1));
      });

      await test.step('a recording of a camera that is shown no more is said, and ended from here', async () => {
        await tile(1)
          .getByRole('button', { name: t('video.record'), exact: true })
          .click();
        await expect(tile(1).getByRole('button', { name: t('video.recordStop'), exact: true })).toBeVisible();
        await tile(1).getByRole('combobox').first().press('ArrowDown');
        await page
          .locator('.ant-select-item-option', { hasText: t('video.owner.dock') })
          .first()
          .click();
        // It names the camera, as it is not the one that is shown.
        const stop = page.getByRole('button', {
          name: new RegExp(t('video.recordStopOf').replace('{camera}', '.+·.+')),
        });
        await expect(stop).toBeVisible();
        await expect(stop).toHaveAttribute('aria-disabled', 'false');
        await stop.click();
        await expect(stop).toHaveCount(0);
      });

      await test.step('on a route that is flown no lens is changed', async () => {
        await tile(1).getByRole('combobox').first().press('ArrowDown');
        await page.locator('.ant-select-item-option', { hasText: t('video.automatic') }).click();
        const lens = tile(1).getByRole('combobox', { name: t('detail.key.videoType'), exact: true });
        await goesOn(tile(1));
        await expect(lens).not.toHaveAccessibleDescription(t('refusal.lensFixed'));
        await flyOn(caller, dock.oid);
        await expect(lens).toHaveAccessibleDescription(t('refusal.lensFixed'));
        await page.screenshot({ path: test.info().outputPath(`lens-${language}.png`) });
      });

      await test.step('once the flight has ended, the page says so', async () => {
        await bringHome(caller, dock.oid);
        await expect(page.locator('.monitor-ended')).toContainText(t('refusal.flightOver'), {
          timeout: 120_000,
        });
        await page.screenshot({ path: test.info().outputPath(`ended-${language}.png`), fullPage: true });
      });
    } finally {
      await dock.stop();
    }
  });
