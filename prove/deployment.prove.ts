/**
 * The example of `deploy/`, set up by its files alone on Debian's PostgreSQL 15, Mosquitto and nginx in a folder of its own:
 * two instances with `api`, two with `gateway`, one with scheduler and worker, a store that checks signatures, TLS in front.
 * The main job flies there while each part fails once; orders reach the dock once and photos come home. Only this machine,
 * about six minutes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import mqtt from 'mqtt';
import { signIn, until } from '../apps/server/src/testing/caller.ts';
import { startDockProcess } from '../apps/server/src/testing/simulator-process.ts';
import { password } from '../e2e/support/product.ts';
import { countConnections, proveFiles, proveProxy, proveRoles } from './deployment/checks.ts';
import { install, instances, type Installation } from './deployment/installation.ts';
import { createJob, received, type Given, type Job } from './deployment/job.ts';
import { missingPrograms } from './deployment/parts.ts';
import { ownerOf, seconds, suffer, troubles, watchCalls, type Stand } from './deployment/troubles.ts';
import { runProof, type Proof } from './proof.ts';

const sn = 'DEPLOYDOCK001';
const strangerSn = 'DEPLOYDOCK002';
const longest = 20 * 60_000;

/** A dock that takes the client id of a gateway at the port of the devices. */
const proveClientIds = async (proof: Proof, { installation, job }: Stand): Promise<void> => {
  const secret = await job.addDock(strangerSn, 'DEPLOYDRONE02');
  const owner = await ownerOf(installation, job.dockOID());
  const unit = installation.units[owner];
  const said = unit.lines.length;
  const stranger = await mqtt.connectAsync(installation.devices, {
    clientId: `eyrie-proof-${owner}-${unit.pid()}`,
    username: strangerSn,
    password: secret,
    reconnectPeriod: 0,
  });
  proof.onEnd(() => stranger.end(true));
  await pause(2_000);
  const lost = unit.lines.slice(said).filter((line) => /broker/.test(line));
  const ready = await installation.isReady(owner);
  await stranger.endAsync(true);
  proof.promise(
    ready && lost.length === 0,
    'a dock with the client id of a gateway does not push it out',
    ready ? lost.join('; ') || `${owner} stays` : `${owner} is not ready`,
  );
};

/** Nothing that moves reached the dock more often than it was ordered. */
const proveOnce = (
  { promise }: Proof,
  { flightPause, flightResume }: Job['given'],
  { counts, twice }: Awaited<ReturnType<typeof received>>,
): void => {
  const of = (method: string): number => counts[method] ?? 0;
  const fits = (method: string, { accepted, unsure }: Given): boolean =>
    of(method) >= accepted && of(method) <= accepted + unsure;
  const once =
    ['flighttask_prepare', 'flighttask_execute', 'return_home'].every((method) => of(method) === 1) &&
    fits('flighttask_pause', flightPause) &&
    fits('flighttask_recovery', flightResume);
  const many = Object.entries(counts).map(([method, times]) => `${method} ${times}`);
  const unsure = flightPause.unsure + flightResume.unsure;
  promise(
    once && twice === 0,
    'each order reached the dock once',
    `${many.join(', ')}; ${twice} twice, ${unsure} unsure`,
  );
};

const proveFlight = async (proof: Proof, installation: Installation): Promise<void> => {
  const pilot = { ...(await signIn(installation.url, 'admin', password)) };
  const job = createJob(installation.url, pilot);
  proof.onEnd(() => job.rest());
  const secret = await job.addDock(sn, 'DEPLOYDRONE01');
  const trust = { NODE_EXTRA_CA_CERTS: installation.caFile };
  const at = { broker: installation.devices, 'drone-sn': 'DEPLOYDRONE01', lng: 113.95, lat: 22.54 };
  const dock = await startDockProcess(secret, { ...at, sn, speed: 2 }, trust);
  proof.onEnd(() => dock.end());
  await job.untilOnline();
  const stand: Stand = { installation, job, pilot, watch: watchCalls(proof, job) };
  const from = performance.now();
  await job.fly();
  proof.promise(
    true,
    'the aircraft is on its route',
    `${seconds(performance.now() - from)} after the import`,
  );
  const started = (await job.flight()).progress ?? 0;
  await proveClientIds(proof, stand);
  console.log(`        connections to the database: ${await countConnections(installation)}`);
  for (const trouble of troubles(stand)) await suffer(proof, stand, trouble);
  console.log(`        connections to the database: ${await countConnections(installation)}`);
  const { progress } = await job.flight();
  proof.promise(
    (progress ?? 0) > started,
    'the route went on all the while',
    `${started} % to ${progress} %`,
  );
  const over = await job.home();
  proof.promise(over.state === 'over', 'the aircraft came home', `${over.state}, ${over.outcome}`);
  proveOnce(proof, job.given, await received(dock));
  const photos = await until(
    'photos',
    () => job.photos(),
    (now) => now > 0,
    60_000,
    500,
  ).catch(() => 0);
  proof.promise(
    photos > 0,
    'its photos came by the proxy into the store',
    `${photos}, ${installation.store.kept.size} objects`,
  );
};

const proveEnd = async ({ promise }: Proof, { units }: Installation): Promise<void> => {
  const ends = await Promise.all(
    instances.map(async (name) => ({
      name,
      restarts: units[name].restarts(),
      ...(await units[name].stop()),
    })),
  );
  const said = ends.map(({ name, code, took }) => `${name} ${String(code)} after ${seconds(took)}`);
  promise(
    ends.every(({ code }) => code === 0),
    'every instance ends by itself when asked',
    said.join(', '),
  );
};

const deploy = async (proof: Proof): Promise<void> => {
  proveFiles(proof);
  const missing = missingPrograms();
  if (missing.length > 0) {
    proof.skip('the installation', `${missing.join(', ')} is not installed here`);
    return;
  }
  const installation = await install(proof, password);
  proof.promise(true, 'set up by the files of deploy/', instances.join(', '));
  proof.promise(
    installation.migrated[1] === 'nothing to do\neyrie_server may use it',
    'the schema is brought up to date by its owner, and a second time changes nothing',
    installation.migrated[1],
  );
  await proveRoles(proof, installation);
  await proveProxy(proof, installation);
  await proveFlight(proof, installation);
  await proveEnd(proof, installation);
};

await runProof(deploy, longest);
