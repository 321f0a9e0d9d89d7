/** What fails in mid-flight, and what has to go on meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { calls } from '@eyrie/domain';
import { until } from '../../apps/server/src/testing/caller.ts';
import { readLive } from '../../apps/server/src/testing/live-reader.ts';
import type { Proof } from '../proof.ts';
import type { InstanceName, Installation } from './installation.ts';
import type { Job, Pilot } from './job.ts';

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Calls through the proxy without a pause; what fails is counted until it is asked. */
export const watchCalls = ({ onEnd }: Proof, job: Job) => {
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

/** Which gateway speaks to the dock, as the database says. */
export const ownerOf = async (installation: Installation, dockOID: string): Promise<InstanceName> => {
  const client = new pg.Client(installation.ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ instance_id: string }>(
      `select instance_id from gateway_claim join instance using (instance_id)
        where dock_oid = $1 and expires_at > to_timestamp(0) and claims_until > now()`,
      [dockOID],
    );
    return rows[0]?.instance_id.replace('proof-', '') as InstanceName;
  } finally {
    await client.end();
  }
};

export interface Stand {
  installation: Installation;
  job: Job;
  pilot: Pilot;
  watch: ReturnType<typeof watchCalls>;
}

export interface Trouble {
  what: string;
  /** Within which the aircraft obeys an order that is given as it begins, ms. */
  within: number;
  /** How many calls may fail meanwhile, and how. */
  fails?: { most: number; as: RegExp };
  /** Begins it. @returns a promise of its end */
  begin(): Promise<{ over: Promise<unknown> }>;
}

/** One thing fails in mid-flight: calls, live messages and orders go on. */
export const suffer = async (
  { promise }: Proof,
  { installation, job, pilot, watch }: Stand,
  { what, within, fails = { most: 0, as: /^$/ }, begin }: Trouble,
): Promise<void> => {
  watch.take();
  const { over } = await begin();
  const [took] = await Promise.all([job.pauseAndGoOn(within), over]);
  const { given, failed } = watch.take();
  promise(took <= within, `${what}: the aircraft obeys within ${seconds(within)}`, seconds(took));
  const { most, as } = fails;
  const allowed = failed.length <= most && failed.every((one) => as.test(one));
  const kinds = [...new Set(failed)].join(', ');
  promise(allowed, `${what}: at most ${most} calls fail`, `${failed.length} of ${given} ${kinds}`);
  const live = await readLive(installation.url, pilot);
  try {
    const count = (): number => live.heard.length;
    const heard = await until('live messages', count, (many) => many > 0, 20_000).catch(() => 0);
    promise(heard > 0, `${what}: live messages come through the proxy`, `${heard} heard`);
  } finally {
    live.stop();
  }
};

export const troubles = ({ installation, job }: Stand): Trouble[] => {
  const { nginx, mosquitto, postgres, units, isReady } = installation;
  const again = (name: InstanceName): Promise<boolean> =>
    until(`${name} again`, () => isReady(name), Boolean, 60_000, 250);
  const killed = async (name: InstanceName): Promise<{ over: Promise<unknown> }> => {
    units[name].kill();
    return { over: pause(500).then(() => again(name)) };
  };
  return [
    {
      what: 'nginx reloaded',
      within: 5_000,
      begin: async () => {
        nginx.reload();
        return { over: Promise.resolve() };
      },
    },
    {
      what: 'an instance with api restarted',
      within: 5_000,
      begin: async () => ({ over: units['api-1'].restart().then(() => again('api-1')) }),
    },
    // What it was answering at that moment is cut.
    {
      what: 'an instance with api killed',
      within: 5_000,
      fails: { most: 2, as: /50[24]|JSON|socket|terminated/ },
      begin: () => killed('api-2'),
    },
    { what: 'the worker killed', within: 5_000, begin: () => killed('worker-1') },
    { what: 'Mosquitto restarted', within: 20_000, begin: async () => ({ over: mosquitto.restart() }) },
    {
      what: 'PostgreSQL restarted',
      within: 30_000,
      fails: { most: 100, as: /^503$/ },
      begin: async () => ({ over: postgres.restart() }),
    },
    // Five seconds until its claims have run out and are taken, and ten in which the next one holds back what moves.
    {
      what: 'the gateway of the dock killed',
      within: 20_000,
      begin: async () => killed(await ownerOf(installation, job.dockOID())),
    },
  ];
};
