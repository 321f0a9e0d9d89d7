/** Photos of a dock, each stored and then reported until that is confirmed, while what takes them is killed. */
import { randomBytes, randomInt } from 'node:crypto';
import type { DockClient } from '@eyrie/testing';
import { storeObject } from '../../apps/simulator/src/modules/media/store-object.ts';
import { createOperator } from '../../apps/server/src/testing/operator.ts';
import type { Proof } from '../proof.ts';
import { listed, sumOf, type Brought } from './files.ts';
import { again, delay, sha256, type Place } from './place.ts';

const MB = 1_048_576;
const photosOfDock = 12;
const size = 3 * MB;
/** A dock that lost its broker looks for it so often, ms. */
const comesBackEvery = 300;
const answerWithin = 3_000;

/** What goes while which photo is on its way: before it is stored, or between that and the confirmation of its report. */
const kills: ReadonlyMap<number, readonly [during: 'storing' | 'reporting', what: 'server' | 'store']> =
  new Map([
    [1, ['storing', 'store']],
    [3, ['storing', 'server']],
    [5, ['reporting', 'store']],
    [7, ['reporting', 'server']],
    [9, ['storing', 'store']],
    [10, ['storing', 'server']],
  ] as const);
const killsOf = (wanted: 'server' | 'store'): number =>
  [...kills.values()].filter(([, what]) => what === wanted).length;

interface Photo {
  name: string;
  bytes: Buffer;
}

/** Asks where to store, as a dock does for each photo, and stores it there. @returns its key */
const stored = async (dock: DockClient, { name, bytes }: Photo): Promise<string> => {
  const { data } = await dock.request('storage_config_get', { module: 0 }, answerWithin);
  const { output } = data as { output: Record<string, unknown> & { credentials: Record<string, string> } };
  const { credentials } = output;
  const key = `${String(output['object_key_prefix'])}/${name}`;
  const keys = {
    endpoint: String(output['endpoint']),
    bucket: String(output['bucket']),
    region: 'us-east-1',
    keyId: credentials['access_key_id'] ?? '',
    key: credentials['access_key_secret'] ?? '',
    token: credentials['security_token'] ?? '',
  };
  await storeObject(keys, key, bytes, 'image/jpeg');
  return key;
};

const reported = (dock: DockClient, key: string, name: string) =>
  dock.askedEvent('file_upload_callback', {
    result: 0,
    file: {
      object_key: key,
      path: '',
      name,
      ext: {
        flight_id: 'a flight of nobody',
        drone_model_key: '0-91-1',
        payload_model_key: '1-81-0',
        is_original: true,
      },
      metadata: {
        gimbal_yaw_degree: '1.0',
        absolute_altitude: 100,
        relative_altitude: 80,
        create_time: new Date().toISOString(),
        shoot_position: { lat: 22.54, lng: 113.95 },
      },
    },
    flight_task: { expected_file_count: photosOfDock, uploaded_file_count: 1, flight_type: 0 },
  });

/** Looks all the time whether a photo is listed that is not whole. @returns what ends it, with what was found */
const watchList = (place: Place): (() => Promise<string[]>) => {
  const truncated: string[] = [];
  let working = true;
  const watch = (async () => {
    while (working) {
      // While the server is away nothing is listed.
      const seen = await listed(place).catch(() => []);
      for (const one of seen)
        if (one.name.startsWith('DOCK_') && one.size !== size) truncated.push(`${one.name} ${one.size}`);
      await delay(250);
    }
  })();
  return async () => {
    working = false;
    await watch;
    return truncated;
  };
};

/**
 * Brings one photo as a dock does: tried until it is stored, and reported until that is confirmed.
 * @returns how often it was tried to store
 */
const bring = async (place: Place, dock: DockClient, photo: Photo, turn: number): Promise<number> => {
  const [during, what] = kills.get(turn) ?? [];
  const kill = async (): Promise<void> => {
    await delay(randomInt(5, 60));
    await (what === 'server' ? place.killServer() : place.killStore());
  };
  let isBack = true;
  /** Whoever lost the broker says again who it is, before anything else. */
  const announced = async (): Promise<void> => {
    if (!isBack) await dock.topology(false);
    isBack = false;
  };
  let key = '';
  const storing = during === 'storing' ? kill() : Promise.resolve();
  const tries = await again(async () => {
    await announced();
    key = await stored(dock, photo);
    isBack = true;
  });
  const reporting = during === 'reporting' ? kill() : Promise.resolve();
  await again(async () => {
    await announced();
    await reported(dock, key, photo.name);
    isBack = true;
  });
  // What was killed is back before the next one goes.
  await Promise.all([storing, reporting]);
  return tries;
};

/** Photos of a dock, while server and store are killed in the middle of storing and of reporting. */
export async function dockBrings({ promise, onEnd }: Proof, place: Place): Promise<Brought[]> {
  // Without coming back it would wait for ever: what was sent over a broken line is neither confirmed nor refused.
  const operator = createOperator({
    ...place,
    // A server that has just begun may refuse it until its database answers.
    docks: { line: { reconnectPeriod: comesBackEvery, reconnectOnConnackError: true } },
  });
  onEnd(() => operator.close());
  const { dock } = await operator.addDock();
  const photos = Array.from({ length: photosOfDock }, (_, at) => {
    const bytes = randomBytes(size);
    bytes.set([0xff, 0xd8, 0xff, 0xe1]);
    return { name: `DOCK_${at}.JPG`, bytes };
  });
  const endWatch = watchList(place);
  let puts = 0;
  for (const [turn, photo] of photos.entries()) puts += await bring(place, dock, photo, turn);
  const truncated = await endWatch();
  const there = (await listed(place)).filter(({ name }) => name.startsWith('DOCK_'));
  const brought: Brought[] = [];
  for (const { oid, name } of there) brought.push({ oid, name, sha256: await sumOf(place, oid) });
  const equal = photos.filter(({ name, bytes }) =>
    brought.some((one) => one.name === name && one.sha256 === sha256(bytes)),
  ).length;
  promise(
    equal === photosOfDock && there.length === photosOfDock,
    `dock: ${photosOfDock} photos arrive once over ${killsOf('server')} kills of the server and ${killsOf('store')} of the store`,
    `${equal} equal of ${there.length} listed, ${puts} tries to store`,
  );
  promise(
    truncated.length === 0,
    'dock: nothing truncated was ever listed',
    truncated.join(', ') || 'nothing',
  );
  return brought;
}
