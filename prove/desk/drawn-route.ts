/** A route drawn in the planner with the mouse, as a person does who has never seen it written. */
import type { RoutePlan } from '../../packages/domain/src/index.ts';
import type { PhraseId } from '../../packages/phrases/src/index.ts';
import { within, type Desk } from './desk.ts';

type Kind = RoutePlan['type'];
type Pixel = readonly [number, number];

/** Around the middle of the map, where the dock stands; a hundred pixels are some sixty metres there. */
const strokes: Record<Kind, readonly Pixel[]> = {
  waypoint: [
    [-120, -60],
    [-20, -90],
    [90, -30],
  ],
  waypointMapping: [
    [-120, 60],
    [0, 90],
    [110, 60],
  ],
  regional: [
    [-110, -90],
    [110, -80],
    [100, 70],
    [-100, 60],
  ],
  regionalMapping: [
    [-60, -50],
    [60, -45],
    [55, 40],
    [-55, 35],
  ],
  poi: [[70, 60]],
};
const isArea = (kind: Kind): boolean => kind === 'regional' || kind === 'regionalMapping';
const rowsOf = (kind: Kind): string => (isArea(kind) ? '.planner-corner' : '.planner-row');

/** While a route has no take-off, its dock can be chosen in two places. */
const choose = async ({ page, words }: Desk, id: PhraseId, option: string): Promise<void> => {
  await page
    .getByRole('combobox', { name: words(id), exact: true })
    .first()
    .click();
  await page.locator('.ant-select-item-option', { hasText: option }).first().click();
};

const lookAt = async ({ page, t }: Desk, { lng, lat }: { lng: number; lat: number }): Promise<void> => {
  await page
    .getByRole('button', { name: t('mapTool.goTo') })
    .first()
    .click();
  const typed = page.getByLabel(t('mapTool.goToNameLabel'));
  await typed.fill(`${lng}, ${lat}`);
  await page.keyboard.press('Enter');
  await typed.waitFor({ state: 'hidden' });
};

const draw = async ({ page }: Desk, kind: Kind): Promise<void> => {
  const box = await page.locator('.planner-map').boundingBox();
  if (!box) throw new Error('there is no map');
  const rows = page.locator(rowsOf(kind));
  for (const [at, [x, y]] of strokes[kind].entries()) {
    await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
    if (kind !== 'poi') await rows.nth(at).waitFor();
  }
  if (kind !== 'poi') await page.keyboard.press('Enter');
};

/**
 * Draws and saves a route of a kind around a dock.
 * @returns its oid; null: it was not saved within half a minute
 */
export const drawRoute = async (
  desk: Desk,
  { url, kind, dock }: { url: string; kind: Kind; dock: { name: string; lng: number; lat: number } },
): Promise<string | null> => {
  const { page, t, button, shoot } = desk;
  await page.goto(`${url}/#/RoutePlanning?plan=new&kind=${kind}`);
  await page.locator('.planner-map [data-map="2d"]').waitFor();
  await page
    .getByRole('tab', { name: t('planner.tab.route') })
    .first()
    .click();
  await choose(desk, 'detail.key.drone', 'Matrice 3TD');
  await choose(desk, 'planner.field.dock', dock.name);
  await lookAt(desk, dock);
  await draw(desk, kind);
  await page.getByLabel(t('field.name'), { exact: true }).first().fill(`${kind} ${dock.name}`);
  await shoot(`drawn-${kind}`);
  await button('app.save').click();
  const saved = await within(async () => /plan=[0-9a-f-]{36}/.test(page.url()), 30_000);
  return saved === null ? null : (/plan=([0-9a-f-]{36})/.exec(page.url())?.[1] ?? null);
};
