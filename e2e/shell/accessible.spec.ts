import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { dockCalls, menuResources } from '../../packages/domain/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

// The monitor asks for a dock: it has a story of its own below.
const pages = [
  ...menuResources.filter((page) => !['/PortMonitorSee', '/handShankMonitorSee'].includes(page)),
  '/403',
];

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
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

for (const address of pages) {
  test(`${address} can be used by everybody, in both looks`, async ({ page }) => {
    await signIn(page, 'admin', address);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expectPanels(page);
    expect(await violations(page), 'dark').toEqual([]);
    const toLight = page.getByRole('button', { name: 'Switch to light' });
    if (await toLight.isVisible()) {
      await toLight.click();
      await expect(page.getByRole('button', { name: 'Switch to dark' })).toBeVisible();
      // Colours change over a moment.
      await expect.poll(() => violations(page), { message: 'light' }).toEqual([]);
    }
  });
}

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
