/** New members at a desk of their own: their first password, and just what their role allows. */
import type { Browser } from '@playwright/test';
import { roleCalls } from '../../packages/domain/src/index.ts';
import { signInCaller } from '../../e2e/support/calls.ts';
import { openDesk, seconds, within, type Desk, type DeskOptions } from './desk.ts';
import type { Proof } from '../proof.ts';
import { watched } from './people.ts';

/** Chooses the own password; what was typed differently twice is told. */
export async function changeFirstPassword(desk: Desk, password: string): Promise<void> {
  const { page, t, button, promise, visible, shoot } = desk;
  const fresh = page.getByLabel(t('password.new'), { exact: true });
  const asked = await visible(fresh, 20_000);
  promise(asked !== null, 'the first password has to be changed', seconds(asked));
  await fresh.first().fill(password);
  await page.getByLabel(t('password.repeat')).fill(`${password}x`);
  await button('password.submit').click();
  const refused = await visible(page.locator('[aria-invalid=true]'), 5_000);
  await shoot('passwords-differ');
  promise(refused !== null, 'two different new passwords are refused', seconds(refused));
  await page.getByLabel(t('password.repeat')).fill(password);
  await button('password.submit').click();
  await page.locator('.login').waitFor({ state: 'detached' });
}

interface Newcomer {
  account: string;
  first: string;
}

/** The member who was given the role. */
export async function watcherComes(
  proof: Proof,
  browser: Browser,
  options: DeskOptions,
  { account, first }: Newcomer,
): Promise<void> {
  const desk = await openDesk(proof, browser, { ...options, name: 'watcher' });
  const { page, t, words, promise, visible, shoot } = desk;
  await desk.signIn(account, first);
  await changeFirstPassword(desk, 'Osprey_Nest42');
  const links = page.locator('.layout-menu').getByRole('link');
  await links.first().waitFor();
  await shoot('menu');
  const menu = (await links.allInnerTexts()).map((one) => one.replaceAll(/\s+/g, ' ').trim());
  const wanted = watched.map((right) => words(`permission.${right as '/DeviceAll'}`));
  const same = menu.length === wanted.length && wanted.every((one, at) => menu[at]?.includes(one));
  promise(same, 'the member sees the pages of the role and no others', menu.join(' · '));
  await page.goto(`${options.url}/#/RoleManagement`);
  const shut = await visible(page.getByRole('heading', { name: t('forbidden.title') }), 15_000);
  await shoot('page-not-allowed');
  promise(shut !== null, 'another page says that it is not allowed', seconds(shut));
  const caller = await signInCaller(options.url, account, 'Osprey_Nest42');
  const refusal = await caller.call(roleCalls.save, { name: 'Own' }).then(
    () => 'taken',
    (error: { status?: number; reason?: string }) => String(error.status ?? error.reason),
  );
  promise(refusal === '403', 'the server refuses what the role does not allow', refusal);
  await desk.context.close();
}

/** A member to whom nobody has given a role yet. */
export async function strangerComes(
  proof: Proof,
  browser: Browser,
  options: DeskOptions,
  { account, first }: Newcomer,
): Promise<void> {
  const desk = await openDesk(proof, browser, { ...options, name: 'no-role' });
  const { page, t, promise, visible, shoot } = desk;
  await desk.signIn(account, first);
  await changeFirstPassword(desk, 'Plover_Nest42');
  const said = await visible(page.getByRole('heading', { name: t('forbidden.noRoleTitle') }), 20_000);
  const who = await within(() => page.getByText(t('forbidden.noRoleWho')).first().isVisible(), 2_000);
  await shoot('no-role');
  promise(
    said !== null && who !== null,
    'a member without a role is told so, and who can help',
    seconds(said),
  );
  await desk.context.close();
}
