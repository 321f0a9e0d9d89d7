import type { Route, WebSocketRoute } from '@playwright/test';
import { menuResources } from '../../packages/domain/src/index.ts';
import { storyPages } from '../support/story-pages.ts';
import { expect, signIn, test } from '../support/story.ts';

const isCall = ({ pathname }: URL): boolean => pathname.endsWith('.rest');
const never = '00000000-0000-4000-8000-000000000000';
/** Every page and tab that loads something, and records that open beside a list. */
const loading = [
  ...menuResources.filter(
    (page) =>
      ![
        '/personalInfo',
        '/PortMonitorSee',
        '/handShankMonitorSee',
        '/flightControl',
        '/DeviceAll',
        // These lead to the screen application, and for an administrator nowhere.
        '/CockpitOption',
        '/CockpitLarge',
        '/Cockpit/TotalPerception',
        // These load what their address names.
        '/AITestingShowExamine',
        '/AITestingShowCheck',
        '/AITestingShowReport',
        '/WarnWorkDetails',
        '/WorkOrderDistributionSituation',
        '/asyncTable',
        '/InspectionDetails',
      ].includes(page),
  ),
  `/AITestingShowExamine?oid=${never}`,
  `/AITestingShowCheck?oid=${never}`,
  `/AITestingShowReport?oid=${never}`,
  `/WarnWorkDetails?oid=${never}`,
  `/InspectionDetails?oid=${never}`,
  `/RoutePlanning?open=${never}`,
  '/TaskManagerNew?tab=flights',
  `/TaskManagerNew?tab=flights&open=${never}`,
  '/RoleManagement?tab=matrix',
  '/personalInfo?tab=sessions',
  '/personalInfo?tab=notifications',
  '/personalInfo?tab=hms',
  `/personalInfo?tab=hms&open=${never}`,
  '/personalInfo?tab=exceptions',
  '/personalInfo?tab=messages',
  '/operation?tab=work',
  '/operation?tab=audit',
  '/operation?tab=backup',
  '/operation?tab=diagnosis',
  '/operation?tab=notice',
  '/operation?tab=online',
  '/operation?tab=organisations',
  '/operation?tab=sign-in',
  '/operation?tab=displays',
  '/AIReportShowCheck?tab=defects',
  '/AchievementDisplay?tab=storage',
  '/DeviceAll',
  '/WorkOrderDistributionSituation',
  '/asyncTable',
  `/FlightReplay?oid=${never}`,
  '/asyncTable?tab=runs',
  '/asyncTable?tab=commands',
  `/asyncTable?tab=telemetry&droneOID=${never}`,
];

test('with the server away no page says that there is nothing', async ({ page, expectedFaults }) => {
  expectedFaults.push(/ERR_CONNECTION_REFUSED|WebSocket/);
  // All other pages are seen for the first time.
  let cut = false;
  const links: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/mqtt/, (socket) => {
    links.push(socket);
    if (cut) void socket.close();
    else socket.connectToServer();
  });
  await signIn(page, 'admin', '/personalInfo');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeVisible();
  await page.route(isCall, (route) => route.abort('connectionrefused'));
  // By way of a page that asks for nothing, so that what is seen is never of the page before.
  const go = async (address: string): Promise<void> => {
    await page.evaluate(() => void (location.hash = '/403'));
    await expect(page.getByRole('heading', { name: 'You may not open this page' })).toBeVisible();
    await page.evaluate((hash) => void (location.hash = hash), address);
  };
  const again = page.getByRole('button', { name: 'Try again' });
  // A link that comes back asks for everything by itself: the button may go before it is clicked.
  const tryAgain = (isThere: () => Promise<void>): Promise<void> =>
    expect(async () => {
      if ((await again.count()) > 0) await again.first().click({ timeout: 1_000 });
      await isThere();
    }).toPass();
  const nothing = page.getByText(/\b0 entries\b|\bNo .*(yet|now|found)\b|^Nothing\b|^Loading/);
  for (const address of storyPages(loading, 2)) {
    await go(address);
    await expect(again.first(), address).toBeVisible();
    await expect(nothing.filter({ visible: true }), address).toHaveCount(0);
  }
  // A button that waits is called what it was called before, and afterwards too.
  const held: Route[] = [];
  const hold = (route: Route): void => void held.push(route);
  await page.route(isCall, hold);
  await again.first().click();
  await expect(page.locator('.ant-btn-loading').first()).toHaveAccessibleName('Try again');
  // Beneath it the one that refuses still stands: no call gets through meanwhile.
  await page.unroute(isCall, hold);
  await Promise.all(held.map((route) => route.abort('connectionrefused')));
  await expect(page.locator('.ant-btn-loading')).toHaveCount(0);
  await expect(again.first()).toHaveAccessibleName('Try again');
  // The bell does not know either.
  await go('/RoutePlanning');
  await page.getByRole('button', { name: /^Notifications: not known/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Notifications' });
  await expect(drawer.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(nothing.filter({ visible: true })).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Close' }).click();

  // Back again: what was asked for once more is there, and an empty list is one.
  await page.unroute(isCall);
  await tryAgain(async () => expect(page.getByText('0 entries')).toBeVisible({ timeout: 1_000 }));
  await expect(again).toHaveCount(0);

  // Away again: what was shown stays, and says of when it is.
  await go('/operation');
  await expect(page.getByRole('heading', { name: 'Database' })).toBeVisible();
  await page.route(isCall, (route) => route.abort('connectionrefused'));
  await expect(page.getByText(/^As of \d\d:\d\d:\d\d, \d+ s ago/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Database' })).toBeVisible();
  await page.unroute(isCall);
  await tryAgain(async () => expect(page.getByText(/^As of/)).toHaveCount(0, { timeout: 1_000 }));

  // A page that asks for nothing by itself hears of it from the lost link.
  await go('/RoutePlanning');
  await expect(page.getByText('0 entries')).toBeVisible();
  cut = true;
  await page.route(isCall, (route) => route.abort('connectionrefused'));
  await Promise.all(links.map((socket) => socket.close()));
  await expect(page.getByText(/^As of/)).toBeVisible();
  await expect(page.getByText('0 entries')).toBeVisible();
});
