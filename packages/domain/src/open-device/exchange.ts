import { z } from 'zod';
import {
  openDeviceLimits,
  openDevicePublishes,
  openDeviceTopic,
  openMessages,
  type OpenAck,
  type OpenCommand,
  type OpenDeviceKind,
  type OpenDeviceUp,
  type OpenHello,
  type OpenProgress,
  type OpenState,
  type OpenWelcome,
} from './open-device.ts';

/** Why a command of a trial was sent; each belongs to the rule that it tries. */
export type OpenTrial =
  | 'settle'
  | 'expired'
  | 'unknownCommand'
  | 'invalidArguments'
  | 'ownCommands'
  | 'finalState'
  | 'once'
  | 'stopped'
  | 'stop'
  | 'broken'
  | 'refusedWelcome'
  | 'serverTime';

/** A command as a trial sends it: a name may be unknown, arguments may be wrong. */
export type OpenTrialCommand = Omit<OpenCommand, 'name' | 'arguments'> & { name: string; arguments: unknown };

/** What happened between a device and a console that tries it, in its order; `at` in epoch ms by the clock of the server. */
export type OpenEntry = { at: number } & (
  | { kind: 'signInRefused'; userName: string | null; why: string }
  | { kind: 'signedIn'; userName: string; will: string | null }
  | { kind: 'subscribed'; topic: string }
  | { kind: 'closed'; by: 'device' | 'trial' }
  /** So long that the connection was ended over it. */
  | { kind: 'tooLarge'; bytes: number }
  /** `dup`: the client sends again what it did not know to have arrived. */
  | {
      kind: 'published';
      topic: string;
      text: string;
      bytes: number;
      retained: boolean;
      qos: number;
      dup: boolean;
    }
  | { kind: 'welcomed'; welcome: OpenWelcome }
  | { kind: 'ordered'; trial: OpenTrial; command: OpenTrialCommand }
  /** A trial that could not be made, and why. */
  | { kind: 'skipped'; trial: OpenTrial | 'reconnect'; why: string }
);

type Published = Extract<OpenEntry, { kind: 'published' }>;

export interface OpenExchange {
  sn: string;
  /** What it must be, when that is known before. */
  kind?: OpenDeviceKind | undefined;
  entries: readonly OpenEntry[];
}

type Bodies = {
  hello: OpenHello;
  state: OpenState;
  ack: OpenAck;
  progress: OpenProgress;
  alarms: unknown;
};

/** A message of a device, read. */
export interface OpenSaid<K extends OpenDeviceUp = OpenDeviceUp> {
  last: K;
  at: number;
  text: string;
  /** Null when it does not fit; `fault` then says why. */
  body: Bodies[K] | null;
  fault: string | null;
}

export interface OpenOrdered {
  trial: OpenTrial;
  at: number;
  command: OpenTrialCommand;
}

/** From a sign-in to its end. */
export interface OpenConnection {
  from: number;
  /** Infinity while it stands. */
  to: number;
  endedBy: 'device' | 'trial' | null;
  said: OpenSaid[];
  /** On topics outside the contract too. */
  published: Published[];
  ordered: OpenOrdered[];
  welcomes: { at: number; welcome: OpenWelcome }[];
}

/** Whether JSON nests deeper than `most`; looks no deeper than that. */
export const nestsDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((inner) => nestsDeeper(inner, most - 1)));

/** Reads a message by the shape of its topic. */
export function readOpenMessage(last: OpenDeviceUp, text: string): { body: unknown; fault: string | null } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { body: null, fault: 'it is no JSON' };
  }
  if (nestsDeeper(json, openDeviceLimits.depth)) return { body: null, fault: 'it nests too deep' };
  const read = openMessages[last].safeParse(json);
  if (read.success) return { body: read.data, fault: null };
  return { body: null, fault: z.prettifyError(read.error).replaceAll(/\s*\n\s*/g, ' ') };
}

/** Of which kind a message on a topic is; undefined outside the contract. */
export const lastOf = (sn: string, topic: string): OpenDeviceUp | undefined =>
  openDevicePublishes.find((last) => openDeviceTopic(sn, last) === topic);

const opened = (from: number): OpenConnection => ({
  from,
  to: Infinity,
  endedBy: null,
  said: [],
  published: [],
  ordered: [],
  welcomes: [],
});

/** At QoS 1 a message may arrive twice, also over the end of a connection. */
const hasArrived = (connections: readonly OpenConnection[], { topic, text }: Published): boolean =>
  connections.some(({ published }) => published.some((one) => one.topic === topic && one.text === text));

function take(sn: string, connections: readonly OpenConnection[], entry: OpenEntry): void {
  const connection = connections.at(-1);
  if (!connection) return;
  if (entry.kind === 'published') {
    const again = entry.dup && hasArrived(connections, entry);
    connection.published.push(entry);
    const last = lastOf(sn, entry.topic);
    if (last === undefined || again) return;
    const read = readOpenMessage(last, entry.text) as Pick<OpenSaid, 'body' | 'fault'>;
    connection.said.push({ last, at: entry.at, text: entry.text, ...read });
  }
  if (entry.kind === 'ordered') connection.ordered.push(entry);
  if (entry.kind === 'welcomed') connection.welcomes.push(entry);
  if (entry.kind === 'closed') Object.assign(connection, { to: entry.at, endedBy: entry.by });
}

/** The connections of an exchange, each with what was said in it. */
export function connectionsOf({ sn, entries }: OpenExchange): OpenConnection[] {
  const connections: OpenConnection[] = [];
  for (const entry of entries) {
    if (entry.kind === 'signedIn') connections.push(opened(entry.at));
    take(sn, connections, entry);
  }
  return connections;
}

/** Messages of one kind that fit their shape, in their order. */
export const saidAs = <K extends OpenDeviceUp>(
  connections: readonly OpenConnection[],
  last: K,
): (OpenSaid<K> & { body: Bodies[K] })[] =>
  connections
    .flatMap(({ said }) => said)
    .filter((one): one is OpenSaid<K> & { body: Bodies[K] } => one.last === last && one.body !== null);

/** What a device said of itself first. */
export const helloOf = (connections: readonly OpenConnection[]): OpenHello | undefined =>
  saidAs(connections, 'hello')[0]?.body;

/** When a connection ended, or as far as the exchange goes. */
export const connectionEnd = ({ entries }: OpenExchange, { from, to }: OpenConnection): number =>
  Number.isFinite(to) ? to : (entries.at(-1)?.at ?? from);
