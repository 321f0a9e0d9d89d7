/**
 * Every kind of route in every language, from the first click on the map to the aircraft back in its dock: it is drawn
 * and saved in the browser, and flown by a simulated dock over a real broker. The aircraft passes each waypoint of the
 * plan within two metres, and the record of the flight has the photos that the plan promised. EYRIE_PROVE_LANGUAGES
 * chooses languages, EYRIE_PROVE_SHOTS the folder of pictures. About twelve minutes.
 */
import { signInCaller } from '../e2e/support/calls.ts';
import { password } from '../e2e/support/product.ts';
import { startDock, type DockPlace } from '../e2e/support/simulator.ts';
import type { RoutePlan } from '../packages/domain/src/index.ts';
import type { PhraseId } from '../packages/phrases/src/index.ts';
import { drawRoute } from './desk/drawn-route.ts';
import { openBrowser, openDesk, seconds, wantedDesks, type Desk } from './desk/desk.ts';
import { flyPlan, type FlyingDock } from './desk/flown-plan.ts';
import { openInstance, type Instance } from './instance.ts';
import { runProof, type Proof } from './proof.ts';

/** How much faster than life the aircraft flies: as it stands at a waypoint for one of its own steps, no pass is missed. */
const speed = 6;

const kinds = [
  'waypoint',
  'regional',
  'poi',
  'waypointMapping',
  'regionalMapping',
] as const satisfies RoutePlan['type'][];

const places: readonly DockPlace[] = [
  { name: '东山机场', sn: 'SIMPLAN0001', droneSn: 'SIMPLANDRONE1', lng: 113.95, lat: 22.54 },
  { name: '西山机场', sn: 'SIMPLAN0002', droneSn: 'SIMPLANDRONE2', lng: 113.97, lat: 22.54 },
  { name: '南山机场', sn: 'SIMPLAN0003', droneSn: 'SIMPLANDRONE3', lng: 113.99, lat: 22.54 },
];

interface Drawn {
  desk: Desk;
  dock: FlyingDock;
  routes: Map<string, string>;
}

const drawAll = async (desk: Desk, dock: FlyingDock, instance: Instance): Promise<Drawn> => {
  await desk.signIn();
  await desk.page.locator('.login').waitFor({ state: 'detached' });
  await desk.applyTheme();
  const routes = new Map<string, string>();
  for (const kind of kinds) {
    const from = performance.now();
    const oid = await drawRoute(desk, { url: instance.url, kind, dock });
    if (oid !== null) routes.set(kind, oid);
    const name: PhraseId = `route.type.${kind}`;
    desk.promise(oid !== null, `“${desk.words(name)}” is drawn and saved`, seconds(performance.now() - from));
  }
  await desk.context.close();
  return { desk, dock, routes };
};

const flyAll = async ({ desk, dock, routes }: Drawn): Promise<void> => {
  for (const [kind, oid] of routes) {
    const flown = await flyPlan(dock, oid);
    const what = `${kind} of ${flown.points} points`;
    desk.promise(flown.outcome === 'done', `${what} is flown and the aircraft is back`, flown.outcome);
    desk.promise(
      flown.furthest < 2,
      `${what} is passed within 2 m`,
      `${flown.furthest.toFixed(2)} m at the worst`,
    );
    desk.promise(
      flown.photos === flown.promised,
      `${what} has the photos that were promised`,
      `${flown.photos} of ${flown.promised}`,
    );
  }
};

const open = async (proof: Proof): Promise<void> => {
  const instance = await openInstance(proof, { EYRIE_ADMIN_PASSWORD: password, EYRIE_DEMO: 'off' });
  const caller = await signInCaller(instance.url);
  const { mqtt } = instance.server();
  const browser = await openBrowser(proof);
  const drawn: Drawn[] = [];
  for (const [at, seat] of wantedDesks().entries()) {
    const place = places[at];
    if (!place) throw new Error('more languages than places');
    const simulator = await startDock({ mqtt }, caller, place, speed);
    proof.onEnd(() => simulator.stop());
    const desk = await openDesk(proof, browser, { ...seat, clock: 0, url: instance.url });
    drawn.push(await drawAll(desk, { ...place, ...simulator, caller }, instance));
  }
  await Promise.all(drawn.map(flyAll));
};

await runProof(open);
