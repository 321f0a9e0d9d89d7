import type { Page, Route } from '@playwright/test';
import { glob, readFile } from 'node:fs/promises';
import { phrases, type Language } from '../../packages/phrases/src/index.ts';
import type { ListBehind } from './room-fixture.ts';
import { roomFixtures } from './rooms.generated.ts';
import { expect } from './story.ts';

type Answer = 'held' | 'failed' | 'empty' | 'real';

/** A list: where it stands, and the call that brings its rows. */
interface PlacedList extends ListBehind {
  /** The place of its tab; null: the page has none. */
  tab: number | null;
  query: string;
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.ey-skeleton, .ant-spin-spinning, [aria-busy=true]')).toHaveCount(0);
}

async function enter(page: Page, path: string): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, path);
  // Before the menu stands, nothing says whether the page is in it.
  await expect(page.locator('nav.menu a').first()).toBeVisible();
  const inMenu = await page.locator(`nav.menu a[href="#${path}"]`).count();
  await expect(
    page.locator(`nav.menu a[aria-current=page]${inMenu > 0 ? `[href="#${path}"]` : ''}`),
  ).toHaveCount(inMenu);
}

/** Addresses of the pages within the main layout, as the pages themselves register. */
async function registeredPages(): Promise<string[]> {
  const paths: string[] = [];
  for await (const file of glob('apps/console/src/pages/*/page.ts')) {
    const source = await readFile(file, 'utf8');
    const path = /\bpath: '([^']+)'/u.exec(source)?.[1];
    if (path && source.includes("layout: 'main'")) paths.push(path);
  }
  return paths.toSorted();
}

/** How many lists name the call that brings their rows. */
export async function declaredLists(): Promise<number> {
  let count = 0;
  for await (const file of glob('apps/console/src/{pages,modules}/**/*.tsx'))
    count +=
      (await readFile(file, 'utf8')).match(/\b(?:listRoom|deviceList<\w+>)\(\{|\bquery=\{[\w.[\]]+\.path\}/gu)
        ?.length ?? 0;
  return count;
}

/** The open tab changes once the page agreed to be left, which may be after the click. */
async function openTab(page: Page, place: number): Promise<void> {
  const tab = page.getByRole('main').getByRole('tab').nth(place);
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/** Goes to where a list stands. */
async function reach(page: Page, { path, tab, clicks }: Omit<PlacedList, 'query'>): Promise<void> {
  await enter(page, path);
  if (tab !== null) await openTab(page, tab);
  const words = phrases((await page.locator('html').getAttribute('lang')) as Language);
  for (const { role, name } of clicks) await page.getByRole(role, { name: words[name] }).first().click();
}

/**
 * Every list of every registered page, tab by tab, and those that a click leads to.
 *
 * @param pages looked at instead of every registered one
 */
export async function listsOfPages(page: Page, pages?: readonly string[]): Promise<PlacedList[]> {
  const found: PlacedList[] = [];
  const collect = async (path: string, tab: number | null, clicks: ListBehind['clicks'] = []) => {
    await settled(page);
    for (const list of await page.locator('[data-query]:visible').all()) {
      const query = await list.getAttribute('data-query');
      if (query && !found.some((one) => one.query === query)) found.push({ path, tab, clicks, query });
    }
  };
  for (const path of pages ?? (await registeredPages())) {
    await enter(page, path);
    await settled(page);
    const count = await page.getByRole('main').getByRole('tab').count();
    if (count === 0) await collect(path, null);
    for (let tab = 0; tab < count; tab += 1) {
      await openTab(page, tab);
      await collect(path, tab);
    }
  }
  const behind = roomFixtures.flatMap(({ lists = [] }) => lists);
  for (const { path, clicks } of behind.filter(({ path: on }) => pages?.includes(on) ?? true)) {
    await reach(page, { path, tab: null, clicks });
    const before = found.length;
    // What a click opens stands a frame later than the click ends.
    await expect(async () => {
      await collect(path, null, clicks);
      expect(found.length).toBeGreaterThan(before);
    }).toPass();
  }
  return found;
}

/** Answers of one call as the story wants them. */
function createAnswers() {
  let wanted: Answer = 'held';
  let release = (): void => undefined;
  let changed = new Promise<void>((resolve) => (release = resolve));
  return {
    want(next: Answer): void {
      wanted = next;
      release();
      changed = new Promise<void>((resolve) => (release = resolve));
    },
    async answer(route: Route): Promise<void> {
      while (wanted === 'held') await changed;
      if (wanted === 'failed')
        return route.fulfill({ status: 500, json: { code: 500, message: 'out of order', data: null } });
      if (wanted === 'real') return route.continue();
      const response = await route.fetch();
      const json = (await response.json()) as { data: object };
      const data = Array.isArray(json.data) ? [] : { ...json.data, list: [], total: 0 };
      return route.fulfill({ response, json: { ...json, data } });
    },
  };
}

/** What was fetched becomes too old to be shown without asking, and the window is looked at again. */
const age = (): void => {
  const now = Date.now.bind(Date);
  Date.now = () => now() + 60_000;
  window.dispatchEvent(new Event('visibilitychange'));
};

type State = 'loading' | 'failed' | 'empty' | 'stale' | 'rows';

/**
 * Loading, failed, empty and stale are four different things, and each has its way on.
 *
 * @param seen called once each state is shown
 */
export async function expectFourStates(
  page: Page,
  placed: PlacedList,
  seen?: (state: State) => Promise<void>,
): Promise<void> {
  const { query } = placed;
  const answers = createAnswers();
  const isQuery = (url: URL): boolean => url.pathname === query;
  await page.route(isQuery, (route) => answers.answer(route));
  await reach(page, placed);
  const list = page.locator(`[data-query="${query}"]:visible`);
  const failed = list.locator('.ey-load-failed');
  const stale = list.locator('.ey-load-stale');
  const empty = list.locator('.ey-empty');
  const shown = async (state: State): Promise<void> => {
    await expect(list.locator('[aria-busy=true]'), `${query} ${state}`).toHaveCount(
      state === 'loading' ? 1 : 0,
    );
    await expect(failed, `${query} ${state}`).toHaveCount(state === 'failed' ? 1 : 0);
    await expect(stale, `${query} ${state}`).toHaveCount(state === 'stale' ? 1 : 0);
    if (state !== 'stale' && state !== 'rows')
      await expect(empty, `${query} ${state}`).toHaveCount(state === 'empty' ? 1 : 0);
    await seen?.(state);
  };
  await shown('loading');
  answers.want('failed');
  await shown('failed');
  answers.want('empty');
  await failed.getByRole('button').click();
  await shown('empty');
  await expect(empty.locator('p')).toHaveText(/\S/);
  answers.want('failed');
  await page.evaluate(age);
  await shown('stale');
  answers.want('real');
  await stale.getByRole('button').click();
  await shown('rows');
  await page.unroute(isQuery);
}
