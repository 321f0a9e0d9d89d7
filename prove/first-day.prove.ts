/**
 * An administrator's first day in the browser, in each language, on an empty product: the first password, a department,
 * a role, members, a dock, a code, and what the log says of it all; in its middle the server is killed while a form is
 * saved, the database stops, the network goes, and the computer's clock is wrong. EYRIE_PROVE_LANGUAGES chooses
 * languages (`ar,en`), EYRIE_PROVE_SHOTS the folder of pictures. About two minutes a language.
 */
import type { Browser } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditLogCalls } from '../packages/domain/src/index.ts';
import type { PhraseId } from '../packages/phrases/src/index.ts';
import { signInCaller } from '../e2e/support/calls.ts';
import { startDockProcess } from '../apps/server/src/testing/simulator-process.ts';
import { openBrowser, openDesk, seconds, wantedDesks, within, type DeskOptions } from './desk/desk.ts';
import { openInstance, type Instance } from './instance.ts';
import { runProof, type Proof } from './proof.ts';
import { changeFirstPassword, strangerComes, watcherComes } from './desk/newcomers.ts';
import { addDepartment, addMember, addRole, importMembers, type Day } from './desk/people.ts';

const password = 'Kestrel_Nest42';
const dockName = '东山机场';
const dockSn = 'DAYDOCK0001';

/** Lists while the database stands still, and after it. */
async function databaseStops({ desk, instance }: Day): Promise<void> {
  const { page, t, words, promise, visible, shoot } = desk;
  instance.database('SIGSTOP');
  try {
    await page.goto(`${instance.url}/#/TaskManagerNew`);
    const failed = await visible(page.locator('.ey-load-failed'), 45_000);
    await shoot('database-stopped');
    promise(failed !== null, 'with the database stopped a list says that it failed', seconds(failed));
    const empty = await page.getByText(words('task.none')).first().isVisible();
    promise(!empty, 'and not that there is nothing', empty ? 'empty' : 'not claimed');
  } finally {
    instance.database('SIGCONT');
  }
  const back = await within(async () => {
    const retry = page.locator('.ey-load-failed').getByRole('button', { name: t('app.retry') });
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    return page.getByText(words('task.none')).first().isVisible();
  }, 40_000);
  await shoot('database-again');
  promise(back !== null, 'once it is back the list is there', seconds(back));
}

/** What the page showed once. */
interface Access {
  secret: string;
  organization: string;
  bindingCode: string;
}

async function registerDock({ desk, instance }: Day): Promise<Access> {
  const { page, t, words, button, dialogButton, promise, visible, shoot } = desk;
  await page.goto(`${instance.url}/#/DataStatistics`);
  await button('statistics.registerDock').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('register.name')).fill('East dock 1');
  await dialog.getByLabel(t('register.sn')).first().fill(dockSn);
  const refused = await visible(dialog.locator('.ant-form-item-explain-error'), 5_000);
  await shoot('dock-with-a-wrong-name');
  promise(
    refused !== null,
    'a dock with a name that is not allowed is refused at its field',
    seconds(refused),
  );
  await dialog.getByLabel(t('register.name')).fill(dockName);
  await dialog.getByLabel(words('field.model'), { exact: true }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'DJI Dock 2' }).click();
  await dialog.getByLabel(words('register.insuranceCompany'), { exact: true }).click();
  await page.locator('.ant-select-item-option').last().click();
  await dialog.getByLabel(t('dock.policyNumber')).fill('P-1');
  await dialog.getByLabel(t('dock.insuranceUntil')).fill('2099-12-31');
  await dialogButton('register.submit').click();
  const shown = async (label: PhraseId): Promise<string> =>
    (
      await dialog
        .locator('.register-secret dl > div')
        .filter({ has: page.getByText(words(label), { exact: true }) })
        .locator('bdi')
        .innerText()
    ).trim();
  const secret = await shown('field.password');
  const organization = await shown('connection.organizationId');
  const bindingCode = await shown('connection.code');
  await shoot('secret-of-the-dock');
  promise(secret.length > 8, 'the secret of the dock is shown', `${secret.length} characters`);
  await dialogButton('register.close').click();
  await dialogButton('app.close').click();
  return { secret, organization, bindingCode };
}

async function dockComesOnline(proof: Proof, { desk, instance }: Day, access: Access): Promise<void> {
  const { page, words, promise, visible, shoot } = desk;
  const { secret, organization, bindingCode } = access;
  const dock = await startDockProcess(secret, {
    broker: instance.server().mqtt,
    sn: dockSn,
    speed: 1,
    organization,
    'binding-code': bindingCode,
  });
  proof.onEnd(() => dock.end());
  const card = page.locator('.overview-docks').getByText(dockName).first();
  await card.waitFor();
  const online = await visible(
    page.locator('.overview-docks').getByText(words('dock.workState.idle')),
    60_000,
  );
  await shoot('dock-online');
  promise(online !== null, 'the dock is seen online, whatever the clock of the desk', seconds(online));

  instance.network.hold();
  const old = await visible(page.locator('.statistics-stale'), 30_000);
  const since = await visible(page.locator('.overview-docks').getByText(words('state.lost')), 20_000);
  await shoot('network-gone');
  promise(old !== null, 'without the network the page says that it is not live', seconds(old));
  promise(since !== null, 'and that the link of the dock is lost', seconds(since));
  instance.network.heal();
  const back = await within(async () => {
    if (await page.locator('.statistics-stale').isVisible()) return false;
    return page.locator('.overview-docks').getByText(words('dock.workState.idle')).first().isVisible();
  }, 40_000);
  await shoot('network-again');
  promise(back !== null, 'the network is back and so is the dock', seconds(back));
}

/** What a room adds to the day, in its `<word>.step.ts`. */
const steps = await Promise.all(
  readdirSync(new URL('desk/', import.meta.url))
    .filter((file) => file.endsWith('.step.ts'))
    .map((file) => import(`./desk/${file}`) as Promise<{ step: (day: Day) => Promise<void> }>),
);

/** How often each action of this day has to stand in the log. */
const actions = {
  'department.add': 1,
  'role.add': 1,
  'role.grant': 1,
  'member.add': 1,
  'dock.add': 1,
} as const;

async function readLog({ desk, instance, look }: Day): Promise<void> {
  const { page, promise, shoot } = desk;
  for (const [action, times] of Object.entries(actions)) {
    await page.goto(`${instance.url}/#/operation?tab=audit&action=${action}`);
    const rows = page.locator('.ant-table-row');
    const { list } = await look.call(auditLogCalls.query, { action });
    const shown = await within(async () => (await rows.count()) === times, 15_000);
    promise(
      shown !== null && list.length === times,
      `the log shows ${action} once`,
      `${await rows.count()} rows, ${list.length} kept`,
    );
  }
  await page.goto(`${instance.url}/#/operation?tab=audit`);
  // The rows of the last address stand until those of this one have come.
  await within(async () => (await page.locator('.ant-table-row').count()) > 1, 15_000);
  await shoot('log');
  await page.locator('.ant-table-row').first().click();
  await page.getByRole('dialog').locator('dl').first().waitFor();
  await page.locator('.ant-drawer-content-wrapper').evaluate(async (drawer) => {
    await Promise.all(drawer.getAnimations().map(({ finished }) => finished));
  });
  await shoot('log-record');
}

/** The first password lies in a file of the machine that only its owner reads. */
const firstPassword = (instance: Instance): string =>
  /^admin (\S+)$/m.exec(readFileSync(join(instance.dataDir, 'initial-admin'), 'utf8'))?.[1] ?? '';

async function spend(proof: Proof, browser: Browser, seat: Omit<DeskOptions, 'url'>): Promise<void> {
  const instance = await openInstance(proof);
  const options = { ...seat, url: instance.url };
  const desk = await openDesk(proof, browser, { ...options, name: 'admin' });
  const first = firstPassword(instance);
  await desk.signIn('admin', first);
  await changeFirstPassword(desk, password);
  await desk.applyTheme();
  await desk.shoot('first-page');
  const old = await signInCaller(instance.server().url, 'admin', first).then(
    () => 'taken',
    () => 'refused',
  );
  desk.promise(old === 'refused', 'the first password opens nothing any more', old);
  const look = await signInCaller(instance.server().url, 'admin', password);
  const day: Day = { desk, instance, look };
  await addDepartment(day);
  await addRole(day);
  const watcher = await addMember(day);
  const stranger = await importMembers(day);
  await databaseStops(day);
  await watcherComes(proof, browser, options, { account: 'fay', first: watcher });
  await strangerComes(proof, browser, options, { account: 'imp1', first: stranger });
  await dockComesOnline(proof, day, await registerDock(day));
  for (const { step } of steps) await step(day);
  await readLog(day);
  await desk.context.close();
  await instance.server().end();
}

await runProof(async (proof) => {
  const browser = await openBrowser(proof);
  for (const seat of wantedDesks()) {
    const from = performance.now();
    await spend(proof, browser, seat);
    console.log(`${seat.language}: ${seconds(performance.now() - from)}`);
  }
});
