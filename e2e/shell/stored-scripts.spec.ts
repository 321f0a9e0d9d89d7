import { appearanceCalls, dockCalls, organisationCalls } from '../../packages/domain/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { roomFixtures } from '../support/rooms.generated.ts';
import { expect, signIn, test } from '../support/story.ts';

/** Short enough for every name. The page has a mark that any of them would set if it ran. */
const script = '<img src=x onerror=ran=1>';
const long = `${script}<script>ran=1</script><svg/onload=ran=1>"'\`\${ran=1}{{ran=1}}javascript:ran=1`;

/** Puts a script into every text that people can store. */
async function store(caller: Caller): Promise<readonly (readonly [string, string])[]> {
  const { call, session } = caller;
  await call(organisationCalls.edit, { nameChineseOnly: false, name: script });
  await call(appearanceCalls.edit, { pcName: script });
  await call(dockCalls.add, {
    name: '<svg onload=ran=1>',
    model: '3-2-0',
    sn: 'SCRIPT1',
    vendor: 'DJI',
    groupOID: session.groupOID,
  });
  const own: string[] = [];
  for (const { storeScript } of roomFixtures)
    if (storeScript) own.push(await storeScript(caller, { short: script, long }));
  return [...places, ...own.map((address) => [address, script] as const)];
}

/** Where people read what others typed, and something that must stand there as it was typed. */
const places: readonly (readonly [string, string])[] = [
  ['/DataStatistics', '<svg onload=ran=1>'],
  ['/operation?tab=audit', script],
  ['/operation?tab=online', 'admin'],
  ['/personalInfo', ''],
  ['/personalInfo?tab=notifications', ''],
  ['/customized', ''],
];

test('scripts in every stored text are shown as text', async ({ page, caller }) => {
  const all = await store(caller);
  await signIn(page);
  await expect(page).toHaveTitle(new RegExp('<img src=x'));
  for (const [address, words] of all) {
    await page.goto(`/#${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (words) await expect(page.getByText(words).first(), address).toBeVisible();
    expect(await page.evaluate('typeof ran'), address).toBe('undefined');
    // A page that ran nothing may still have made elements of what was typed.
    expect(await page.locator('img[src="x"], [onerror], [onload]').count(), address).toBe(0);
  }
});
