/**
 * Every list of every page in the demo organisation while it loads, after it failed, empty, old and with rows, in each
 * language. EYRIE_PROVE_LANGUAGES chooses languages (`ar,en`), EYRIE_PROVE_SHOTS the folder of pictures. About two
 * minutes a language.
 */
import { declaredLists, expectFourStates, listsOfPages } from '../e2e/support/list-states.ts';
import { password } from '../e2e/support/product.ts';
import { openBrowser, openDesk, wantedDesks } from './desk/desk.ts';
import { openInstance } from './instance.ts';
import { runProof } from './proof.ts';

await runProof(async (proof) => {
  const instance = await openInstance(proof, { EYRIE_ADMIN_PASSWORD: password, EYRIE_DEMO: 'on' });
  const browser = await openBrowser(proof);
  for (const seat of wantedDesks()) {
    // What is old is judged by the clock of the page: it goes right here.
    const desk = await openDesk(proof, browser, { ...seat, clock: 0, url: instance.url });
    await desk.signIn();
    await desk.page.locator('.login').waitFor({ state: 'detached' });
    await desk.applyTheme();
    const lists = await listsOfPages(desk.page);
    const declared = await declaredLists();
    desk.promise(
      lists.length === declared,
      'every declared list is on a page',
      `${lists.length} of ${declared}`,
    );
    await desk.page.reload();
    for (const list of lists) {
      const name = list.query.replace(/^.*\/(\w+)\/(\w+)\..*$/u, '$1-$2');
      try {
        await expectFourStates(desk.page, list, (state) => desk.shoot(`${name}-${state}`));
        desk.promise(true, name, 'loading, failed, empty, old and with rows');
      } catch (error) {
        desk.promise(false, name, String(error));
        await desk.page.reload();
      }
    }
    await desk.context.close();
  }
});
