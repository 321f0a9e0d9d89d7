import type { Page } from '@playwright/test';
import { sessionCalls } from '../../packages/domain/src/index.ts';
import { languages, phrases, type Language } from '../../packages/phrases/src/index.ts';
import { password } from '../support/product.ts';
import type { Screen } from '../support/room-fixture.ts';
import { roomFixtures } from '../support/rooms.generated.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { fillProduct } from './fill-product.ts';
import { faultsOfText } from './shown-text.ts';

/** Every screen with which an organisation runs itself, tab by tab. */
const screens = roomFixtures.flatMap(({ screens: own }) => own);

const buttonOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

/** What can be moved sideways: the page, or a table on it. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll('.ant-table-body, .ant-table-tbody-virtual-holder'),
    ]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(
        (one) => `${one.closest('.ey-table')?.ariaLabel ?? 'page'} by ${one.scrollWidth - one.clientWidth}`,
      ),
  );

/** In the windows that are meant, and on a page made twice as large. */
async function expectFits(page: Page, where: string): Promise<void> {
  for (const [width, height] of [
    [1024, 768],
    [720, 450],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.soft.poll(() => sideways(page), { message: `${where} at ${width}` }).toEqual([]);
  }
}

async function look(page: Page, language: Language, screen: Screen): Promise<void> {
  const { address, title, tab, action, record } = screen;
  const words = phrases(language);
  await page.goto(`/#${address}`);
  await expect(page.getByRole('heading', { level: 1, name: words[title], exact: true })).toBeVisible();
  if (tab)
    await expect(page.getByRole('tab', { name: words[tab], exact: true, selected: true })).toBeVisible();
  // What is fetched has come: nothing says any more that it is being waited for.
  await expect(page.locator('.ant-skeleton, .ant-spin-spinning, [aria-busy=true]')).toHaveCount(0);
  if (action) {
    await buttonOf(page, words[action.button]).first().click();
    await expect(page.getByRole('dialog')).toContainText(words[action.brings]);
  }
  if (record) {
    const facts = page.getByRole('dialog').locator('dl').first();
    // The rows of the last address stand until those of this one have come: a click may meet one on its way out.
    await expect(async () => {
      if (!(await facts.isVisible())) await page.locator('.ant-table-row').first().click({ timeout: 2_000 });
      await expect(facts).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
  }
  expect.soft(await faultsOfText(page, language), `${address} in ${language}`).toEqual([]);
  if (!action && !record) {
    await expectFits(page, `${address} in ${language}`);
    return;
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The menu stands where lines begin; maps stay as they are, wherever text begins. */
async function expectSides(page: Page, language: Language): Promise<void> {
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  await expect(page.locator('html')).toHaveAttribute('dir', direction);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const menu = await page.locator('.layout-menu').boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(menu && (direction === 'rtl' ? width - menu.x - menu.width : menu.x)).toBe(0);
  // A table begins with its first column.
  const table = page.locator('.ant-table-body').first();
  await expect(table).toBeVisible();
  expect(await table.evaluate((element) => element.scrollLeft)).toBe(0);
}

async function expectUnmirrored(page: Page): Promise<void> {
  const map = page.locator('.eyrie-map-canvas');
  await expect(map).toHaveCSS('direction', 'ltr');
  const transforms = await map.evaluate((element) => {
    const found: string[] = [];
    for (let one: Element | null = element; one; one = one.parentElement)
      found.push(getComputedStyle(one).transform);
    return found;
  });
  expect(new Set(transforms)).toEqual(new Set(['none']));
}

test.describe('every screen', () => {
  // Whoever comes with a spent link is refused, and is told so.
  test.use({ expectedFaults: [/401/] });

  let filled: Promise<void> | undefined;
  test.beforeEach(({ caller, product }) => (filled ??= fillProduct(caller, product)));

  for (const language of storyLanguages(languages))
    test(`speaks ${language} and nothing else`, async ({ page, caller }) => {
      const words = phrases(language);
      const spent = await caller.call(sessionCalls.codeCreate, { purpose: 'authInfo' });
      await caller.call(sessionCalls.codeExchange, { code: spent.code, purpose: 'authInfo' });
      await page.goto(`/?authInfo=${spent.code}#/OrganizationStructure`);
      await page.getByRole('button', { name: words[`language.${language}`] }).click();
      await expect(page.getByText(words['login.codeSpent'])).toBeVisible();
      expect.soft(await faultsOfText(page, language), 'the sign-in page').toEqual([]);
      await page.getByLabel(words['login.account']).fill('admin');
      await page.getByLabel(words['login.password'], { exact: true }).fill(password);
      await page.getByRole('button', { name: words['login.submit'], exact: true }).click();
      await expect(
        page.getByRole('heading', { level: 1, name: words['permission./OrganizationStructure'] }),
      ).toBeVisible();
      await expectSides(page, language);
      for (const screen of screens) await look(page, language, screen);
      await page.getByRole('banner').locator('.bell').click();
      await expect(page.getByText(words['notification.kind.announcement']).first()).toBeVisible();
      expect.soft(await faultsOfText(page, language), 'the bell').toEqual([]);
      await page.keyboard.press('Escape');
      await page.goto('/#/customized');
      await expectUnmirrored(page);
    });
});
