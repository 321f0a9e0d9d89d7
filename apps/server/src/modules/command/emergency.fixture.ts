import { randomUUID } from 'node:crypto';
import type { CommandRecord } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { MessageHandler } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { testContext } from '../../testing/rooms.ts';
import type { AuditEntry } from '../audit-log/index.ts';
import type { DirectoryRow } from '../dock/index.ts';
import { createEmergency, type EmergencyDependencies, type EmergencyRequest } from './emergency.ts';
import type { JournalLine } from './emergency.journal.ts';
import type { EmergencyIntent } from './intent-claims.ts';

/** The click, and the server's time. */
export const clicked = 1_760_000_000_000;
/** The device's own clock. */
export const wall = clicked + 123.4;
const group = randomUUID();

export const callerWith = (resources: readonly string[] = ['dock:emergency'], groupOID = group): Caller => ({
  memberOID: 'member',
  account: 'a',
  name: 'A',
  groupRoot: group,
  groupOID,
  sessionOID: 'session',
  resources: new Set(resources),
  mustChange: false,
  mustSetUp: false,
});

/** A proved dock of the caller's organisation, with what differs. */
export const device = (oid: string, part: Partial<DirectoryRow> = {}): DirectoryRow => ({
  oid,
  sn: `SN-${oid}`,
  model: '3-2-0',
  kind: 'dock',
  groupRoot: group,
  path: [group],
  droneOID: null,
  open: false,
  proved: true,
  ...part,
});
const devices = [
  device('dock'),
  device('open', { open: true, model: 'Nest 1' }),
  device('stranger', { proved: false }),
];

export interface SentOrder {
  topic: string;
  said: Record<string, unknown> & { tid?: string; id?: string };
  limit: { sn: string; dockOID: string; tid: string; within: number };
}

/** One server without a database: what it does is heard here, and answered as a test says. */
export function emergencyPlace(part: {
  brokerAnswers?: boolean;
  /** Whether no other server has sent it. */
  free?: boolean;
  aircraft?: { returning: boolean; flyingTo: boolean } | null;
  confirmed?: boolean;
  serverTime?: number;
  /** The answer of the device; none: it keeps silent. */
  answer?: (order: SentOrder, hear: (topic: string, said: unknown) => void) => void;
  /** What becomes of a try to store, by its number from 0: it fails, runs as it is (a row of the audit log needs no SQL here), or is done. */
  store?: (at: number) => Error | 'runs' | null;
}) {
  const steps: string[] = [];
  const sent: SentOrder[] = [];
  const claims: EmergencyIntent[] = [];
  const lines: JournalLine[] = [];
  const spent: unknown[] = [];
  const audited: AuditEntry[] = [];
  const faults: unknown[] = [];
  const handlers = new Set<MessageHandler>();
  const subscribed: string[] = [];
  let stores = 0;
  let cleared = 0;
  const hear = (topic: string, said: unknown): void => {
    const bytes = Buffer.from(typeof said === 'string' ? said : JSON.stringify(said));
    for (const handler of handlers) handler(topic, bytes, {} as never);
  };
  const log = testContext().log;
  log.error = (what: unknown) => void faults.push(what);
  const trx = {
    execute: async (work: (trx: unknown) => Promise<unknown>): Promise<unknown> => {
      const outcome = part.store?.(stores) ?? null;
      stores += 1;
      if (outcome instanceof Error) throw outcome;
      return outcome === 'runs' ? work({}) : undefined;
    },
  };
  const runtime = {
    clock: { wall: () => wall, mono: () => 0 },
    serverTime: () => part.serverTime ?? clicked,
    log,
    db: { transaction: () => trx },
  } as unknown as Runtime;
  const deps = {
    broker: {
      answers: async () => part.brokerAnswers ?? true,
      subscribe: async (topics: readonly string[]) => void subscribed.push(...topics),
      onMessage: (handler: MessageHandler) => {
        handlers.add(handler);
        return () => handlers.delete(handler);
      },
      publishCommand: async (topic: string, payload: string, limit: SentOrder['limit']) => {
        steps.push('sent');
        const order = { topic, said: JSON.parse(payload) as SentOrder['said'], limit };
        sent.push(order);
        part.answer?.(order, hear);
      },
    },
    directory: { find: (oid: string) => devices.find((one) => one.oid === oid) ?? null },
    journal: {
      append: async (line: JournalLine) => {
        steps.push(`line ${line.state}`);
        lines.push(line);
      },
      take: async () => ({ lines: [...lines], done: async () => void (cleared += 1) }),
    },
    audit: { write: async (_trx: unknown, row: AuditEntry) => void audited.push(row) },
    sendGuard: {
      claimAcrossServers: async (intent: EmergencyIntent) => {
        claims.push(intent);
        return part.free ?? true;
      },
    },
    aircraftNow: async () => part.aircraft ?? null,
    spendConfirmation: async (...given: unknown[]) => {
      spent.push(given.slice(1));
      if (!(part.confirmed ?? true)) throw new Refusal('confirmationMissing');
    },
  } as unknown as EmergencyDependencies;
  const emergency = createEmergency(runtime, deps);
  const run = (
    request: Partial<EmergencyRequest> = {},
    method: JournalLine['method'] = 'returnHome',
    caller = callerWith(),
  ): Promise<CommandRecord> =>
    emergency.run(testContext({ caller }), method, {
      oid: 'dock',
      key: 'press',
      commandOID: 'command',
      clickedAt: clicked,
      ...request,
    });
  return {
    emergency,
    run,
    hear,
    steps,
    sent,
    claims,
    lines,
    spent,
    audited,
    faults,
    handlers,
    subscribed,
    cleared: () => cleared,
  };
}

/** The answer of a dock of the Cloud API to an order. */
export const replied = ({ topic, said }: SentOrder, result = 0, tid = said.tid): [string, object] => [
  `${topic}_reply`,
  { tid, bid: said['bid'], timestamp: clicked, method: said['method'], data: { result } },
];
