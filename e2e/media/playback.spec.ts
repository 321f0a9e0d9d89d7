import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { dockCalls } from '../../packages/domain/src/index.ts';
import { addFlown, bringFilm } from '../support/database.ts';
import type { Caller } from '../support/calls.ts';
import type { Product } from '../support/product.ts';
import { readerOf, signInAs, type Reader } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';

const ffmpeg = '/usr/bin/ffmpeg';
const canMake = ((): boolean => {
  const { status, stdout } = spawnSync(ffmpeg, ['-hide_banner', '-encoders'], { encoding: 'utf8' });
  return status === 0 && stdout.includes('libx265') && stdout.includes('libx264');
})();

/** Four seconds of H.265 as aircraft record them. */
const film = (): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-film-'));
  try {
    const path = join(folder, 'film.mp4');
    const source = '-loglevel error -y -f lavfi -i testsrc2=s=640x360:d=4:r=10';
    const coding = '-c:v libx265 -preset ultrafast -x265-params log-level=error -tag:v hvc1';
    const made = spawnSync(ffmpeg, [...`${source} ${coding}`.split(' '), path], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stderr);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Brings a film of a flight, and opens it. */
async function open(reader: Reader, product: Product, caller: Caller, number: number) {
  const { page, t } = reader;
  const { groupOID, authToken } = caller.session;
  const routeOID = await uploadRouteTo(product.url, authToken);
  const dock = await caller.call(dockCalls.add, {
    name: `影像机场${number === 1 ? '甲' : '乙'}`,
    sn: `H265DOCK${number}`,
    model: '3-2-0',
    vendor: 'DJI',
    groupOID,
  });
  await addFlown(product, dock.oid, routeOID, 1);
  const name = `DJI_H265_${number}.MP4`;
  await bringFilm(product, dock.oid, { name, after: 1_000, bytes: film() });
  await signInAs(reader, '/AchievementDisplay');
  await page.goto('/#/AchievementDisplay?tab=videos');
  const grid = page.getByRole('group', { name: t('media.grid') });
  await expect(grid.getByText('H.265')).toBeVisible({ timeout: 20_000 });
  await page
    .getByRole('button', { name: new RegExp(t('media.open').replace('{name}', `.?${name}.?`)) })
    .click();
  const viewer = page.getByRole('dialog', { name });
  await expect(viewer.getByText(t('media.playback.cannot').replace('{codec}', 'H.265'))).toBeVisible();
  const download = viewer.getByRole('link', { name: t('media.downloadOf').replace('{name}', name) });
  await expect(download).toHaveAttribute('download', name);
  return viewer;
}

test.describe('a film of H.265 in a browser without it', () => {
  test.skip(!canMake, 'ffmpeg with libx264 and libx265 is not installed');

  test.describe('where no program is named', () => {
    test('is a download with the reason, in en', async ({ page, product, caller }) => {
      const reader = readerOf(page, 'en');
      const viewer = await open(reader, product, caller, 1);
      await expect(viewer.getByText(reader.t('media.playback.noProgram'))).toBeVisible();
      await expect(viewer.getByRole('button', { name: reader.t('media.playback.make') })).toHaveCount(0);
      await page.screenshot({ path: test.info().outputPath('playback-none-en.png') });
    });
  });

  test.describe('where one is named', () => {
    test.use({ settings: { EYRIE_VIDEO_TRANSCODER: ffmpeg } });
    test('plays as a copy, which the page says, in en', async ({ page, product, caller }) => {
      const reader = readerOf(page, 'en');
      const { t } = reader;
      const viewer = await open(reader, product, caller, 2);
      await viewer.getByRole('button', { name: t('media.playback.make') }).click();
      const video = viewer.locator('video');
      await expect(video).toBeVisible({ timeout: 60_000 });
      const [before = ''] = t('media.playback.shown').split('{size}');
      await expect(viewer.getByText(before)).toBeVisible();
      await expect
        .poll(() => video.evaluate((one) => [Reflect.get(one, 'videoWidth'), Reflect.get(one, 'duration')]))
        .toEqual([640, 4]);
      await video.evaluate((one) => Reflect.set(one, 'currentTime', 2));
      await expect.poll(() => video.evaluate((one) => Reflect.get(one, 'seeking') as boolean)).toBe(false);
      await page.screenshot({ path: test.info().outputPath('playback-copy-en.png') });
    });
  });
});
