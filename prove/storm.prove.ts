/**
 * Thousands of docks connect in the same moment. All of them and their aircraft are online within 90 seconds, nothing
 * stays unseen, and the page of operations says that they wait.
 * `node prove/storm.prove.ts [docks]`
 */
import { createHash, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { generate, type Packet } from 'mqtt-packet';
import pg from 'pg';
import { operationCalls } from '@eyrie/domain';
import { until } from '../apps/server/src/testing/caller.ts';
import { startDatabase } from './database.ts';
import { processTree } from './processes.ts';
import { startProduct } from './product.ts';
import { runProof } from './proof.ts';

const count = Number(process.argv[2] ?? 5_000);
const within = 90_000;
const sayEvery = 5_000;
const secret = 'storm-secret';
const metricsToken = 'storm-metrics-token';
/** How long the gateway may take to get ready for so many docks before the storm begins. */
const claimedWithin = 300_000;
const snOf = (at: number): string => `STORM${String(at).padStart(6, '0')}`;

/** As little of a dock as has to be there to be seen, with an aircraft in it. */
class StormDock {
  #socket: Socket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;
  readonly #sn: string;
  readonly #port: number;
  refused = 0;
  /** Connections that ended before they were answered. */
  cut = 0;
  #answered = false;
  constructor(port: number, at: number) {
    this.#port = port;
    this.#sn = snOf(at);
  }
  connect(): void {
    if (this.#ended) return;
    const socket = connect(this.#port, '127.0.0.1');
    this.#socket = socket;
    this.#answered = false;
    socket.on('connect', () =>
      this.#send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: this.#sn,
        keepalive: 60,
        username: this.#sn,
        password: Buffer.from(secret),
      }),
    );
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (chunk[0] !== 0x20) return;
      this.#answered = true;
      if (chunk[3] === 0) this.#arrived();
      else {
        this.refused += 1;
        socket.destroy();
      }
    });
    socket.on('close', () => {
      clearInterval(this.#timer);
      if (!this.#answered && !this.#ended) this.cut += 1;
      // As DJI docks do: again after a few seconds.
      if (!this.#ended) setTimeout(() => this.connect(), 3_000 + Math.random() * 2_000);
    });
  }
  end(): void {
    this.#ended = true;
    clearInterval(this.#timer);
    this.#socket?.destroy();
  }
  #send(packet: Packet): void {
    this.#socket?.write(generate(packet));
  }
  #say(topic: string, data: unknown, method?: string): void {
    const message = {
      tid: randomUUID(),
      bid: randomUUID(),
      timestamp: Date.now(),
      gateway: this.#sn,
      method,
      data,
    };
    const payload = JSON.stringify(message);
    this.#send({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false });
  }
  #arrived(): void {
    const drone = `A${this.#sn}`;
    const aircraft = { sn: drone, domain: '0', type: 91, sub_type: 0, index: 'A' };
    const topology = { domain: '3', type: 3, sub_type: 0, sub_devices: [aircraft] };
    this.#say(`sys/product/${this.#sn}/status`, topology, 'update_topo');
    const speak = (): void => {
      const sub = { device_sn: drone, device_model_key: '0-91-0', device_online_status: 1, device_paired: 1 };
      this.#say(`thing/product/${this.#sn}/osd`, { mode_code: 0, drone_in_dock: 1, sub_device: sub });
      this.#say(`thing/product/${drone}/osd`, { mode_code: 0, elevation: 0, horizontal_speed: 0 });
    };
    speak();
    this.#timer = setInterval(speak, sayEvery);
  }
}

interface Figures {
  at: number;
  processes: Awaited<ReturnType<typeof processTree>>;
}

/** For whoever looks for the reason of a slow one: `EYRIE_PROVE_PROFILES=<folder>` keeps a profile of each process. */
const profiled = (): Record<string, string> => {
  const folder = process.env['EYRIE_PROVE_PROFILES'];
  return folder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {};
};

const figuresNow = async (client: pg.Client): Promise<Figures> => {
  await client.query('select pg_stat_statements_reset()');
  return { at: performance.now(), processes: await processTree(process.pid) };
};

/** Which process used how much of a processor, and what the database was asked most. */
const sayFigures = async (phase: string, since: Figures, client: pg.Client): Promise<void> => {
  const before = new Map(since.processes.map((one) => [one.pid, one.cpu]));
  const took = performance.now() - since.at;
  const used = new Map<string, number>();
  for (const { pid, name, cpu } of await processTree(process.pid)) {
    const whose = pid === process.pid ? 'this load' : name.startsWith('postgres') ? 'postgres' : name;
    used.set(whose, (used.get(whose) ?? 0) + cpu - (before.get(pid) ?? 0));
  }
  const shares = [...used]
    .filter(([, cpu]) => cpu > took / 100)
    .map(([name, cpu]) => `${name} ${Math.round((cpu / took) * 100)} %`);
  console.log(`        ${phase}: ${Math.round(took / 1_000)} s, share of one core: ${shares.join(', ')}`);
  const { rows } = await client.query<{ query: string; calls: number; ms: number }>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as query, calls::int, round(total_exec_time)::int as ms
     from pg_stat_statements order by total_exec_time desc limit 12`,
  );
  for (const { query, calls, ms } of rows) console.log(`          ${calls} times, ${ms} ms: ${query}`);
};

/** What the server warned of, and how often. */
const sayWarnings = (lines: readonly string[]): void => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const message = /"msg":"([^"]*)"/.exec(line)?.[1] ?? line.slice(0, 100);
    const reason = /"message":"([^"]*)"/.exec(line)?.[1] ?? '';
    const what = `${message} ${reason}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  for (const [what, many] of [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 10))
    console.log(`          ${many} times warned: ${what}`);
};

await runProof(async (proof) => {
  const { url } = await startDatabase(proof, { shared_preload_libraries: 'pg_stat_statements' });
  const product = await startProduct(proof, {
    EYRIE_DATABASE_URL: url,
    EYRIE_METRICS_TOKEN: metricsToken,
    ...profiled(),
  });
  const client = new pg.Client(url);
  await client.connect();
  proof.onEnd(() => client.end());
  await client.query(
    `insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
     select gen_random_uuid(), $1, $2, '机场', sn, '3-3-0', 'DJI', $3 from unnest($4::text[]) sn`,
    [
      product.groupRoot,
      product.groupOID,
      createHash('sha256').update(secret).digest(),
      Array.from({ length: count }, (_, at) => snOf(at)),
    ],
  );
  const claimed = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${product.server.url}/metrics`, { headers })).text();
    return Number(/eyrie_count\{what="docks"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  await client.query('create extension if not exists pg_stat_statements');
  // The docks of an instance are known to it before they connect.
  let since = await figuresNow(client);
  await until('docks claimed', claimed, (docks) => docks === count, claimedWithin, 1_000);
  await sayFigures('taking over', since, client);
  const { port } = new URL(product.server.mqtt);
  const docks = Array.from({ length: count }, (_, at) => new StormDock(Number(port), at));
  proof.onEnd(() => docks.forEach((dock) => dock.end()));
  const seen = async (): Promise<{ docks: number; aircraft: number }> => {
    const { rows } = await client.query<{ docks: number; aircraft: number }>(
      `select count(*) filter (where online)::int as docks,
         count(*) filter (where drone_last_seen_at is not null)::int as aircraft from dock_snapshot`,
    );
    return rows[0] ?? { docks: 0, aircraft: 0 };
  };

  since = await figuresNow(client);
  const started = performance.now();
  for (const dock of docks) dock.connect();
  let shown = 0;
  let now = await seen();
  let said = started;
  while ((now.docks < count || now.aircraft < count) && performance.now() - started < within) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    now = await seen().catch(() => now);
    if (performance.now() - said > 10_000) {
      said = performance.now();
      console.log(
        `        ${Math.round((said - started) / 1_000)} s: ${now.docks} docks, ${now.aircraft} aircraft`,
      );
    }
    const health = await product.call(operationCalls.health).catch(() => null);
    const broker = (health?.data?.list as { part: string; reason: string | null }[] | undefined)?.find(
      ({ part }) => part === 'broker',
    );
    if (broker?.reason === 'docksWait') shown += 1;
  }
  const took = Math.round((performance.now() - started) / 1_000);
  await sayFigures('the storm', since, client);
  sayWarnings(product.server.lines);
  const refused = docks.reduce((sum, dock) => sum + dock.refused, 0);
  const cut = docks.reduce((sum, dock) => sum + dock.cut, 0);
  proof.promise(
    now.docks === count && now.aircraft === count,
    `${count} docks and their aircraft online within ${within / 1_000} s`,
    `${now.docks} docks and ${now.aircraft} aircraft after ${took} s, ${refused} sign-ins refused, ${cut} cut before an answer, ${shown} times told as waiting`,
  );
});
