/** What the stories of the route editor do in it. */
import type { Page } from '@playwright/test';
import { expect } from '../support/story.ts';

/** The map of the editor once it runs: drawn, or without graphics. */
export const planMap = (page: Page) =>
  page.locator('.planner-map [data-map="2d"], .planner-map [data-map="none"]');

/** A line of the list of waypoints. */
export const points = '.planner-row';

/** Opens the editor of a new route and waits for its map. */
export async function begin(page: Page, kind: string): Promise<void> {
  await page.goto(`/#/RoutePlanning?plan=new&kind=${kind}`);
  // The editor of another route may still be there.
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
  await expect(planMap(page)).toBeVisible();
}

/** Brings the map to a place that is near enough to draw on. */
export async function lookAt(page: Page, place: string): Promise<void> {
  await page.getByRole('button', { name: 'Find a place' }).click();
  await page.getByLabel('Coordinates (WGS-84)').fill(place);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Coordinates (WGS-84)')).toHaveCount(0);
}

/** Clicks on the map, each once what the one before drew is listed. */
export async function clickOn(
  page: Page,
  places: readonly (readonly [number, number])[],
  row: string,
): Promise<void> {
  const box = await page.locator('.planner-free').boundingBox();
  if (!box) throw new Error('there is no map');
  const rows = page.locator(row);
  const before = await rows.count();
  for (const [at, [x, y]] of places.entries()) {
    await page.mouse.click(box.x + x, box.y + y);
    await expect(rows).toHaveCount(before + at + 1);
  }
}

export async function save(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Route “${name}” saved`)).toBeVisible();
  await expect(page).toHaveURL(/plan=[0-9a-f-]{36}/);
}
