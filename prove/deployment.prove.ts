/**
 * The example of `deploy/`, set up by its files alone on Debian's PostgreSQL 15, Mosquitto and nginx in a folder of its own:
 * two instances with `api`, two with `gateway`, one with scheduler and worker, a store that checks signatures, TLS in front.
 * The main job flies there while each part fails once; orders reach the dock once and photos come home. Only this machine,
 * about six minutes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import mqtt from 'mqtt';
import pg from 'pg';
import { calls } from '@eyrie/domain';
import { readSettings } from '../apps/server/src/platform/settings.ts';
import { signIn, until } from '../apps/server/src/testing/caller.ts';
import { readLive } from '../apps/server/src/testing/live-reader.ts';
import { startDockProcess } from '../apps/server/src/testing/simulator-process.ts';
import { password } from '../e2e/support/product.ts';
import { allocator, nodeFlags } from '../scripts/memory.mjs';
import { deployed, environmentOf, readUnit, valueOf } from './deployment/files.ts';
import { install, instances, type InstanceName, type Installation } from './deployment/installation.ts';
import { createJob, received, type Job, type Pilot } from './deployment/job.ts';
import { missingPrograms } from './deployment/parts.ts';
import { runProof, type Proof } from './proof.ts';

const sn = 'DEPLOYDOCK001';
const strangerSn = 'DEPLOYDOCK002';
const longest = 20 * 60_000;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** What can be said of the files without a part of Debian's. */
const proveFiles = ({ promise }: Proof): void => {
  const unit = readUnit(deployed('systemd/eyrie@.service'));
  const faults: string[] = [];
  const ports: string[] = [];
  for (const name of instances) {
    const secrets =
      'EYRIE_DATABASE_URL=postgres://a@b/c\nEYRIE_MQTT_URL=mqtt://b\nEYRIE_S3_ACCESS_KEY_ID=a\nEYRIE_S3_SECRET_ACCESS_KEY=b';
    const read = (path: string): string =>
      path.endsWith('secrets.env') ? secrets : deployed(`env/${path.split('/').at(-1)}`);
    const env = environmentOf(unit, name, read);
    try {
      faults.push(...readSettings(env).unknownVariables.filter((one) => one in env));
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
    for (const one of ['EYRIE_PORT', 'EYRIE_HEALTH_PORT', 'EYRIE_RTMP_PORT'])
      if (env[one] !== undefined && env[one] !== '0') ports.push(env[one]);
  }
  const starts = valueOf(unit, 'ExecStart');
  faults.push(...nodeFlags.filter((flag) => !starts.includes(flag)));
  const set = (unit.get('Environment') ?? []).join('\n');
  faults.push(
    ...Object.entries(allocator).flatMap(([name, value]) => (set.includes(`${name}=${value}`) ? [] : [name])),
  );
  promise(
    faults.length === 0,
    'settings that the server takes, its flags and its allocator',
    faults.join('; ') || 'all',
  );
  promise(new Set(ports).size === ports.length, 'no port twice', ports.join(', '));
};

/** Calls through the proxy without a pause; what fails is counted until it is asked. */
const watchCalls = ({ onEnd }: Proof, job: Job) => {
  let given = 0;
  let failed: string[] = [];
  let running = true;
  onEnd(() => (running = false));
  const on = async (): Promise<void> => {
    while (running) {
      given += 1;
      await job.call(calls.dock.get, { oid: job.dockOID() }).then(
        ({ status }) => status === 200 || failed.push(String(status)),
        (error: unknown) => failed.push(String((error as { cause?: unknown }).cause ?? error)),
      );
      await pause(100);
    }
  };
  void on();
  return {
    /** Since it was asked last. */
    take(): { given: number; failed: string[] } {
      const since = { given, failed };
      given = 0;
      failed = [];
      return since;
    },
  };
};

const kindsOf = (failed: readonly string[]): string => [...new Set(failed)].join(', ');

/** Which gateway speaks to the dock, as the database says. */
const ownerOf = async (installation: Installation, dockOID: string): Promise<InstanceName> => {
  const client = new pg.Client(installation.ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ instance_id: string }>(
      'select instance_id from gateway_claim where dock_oid = $1 and expires_at > now()',
      [dockOID],
    );
    return rows[0]?.instance_id.replace('proof-', '') as InstanceName;
  } finally {
    await client.end();
  }
};

/** How many connections to the database each instance keeps now. */
const countConnections = async ({ ownerUrl }: Installation): Promise<string> => {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; many: number }>(
      `select split_part(application_name, ':', 1) as name, count(*)::int as many from pg_stat_activity
       where usename = 'eyrie_server' group by 1 order by 1`,
    );
    const all = rows.reduce((sum, { many }) => sum + many, 0);
    return `${all}: ${rows.map(({ name, many }) => `${name || 'unnamed'} ${many}`).join(', ')}`;
  } finally {
    await client.end();
  }
};

interface Trouble {
  what: string;
  /** How many calls may fail, for a reason that the part gives. */
  mayFail: number;
  /** Within which the aircraft obeys again, ms. */
  within: number;
  make(): Promise<unknown> | void;
}

/** One thing fails in mid-flight: calls, live messages and orders go on. */
const suffer = async (
  proof: Proof,
  { installation, job, pilot, watch }: Stand,
  { what, mayFail, within, make }: Trouble,
): Promise<void> => {
  watch.take();
  const from = performance.now();
  await make();
  const took = await job.pauseAndGoOn(within);
  const { given, failed } = watch.take();
  proof.promise(
    took <= within,
    `${what}: the aircraft obeys again within ${seconds(within)}`,
    `${seconds(took)}, all of it ${seconds(performance.now() - from)}`,
  );
  const kinds = failed.length > 0 ? `: ${kindsOf(failed)}` : '';
  proof.promise(
    failed.length <= mayFail,
    `${what}: at most ${mayFail} calls fail`,
    `${failed.length} of ${given}${kinds}`,
  );
  const live = await readLive(installation.url, pilot);
  try {
    const heard = await until(
      'live messages',
      () => live.heard.length,
      (many) => many > 0,
      20_000,
    ).catch(() => 0);
    proof.promise(heard > 0, `${what}: live messages come through the proxy`, `${heard} heard`);
  } finally {
    live.stop();
  }
};

interface Stand {
  installation: Installation;
  job: Job;
  pilot: Pilot;
  watch: ReturnType<typeof watchCalls>;
}

const troubles = ({ installation, job }: Stand): Trouble[] => {
  const { nginx, mosquitto, postgres, units, isReady } = installation;
  const again = (name: InstanceName): Promise<boolean> =>
    until(`${name} again`, () => isReady(name), Boolean, 60_000, 250);
  return [
    { what: 'nginx is reloaded', mayFail: 0, within: 5_000, make: () => nginx.reload() },
    {
      what: 'an instance with api stops and starts',
      mayFail: 0,
      within: 5_000,
      make: async () => {
        await units['api-1'].restart();
        await again('api-1');
      },
    },
    {
      what: 'an instance with api is killed',
      mayFail: 2,
      within: 5_000,
      make: async () => {
        units['api-2'].kill();
        await pause(500);
        await again('api-2');
      },
    },
    { what: 'Mosquitto restarts', mayFail: 0, within: 20_000, make: () => mosquitto.restart() },
    { what: 'PostgreSQL restarts', mayFail: 100, within: 30_000, make: () => postgres.restart() },
    {
      what: 'the gateway of the dock is killed',
      mayFail: 0,
      within: 40_000,
      make: async () => units[await ownerOf(installation, job.dockOID())].kill(),
    },
  ];
};

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
  await proveClientIds(proof, stand);
  console.log(`        connections to the database: ${await countConnections(installation)}`);
  for (const trouble of troubles(stand)) await suffer(proof, stand, trouble);
  console.log(`        connections to the database: ${await countConnections(installation)}`);
  const over = await job.home();
  proof.promise(over.state === 'over', 'the aircraft came home', `${over.state}, ${over.outcome}`);
  const { counts, twice } = await received(dock);
  const once = ['flighttask_prepare', 'flighttask_execute', 'return_home'].every(
    (method) => counts[method] === 1,
  );
  const many = Object.entries(counts).map(([method, times]) => `${method} ${times}`);
  proof.promise(
    once && twice === 0,
    'each order reached the dock once',
    `${many.join(', ')}; ${twice} twice`,
  );
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
  await proveFlight(proof, installation);
  await proveEnd(proof, installation);
};

await runProof(async (proof) => {
  const bound = new AbortController();
  proof.onEnd(() => bound.abort());
  const ended = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new Error(signal)));
  });
  const late = pause(longest, undefined, { signal: bound.signal }).then(() => {
    throw new Error(`not done within ${longest / 60_000} minutes`);
  });
  late.catch(() => undefined);
  await Promise.race([deploy(proof), ended, late]);
});
