import type { Page } from '@playwright/test';
import { buildPng, buildZip } from '../../packages/testing/src/index.ts';
import { appearanceCalls, displayCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, signIn, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const variable = (page: Page, name: string): Promise<string> =>
  page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one), name);

const openPage = async (page: Page): Promise<void> => {
  await signIn(page);
  await page.goto('/#/customized');
  await expect(page.getByRole('heading', { name: 'Custom configuration', level: 1 })).toBeVisible();
};

const choosePicture = (
  page: Page,
  name: string,
  bytes: Uint8Array,
  label = 'Sign-in background picture',
): Promise<void> =>
  page
    .getByRole('group', { name: label })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(bytes) });

test('a look is tried, judged, applied, shown before signing in, and taken back', async ({
  page,
  browser,
  product,
}) => {
  await openPage(page);
  const preview = page.locator('[data-preview=shell]');
  const fine = page.getByText('Contrast is good');
  await expect(fine).toBeVisible();

  await page.getByLabel('System name').fill('东线巡检');
  await expect(preview).toContainText('东线巡检');
  await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#123a8c');
  await expect(page.getByText(/Dark theme: Accent colour, links on pages: contrast of text/)).toBeVisible();
  await expect(preview).toHaveCSS('--ey-accent', '#123a8c');
  // Nothing is applied by looking.
  expect(await variable(page, '--ey-accent')).not.toBe('#123a8c');
  await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('');
  await expect(fine).toBeVisible();
  await page.getByRole('textbox', { name: 'Menu colour', exact: true }).fill('#102a43');

  await choosePicture(page, 'page.png', Buffer.from('<!doctype html><script>alert(1)</script>'));
  await expect(page.getByText('The picture must be png or jpg')).toBeVisible();
  await choosePicture(page, 'hall.png', buildPng(800, 600, [30, 90, 140]));
  await page.getByRole('slider', { name: 'Size of the part that stays' }).press('PageDown');
  await page.getByRole('slider', { name: /^Part that stays/ }).press('ArrowRight');
  await page.getByRole('button', { name: 'Use picture' }).click();
  await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible();

  await choosePicture(page, 'logo.png', buildPng(320, 80, [200, 60, 20]), 'Logo of reports');
  await expect(page.getByRole('img', { name: 'Logo of reports' })).toBeVisible();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Applied;')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace logo' })).toBeEnabled();
  await expect(page).toHaveTitle('东线巡检');
  expect(await variable(page, '--ey-menu')).toBe('#102a43');
  await expect(page.getByRole('listitem').filter({ hasText: '东线巡检' })).toBeVisible();

  const stranger = await browser.newPage({ baseURL: product.url });
  const violations: string[] = [];
  stranger.on('console', (message) => violations.push(message.text()));
  await stranger.goto('/');
  for (const language of ['中文', 'English', 'العربية']) {
    await stranger.getByRole('button', { name: language }).click();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('东线巡检');
  }
  const picture = stranger.locator('.login-picture');
  await expect(picture).toHaveCSS('background-image', /background\/image\/[0-9a-f]{32}\.rest/);
  const address = /url\("(.+)"\)/.exec(
    await picture.evaluate((element) => getComputedStyle(element).backgroundImage),
  )?.[1];
  const shown = await stranger.request.get(address ?? '');
  expect(shown.headers()).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
  });
  expect(violations).toEqual([]);
  await stranger.close();

  await page.getByRole('button', { name: 'Back to last' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page).toHaveTitle('Eyrie');
  await page.getByRole('button', { name: 'Back to last' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page).toHaveTitle('东线巡检');
  await page.getByRole('button', { name: 'Back to factory' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page).toHaveTitle('Eyrie');
});

test.describe('the map', () => {
  test.use({ drawnMaps: true, expectedFaults: [/foreign address: https:\/\/tiles\.example\.com\//] });

  test('is set by trying, and lies on tiles from an own file, then from elsewhere', async ({ page }) => {
    await openPage(page);
    const level = page.locator('.look-map-level');
    await expect(level).toHaveText('Level 4');
    await page.locator('.look-map canvas').waitFor();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(level).toHaveText('Level 5');
    await page.getByRole('button', { name: 'Take as largest level' }).click();
    await page.getByLabel('Smallest zoom level').fill('7');
    await expect(page.getByText('The smallest zoom level cannot exceed the largest')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await page.getByLabel('Smallest zoom level').fill('2');
    await page.getByRole('button', { name: 'Take centre and level' }).click();
    await expect(page.getByLabel('Zoom level', { exact: true })).toHaveValue('5');

    await page.getByRole('radio', { name: 'Map file' }).check();
    const tile = buildPng(256, 256, [200, 40, 40]);
    const asked = page.waitForResponse((answer) => /map_config\/tile\//.test(answer.url()));
    await page.locator('input[type=file][accept*=zip]').setInputFiles({
      name: 'map.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from(buildZip({ '5/26/12.png': tile, '5/26/13.png': tile })),
    });
    await expect(page.getByText('2 tiles read, levels 5 to 5')).toBeVisible();
    expect((await asked).status()).toBeLessThan(300);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Applied;')).toBeVisible();

    const green = buildPng(256, 256, [40, 120, 60]);
    let fetched = 0;
    await page.route('https://tiles.example.com/**', async (route) => {
      fetched += 1;
      await route.fulfill({
        contentType: 'image/png',
        body: green,
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await page.getByRole('radio', { name: 'Tile address' }).check();
    const address = page.getByLabel('URL');
    await address.fill('http://127.0.0.1/{z}/{x}/{y}');
    await expect(page.getByText(/Enter an http\(s\) tile address/)).toBeVisible();
    await address.fill('https://tiles.example.com/{z}/{x}/{y}.png');
    await expect(page.getByText(/Tiles from https:\/\/tiles.example.com show after applying/)).toBeVisible();
    expect(fetched).toBe(0);
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Apply' }).click();
    await loaded;
    await expect.poll(() => fetched).toBeGreaterThan(0);
    const answer = await page.request.get('/');
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/img-src 'self' data: blob: https:\/\/tiles\.example\.com;/);
    expect(policy).toMatch(
      /connect-src 'self' ws:\/\/[\w.:]+ wss:\/\/[\w.:]+ https:\/\/tiles\.example\.com;/,
    );
    await page.getByRole('button', { name: 'Back to factory' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Restored')).toBeVisible();
  });
});

test('a name is changed in Chinese and in Arabic', async ({ page }) => {
  await openPage(page);
  for (const [language, name, apply] of [
    ['中文', '系统名称', '应用'],
    ['العربية', 'اسم النظام', 'تطبيق'],
  ] as const) {
    await page.getByRole('button', { name: /^(Language|语言): / }).click();
    await page.getByRole('menuitem', { name: language }).click();
    await page.getByLabel(name).fill('');
    await expect(page.locator('.look-fault')).toHaveCount(1);
    await page.getByLabel(name).fill(`Eyrie ${language}`);
    await page.getByRole('button', { name: apply, exact: true }).click();
    await expect(page).toHaveTitle(`Eyrie ${language}`);
  }
});

for (const language of storyLanguages<Language>(languages))
  test(`screens get a look of their own, and who watches which is listed, in ${language}`, async ({
    page,
    caller,
  }) => {
    const reader = readerOf(page, language);
    const { t, shown } = reader;
    const { code } = await caller.call(displayCalls.begin, {});
    const name = `大厅 ${language}`;
    await caller.call(displayCalls.pair, { code, name, page: '/CockpitLarge' });
    await signInAs(reader, '/customized?tab=screens');
    const look = page.getByRole('region', { name: t('appearance.screensLook') });
    const save = look.getByRole('button', { name: t('appearance.screensSave') });
    await expect(save).toBeDisabled();
    const field = look.getByLabel(t('appearance.pcName'));
    await field.fill('');
    await expect(look.getByRole('alert')).toBeVisible();
    await field.fill(`指挥中心 ${language}`);
    await save.click();
    await expect(look).toContainText(shown('appearance.screensOwn'));
    const { look: saved } = await caller.call(appearanceCalls.screenLook, {});
    expect(saved?.pcName).toBe(`指挥中心 ${language}`);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(t('permission./CockpitLarge'));
    await expect(row).toContainText(t('cockpit.viewerKind.display'));
    await page.screenshot({ path: test.info().outputPath(`screens-${language}.png`), fullPage: true });
  });
