/**
 * Every order that moves an aircraft, given at the beginning of an outage, at docks that hear with and without
 * acknowledgement, in each version of MQTT, over TCP and TLS: none reaches its dock after its time to live, and a return
 * home after the outage takes a second at most. Only this machine, about twelve minutes.
 *
 * `node prove/outages.prove.ts [words of a row][,others]` tries the rows whose name has these words.
 */
import { spawnSync } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@eyrie/domain';
import { hasMosquitto, startOutsideBroker } from '../apps/server/src/testing/outside-parts.ts';
import { startTestServer, type TestServer } from '../apps/server/src/testing/test-server.ts';
import { methods, openCell, versions, type Cell, type Version } from './outages/cell.ts';
import { straightTo, type Outage } from './outages/link.ts';
import { openLossyNet, type LossyNet } from './outages/lossy-net.ts';
import { runProof, type Proof } from './proof.ts';

interface Row {
  kind: Outage;
  seconds: number;
  /** Per cent of packets lost. */
  loss?: number;
  tls?: true;
  /** Mosquitto is the broker: what it has written it cannot take back. */
  mosquitto?: true;
}

const rows: readonly Row[] = [
  { kind: 'black hole', seconds: 8 },
  { kind: 'black hole', seconds: 30 },
  { kind: 'refused', seconds: 8 },
  { kind: 'refused', seconds: 30 },
  { kind: 'latency', seconds: 60 },
  { kind: 'black hole', seconds: 8, tls: true },
  { kind: 'packet loss', seconds: 8, loss: 100 },
  { kind: 'packet loss', seconds: 30, loss: 60 },
  // To the kernels on both sides a loss of everything is a black hole.
  { kind: 'packet loss', seconds: 8, loss: 100, mosquitto: true },
  { kind: 'packet loss', seconds: 30, loss: 100, mosquitto: true },
  { kind: 'packet loss', seconds: 30, loss: 60, mosquitto: true },
];
const returnWithin = 1_000;
const wanted = process.argv.slice(2).join(' ').split(',');

const nameOf = ({ kind, seconds, loss, tls, mosquitto }: Row): string =>
  `${kind}${loss ? ` of ${loss} %` : ''} for ${seconds} s${tls ? ' over TLS' : ''}${mosquitto ? ' at Mosquitto' : ''}`;

/** Each method meets each version of MQTT, as the rows go by. */
const versionOf = (row: number, method: number, hears: number): Version =>
  (Object.keys(versions) as Version[])[(row + method + hears) % 3] ?? '3.1.1';

/** Where the docks of a row are. */
interface Place {
  server: TestServer;
  reach: () => Socket;
  scheme: 'mqtt' | 'mqtts';
  lose(percent: number): void;
}

const placeOf = async (
  { onEnd }: Proof,
  env: Record<string, string>,
  lossy: LossyNet | null = null,
): Promise<Place> => {
  const outside = env['EYRIE_MQTT_URL'] !== undefined;
  const server = await startTestServer({ ...env, ...(lossy && !outside ? { EYRIE_HOST: lossy.host } : {}) });
  onEnd(() => server.close());
  const port = Number(new URL(server.running.mqtt).port);
  return {
    server,
    reach: lossy ? await lossy.relayTo(port) : straightTo(port),
    scheme: env['EYRIE_TLS_CERT'] ? 'mqtts' : 'mqtt',
    lose: lossy?.lose ?? (() => undefined),
  };
};

/** A certificate that nobody vouches for; null: it cannot be made here. */
const certificate = ({ folder }: Proof): Record<string, string> | null => {
  const dir = folder();
  const [cert, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert];
  if (spawnSync('openssl', [...args, ...subject], { stdio: 'ignore' }).status !== 0) return null;
  // The proof is its own customer here, with a certificate of a minute ago.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  return { EYRIE_TLS_CERT: cert, EYRIE_TLS_KEY: key };
};

/** Servers are started for the rows that need them, once; a text says why a row cannot be tried. */
const createPlaces = (proof: Proof) => {
  let plain: Promise<Place> | undefined;
  let net: LossyNet | string | undefined;
  let lossy: Promise<Place> | undefined;
  const lossyNet = (): LossyNet | string => {
    if (net !== undefined) return net;
    const opened = openLossyNet();
    net = opened;
    if (typeof opened === 'string') return opened;
    proof.onEnd(() => opened.close());
    console.log(`        packets are lost by ${opened.by}`);
    return opened;
  };
  const atMosquitto = async (): Promise<Record<string, string>> => {
    const broker = await startOutsideBroker();
    proof.onEnd(() => broker.stop());
    return { EYRIE_MQTT_URL: broker.url, EYRIE_PUBLIC_MQTT_URL: broker.devices };
  };
  return async ({ kind, tls, mosquitto }: Row): Promise<Place | string> => {
    if (mosquitto && !hasMosquitto) return 'Mosquitto with dynamic security is not installed';
    if (tls) {
      const files = certificate(proof);
      return files ? placeOf(proof, files) : 'no openssl to make a certificate with';
    }
    if (kind === 'packet loss') {
      const found = lossyNet();
      if (typeof found === 'string') return found;
      return mosquitto ? placeOf(proof, await atMosquitto(), found) : (lossy ??= placeOf(proof, {}, found));
    }
    return (plain ??= placeOf(proof, {}));
  };
};

/** All cells at once, and all of them ready before the network goes. */
const tryRow = async (
  row: Row,
  { server, reach, scheme, lose }: Place,
): Promise<{ faults: string[]; left: number }> => {
  const kinds = methods.flatMap((method, place) =>
    ([0, 1] as const).map((hears) => ({
      method,
      hears,
      version: versionOf(rows.indexOf(row), place, hears),
    })),
  );
  const cells: Cell[] = [];
  try {
    // A few at a time: a lease that was taken lasts 15 s.
    for (const kind of kinds) cells.push(await openCell(server, kind, { reach, scheme }));
    const network = (kind: Outage | 'open'): void => {
      if (row.loss) lose(kind === 'open' ? 0 : row.loss);
    };
    await Promise.all(cells.map((cell) => cell.suffer(row.kind, row.seconds * 1_000, network)));
    const faults: string[] = [];
    for (const cell of cells) {
      await cell.back();
      const returned = await cell.goHome();
      const took = typeof returned === 'number' ? `${Math.round(returned)} ms` : (returned ?? 'never');
      console.log(`        ${nameOf(row)}, ${cell.name}: ${cell.answer}; return home ${took}`);
      if (returned === null || (typeof returned === 'number' && returned > returnWithin))
        faults.push(`return home, ${cell.name}: ${took}`);
    }
    await pause(3_000);
    for (const cell of cells) faults.push(...cell.late().map((what) => `late, ${cell.name}: ${what}`));
    return { faults, left: cells.filter((cell) => cell.left).length };
  } finally {
    for (const cell of cells) await cell.close();
  }
};

/** What this broker cannot do is at least said. */
const promiseSaid = async (proof: Proof, { server }: Place, measured: string): Promise<void> => {
  const { data } = await server.call(calls.operation.health);
  const broker = (data.list as { part: string; reason: string | null }[]).find(
    ({ part }) => part === 'broker',
  );
  proof.promise(
    broker?.reason === 'lateDelivery',
    'orders may come late here, and the page on operation says so',
    measured,
  );
};

await runProof(async (proof) => {
  const placeFor = createPlaces(proof);
  for (const row of rows.filter((one) => wanted.some((words) => nameOf(one).includes(words)))) {
    const place = await placeFor(row);
    if (typeof place === 'string') {
      proof.skip(nameOf(row), place);
      continue;
    }
    const { faults, left } = await tryRow(row, place);
    const late = faults.filter((one) => one.startsWith('late'));
    const slow = faults.filter((one) => !one.startsWith('late'));
    const cells = methods.length * 2;
    if (row.mosquitto) {
      await promiseSaid(
        proof,
        place,
        `${nameOf(row)}: ${late.length} of ${left} that left came late ${late.join('; ')}`,
      );
      continue;
    }
    proof.promise(
      late.length === 0 && left > 0,
      `${nameOf(row)}: orders received late`,
      `${late.length} of ${left} that left, ${cells} given ${late.join('; ')}`,
    );
    proof.promise(
      slow.length === 0,
      `${nameOf(row)}: return home within ${returnWithin} ms`,
      `${slow.length} of ${cells} not ${slow.join('; ')}`,
    );
  }
});
