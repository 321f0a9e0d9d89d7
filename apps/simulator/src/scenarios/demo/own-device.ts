import { randomBytes } from 'node:crypto';
import type { DemoLanguage, DemoWorld, Names } from '../demo-room.ts';
import type { Outcome } from '../server-calls.ts';

/** A device of the demo that signs in itself, with a password that is made anew at each start. */
export interface OwnDevice {
  names: Names;
  /** First letters of the serial number; the rest is drawn by lot. */
  prefix: string;
  lng: number;
  lat: number;
  /** Metres above the ellipsoid. */
  height: number;
}

/** The calls of its kind begin with this, such as `robot`. */
export interface OwnDeviceCalls {
  path: string;
  /** What a new record has beside name, serial number and department. */
  given: Readonly<Record<string, unknown>>;
}

interface Row {
  oid: string;
  sn: string;
  name: string;
}

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const drawnSn = (prefix: string): string =>
  prefix + [...randomBytes(6)].map((byte) => letters[byte % letters.length]).join('');

/** What was asked for; `refused`: an account of an older demo may not; null: not now. */
export type Provided<T> = T | 'refused' | null;

/** Why there is no answer. */
export const withoutAnswer = (outcome: Outcome<unknown>): 'refused' | null =>
  !outcome.ok && outcome.status === 403 ? 'refused' : null;

/** The device of which the serial number begins so; undefined: there is none. */
export const findDevice = async (
  { calls }: DemoWorld,
  path: string,
  prefix: string,
): Promise<Provided<Row | undefined>> => {
  const body = { keyword: prefix, pageSize: 50 };
  const found = await calls.post<{ list: Row[] }>(`/nebula-five/${path}/query.rest`, body);
  return found.ok ? found.data.list.find(({ sn }) => sn.startsWith(prefix)) : withoutAnswer(found);
};

/** Its record under the name of the language, unless a person gave it another. */
const provide = async (
  world: DemoWorld,
  { names, prefix }: OwnDevice,
  { path, given }: OwnDeviceCalls,
  language: DemoLanguage,
): Promise<Provided<{ oid: string; sn: string }>> => {
  const row = await findDevice(world, path, prefix);
  if (row === null || row === 'refused') return row;
  const name = names[language];
  if (!row) {
    const sn = drawnSn(prefix);
    const body = { name, sn, groupOID: world.calls.groupOID, ...given };
    const added = await world.calls.post<{ oid: string }>(`/nebula-five/${path}/add.rest`, body);
    if (!added.ok) world.log('deviceRefused', { name, reason: added.reason, message: added.message });
    return added.ok ? { oid: added.data.oid, sn } : withoutAnswer(added);
  }
  if (row.name !== name && Object.values(names).includes(row.name))
    await world.calls.post(`/nebula-five/${path}/edit.rest`, { oid: row.oid, name });
  return row;
};

const newSecret = async ({ calls }: DemoWorld, path: string, oid: string): Promise<Provided<string>> => {
  const made = await calls.post<{ secret: string }>(`/nebula-five/${path}/secretRenew.rest`, { oid });
  return made.ok ? made.data.secret : withoutAnswer(made);
};

/**
 * The devices of one kind, each provided in the language and started once.
 * @param start begins it with the password that it was given
 */
export const createOwnDevices = <Device extends OwnDevice>(
  devices: readonly Device[],
  calls: OwnDeviceCalls,
  start: (
    world: DemoWorld,
    device: Device,
    signIn: { sn: string; secret: string },
  ) => { stop(): Promise<void> },
) => {
  const started = new WeakMap<DemoWorld, Map<string, { stop(): Promise<void> }>>();
  const runningOf = (world: DemoWorld): Map<string, { stop(): Promise<void> }> => {
    const known = started.get(world) ?? new Map<string, { stop(): Promise<void> }>();
    started.set(world, known);
    return known;
  };
  return {
    async fill(world: DemoWorld, language: DemoLanguage): Promise<void> {
      const running = runningOf(world);
      for (const device of devices) {
        const known = await world.insist('device', () => provide(world, device, calls, language));
        if (!known || known === 'refused' || world.ended() || running.has(device.prefix)) continue;
        const secret = await world.insist('password', () => newSecret(world, calls.path, known.oid));
        if (secret && secret !== 'refused' && !world.ended())
          running.set(device.prefix, start(world, device, { sn: known.sn, secret }));
      }
    },
    async stop(world: DemoWorld): Promise<void> {
      await Promise.all([...runningOf(world).values()].map((device) => device.stop()));
    },
  };
};
