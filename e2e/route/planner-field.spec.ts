import { password } from '../support/product.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { expect, test } from '../support/story.ts';
import { points, save } from './planner.ts';

/** Its engine comes without a connection too. */
const drawnMap = '.planner-map [data-map="2d"]';

const languages = [
  { name: '中文', editor: '航点列表', terminal: '外场航线规划', direction: 'ltr' },
  { name: 'English', editor: 'List of waypoints', terminal: 'Route planner for the field', direction: 'ltr' },
  { name: 'العربية', editor: 'قائمة النقاط', terminal: 'مخطط المسارات الميداني', direction: 'rtl' },
] as const;

test.describe('the planner for the field', () => {
  // What is asked for without a connection fails, and the page goes on.
  test.use({ drawnMaps: true, sharing: 'planner', expectedFaults: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('opens without a session in every language, works without a connection, and saves later', async ({
    page,
    context,
  }) => {
    // The page has an address of its own, to which the first document hands over: a press before that is lost with it.
    const open = async (): Promise<void> => {
      await page.goto('/#/RouteSetTerminal');
      await expect(page).toHaveURL(/\/RouteSetTerminal#\/RouteSetTerminal/);
    };
    await open();
    for (const { name, editor, terminal, direction } of storyLanguages(languages)) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('heading', { name: terminal })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await page.goto('/#/RouteSetTerminal?plan=new&kind=waypoint');
      await expect(page.getByRole('listbox', { name: editor })).toBeAttached();
      await expect(page.locator(drawnMap)).toBeVisible();
      await open();
    }
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { name: 'Route planner for the field' })).toBeVisible();
    // It is kept with its files and nothing else.
    await page.evaluate(() => navigator.serviceWorker.ready);
    const kept = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.filter((path) => path !== '/RouteSetTerminal' && !path.startsWith('/assets/'))).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: /^Waypoint\b(?! mapping)/ }).click();
    await expect(page.locator(drawnMap)).toBeVisible();
    await expect(page.getByText('No connection: the draft is kept on this device')).toBeVisible();
    const typed = page.getByLabel('Add by coordinates');
    for (const place of ['121.47, 31.23', '121.472, 31.231']) {
      await typed.fill(place);
      await typed.press('Enter');
    }
    await expect(page.locator(points)).toHaveCount(2);
    await page.getByLabel('Name', { exact: true }).fill('Field');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign in to save' }).click();
    await page.getByLabel('Account').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Go on with the draft' }).click();
    await expect(page.locator(points)).toHaveCount(2);
    await save(page, 'Field');
  });
});
