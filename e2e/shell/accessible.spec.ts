import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { cockpitPages, dockCalls, menuResources } from '../../packages/domain/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';
import { storyPages } from '../support/story-pages.ts';

// The monitor asks for a dock: it has a story of its own below.
const pages = [
  '/403',
  ...menuResources.filter(
    (page) => !['/PortMonitorSee', '/flightControl', '/handShankMonitorSee'].includes(page),
  ),
];

/** @param rules null: all there are */
async function violations(page: Page, rules: string[] | null = null): Promise<string[]> {
  // What it found nothing wrong with is not asked for, nor are style sheets a second time.
  const reader = new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload: false });
  const { violations: found } = await (rules ? reader.withRules(rules) : reader).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Looks differ in nothing but colours. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Pages that are looked at in the light look too. */
const inBothLooks: ReadonlySet<string> = new Set(storyPages(pages, 3));

/** In the dark look, and where the page has a way to it in the light one; ends in the dark one. */
async function expectUsable(page: Page, address: string, bothLooks = true): Promise<void> {
  await expectPanels(page);
  expect.soft(await violations(page), `${address} dark`).toEqual([]);
  if (!bothLooks) return;
  const toLight = page.getByRole('button', { name: 'Switch to light' });
  if (!(await toLight.isVisible())) return;
  await toLight.click();
  const toDark = page.getByRole('button', { name: 'Switch to dark' });
  await expect(toDark).toBeVisible();
  // Colours change over a moment.
  await expect.soft.poll(() => violations(page, ofColours), { message: `${address} light` }).toEqual([]);
  await toDark.click();
  await expect(toLight).toBeVisible();
}

/** What is open stands in the panel that its tab names, wherever a page has tabs. */
const expectPanels = async (page: Page): Promise<void> => {
  for (const tab of await page.getByRole('main').getByRole('tab', { selected: true }).all()) {
    const panel = page.locator(`[id="${await tab.getAttribute('aria-controls')}"]`);
    await expect(panel).toHaveRole('tabpanel');
    await expect(panel).toHaveAttribute('aria-labelledby', (await tab.getAttribute('id')) ?? '');
    await expect(panel).not.toBeEmpty();
  }
};

test('the sign-in page can be used by everybody', async ({ page }) => {
  await page.goto('/');
  for (const language of ['中文', 'English', 'العربية']) {
    await page.getByRole('button', { name: language }).click();
    expect(await violations(page), language).toEqual([]);
  }
});

test('every page can be used by everybody, in both looks', async ({ page }) => {
  // One after the other: they grow with the rooms.
  await signIn(page, 'admin', '/403');
  for (const address of pages) {
    // A page is another than the one before as soon as its heading is.
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-left', ''));
    if (address !== '/403') await page.goto(`/#${address}`);
    // It hands over to the screen application, which is another document.
    if (cockpitPages.some((one) => one === address)) await page.waitForURL('**/screen/**');
    const heading = page.locator(address === '/403' ? 'h1' : 'h1:not([data-left])');
    await expect(heading.first(), address).toBeAttached();
    await expect(
      page.locator('.ey-skeleton, .ant-skeleton, .ant-spin-spinning, [aria-busy=true]'),
      address,
    ).toHaveCount(0);
    await expectUsable(page, address, inBothLooks.has(address));
  }
});

test.describe('a map that is drawn', () => {
  test.use({ drawnMaps: true });

  test('can be used by everybody', async ({ page }) => {
    await signIn(page, 'admin', '/DeviceAll');
    await expect(page.locator('[data-map="2d"]')).toBeVisible();
    await expectUsable(page, '/DeviceAll');
  });
});

test('the monitor of a dock can be used by everybody', async ({ page, caller }) => {
  const { groupOID } = caller.session;
  const { oid } = await caller.call(dockCalls.add, {
    name: '西山机场',
    sn: 'QUIETDOCK01',
    model: '3-2-0',
    vendor: 'DJI',
    groupOID,
  });
  await signIn(page, 'admin', `/PortMonitorSee?oid=${oid}`);
  await expect(page.getByRole('heading', { name: '西山机场' })).toBeVisible();
  await expect.poll(() => violations(page)).toEqual([]);
  // Also in the smallest window that is meant, and on a page made twice as large.
  const home = page.getByRole('button', { name: /^Return home/ });
  for (const [width, height] of [
    [1024, 600],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(home).toBeInViewport({ ratio: 1 });
    const bar = await page.getByRole('toolbar', { name: 'Orders' }).boundingBox();
    const place = await home.boundingBox();
    // Beside the other orders, at their end: nobody looks for it elsewhere.
    expect(place?.x, `${width}`).toBeGreaterThan((bar?.x ?? 0) + (bar?.width ?? 0));
  }
});
