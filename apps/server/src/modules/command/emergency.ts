import { createHash, randomUUID } from 'node:crypto';
import { commandRules, isExpired, refusalStatus, type CommandRecord, type CommandState } from '@eyrie/domain';
import {
  decodeEnvelope,
  decodeServiceReply,
  encodeService,
  flighttaskPause,
  returnHome,
  topics,
} from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockDirectory } from '../dock/index.ts';
import { isAuditBlocked } from './command.audit.ts';
import { commandByOid, insertCommand, moveCommand, setDetail } from './command.store.ts';
import type { Journal, JournalLine } from './emergency.journal.ts';
import type { SentWishes } from './sent-wishes.ts';

export interface EmergencyDependencies {
  broker: BrokerClient;
  directory: DockDirectory;
  journal: Journal;
  audit: AuditLog;
  sentWishes: SentWishes;
}

export interface EmergencyRequest {
  oid: string;
  key: string;
  /** Id of the command; the same as that of a row which may have been written before the database failed. */
  commandOID: string;
  /** The click in server time, epoch ms. */
  clickedAt: number;
}

const sentBefore = 1_000;
const withoutDatabase = 'withoutDatabase';
const notAudited = 'withoutDatabase, not in the audit log yet';
const unsent: readonly CommandState[] = ['drafted', 'authorised', 'expired', 'failed'];
const reasons: Partial<Record<CommandState, 'deviceSilent' | 'deviceRefused'>> = {
  unknown: 'deviceSilent',
  rejected: 'deviceRefused',
};

/**
 * Return-home and hover without a database: the member was verified in the last minute, the line is on this
 * machine's disk before the message leaves, and it becomes a command and audit row when the database is back.
 */
export const createEmergency = (runtime: Runtime, deps: EmergencyDependencies) => {
  const byKey = new Map<string, Promise<JournalLine>>();
  let recovering: Promise<void> | null = null;
  const keyOf = (wish: { memberOID: string; dockOID: string; key: string }): string =>
    `${wish.memberOID} ${wish.dockOID} ${wish.key}`;

  const exchange = async (
    sn: string,
    method: JournalLine['method'],
  ): Promise<{ state: CommandState; code: number | null }> => {
    const tid = randomUUID();
    const service = method === 'returnHome' ? returnHome() : flighttaskPause();
    const topic = topics.servicesReply(sn);
    await deps.broker.subscribe([topic]);
    let stop: () => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    const reply = new Promise<{ state: CommandState; code: number | null }>((resolve) => {
      timer = setTimeout(() => resolve({ state: 'unknown', code: null }), commandRules[method].ack);
      stop = deps.broker.onMessage((from, payload) => {
        if (from !== topic) return;
        const decoded = decodeEnvelope(payload);
        if (!decoded.ok || decoded.message.tid !== tid) return;
        const answer = decodeServiceReply(decoded.message.data);
        if (answer) resolve({ state: answer.accepted ? 'accepted' : 'rejected', code: answer.result });
      });
    });
    try {
      await deps.broker.publish(
        topics.services(sn),
        encodeService({ tid, bid: randomUUID(), timestamp: runtime.clock.wall(), gateway: sn, service }),
        { qos: 0 },
      );
      return await reply;
    } finally {
      clearTimeout(timer);
      stop();
    }
  };

  const send = async (
    context: CallContext,
    method: JournalLine['method'],
    request: EmergencyRequest,
  ): Promise<JournalLine> => {
    const { caller } = context;
    const dock = deps.directory.find(request.oid);
    if (!dock || !dock.path.includes(caller.groupOID)) throw new Refusal('notFound');
    if (!caller.resources.has('dock:emergency') && !caller.resources.has('dock:control'))
      throw new Refusal('notAllowed');
    if (!(await deps.broker.answers())) throw new Refusal('brokerDown');
    if (isExpired(method, request.clickedAt, runtime.serverTime())) throw new Refusal('expired');
    const wish = { memberOID: caller.memberOID, dockOID: dock.oid, key: request.key };
    if (!(await deps.sentWishes.claimEverywhere(wish)))
      throw new Refusal('deviceSilent', { data: { commandOID: request.commandOID, state: 'unknown' } });
    const line: JournalLine = {
      commandOID: request.commandOID,
      groupRoot: dock.groupRoot,
      dockOID: dock.oid,
      method,
      key: request.key,
      memberOID: caller.memberOID,
      sessionOID: caller.sessionOID,
      address: context.address,
      at: runtime.serverTime(),
      state: 'sent',
      code: null,
    };
    await deps.journal.append(line);
    runtime.log.warn(
      { correlationId: line.commandOID, dock: dock.sn, method },
      'command sent without the database',
    );
    const outcome = await exchange(dock.sn, method);
    const settled = { ...line, ...outcome };
    await deps.journal.append(settled);
    return settled;
  };

  /** Makes a command of a line; when the log takes no rows, what people see of it does not wait for that. */
  const store = async (line: JournalLine): Promise<void> => {
    try {
      await runtime.db.transaction().execute((trx) => storeIn(trx, line, true));
    } catch (error) {
      if (isAuditBlocked(error)) await runtime.db.transaction().execute((trx) => storeIn(trx, line, false));
      throw error;
    }
  };

  const storeIn = async (trx: DbOrTrx, line: JournalLine, audited: boolean): Promise<void> => {
    const fresh = await insertCommand(trx, {
      oid: line.commandOID,
      groupRoot: line.groupRoot,
      dockOID: line.dockOID,
      flightOID: null,
      method: line.method,
      key: line.key,
      arguments: { emergency: true, withoutDatabase: true },
      argumentsHash: createHash('sha256')
        .update(JSON.stringify([line.method]))
        .digest(),
      issuedBy: line.memberOID,
      sessionOID: line.sessionOID,
      address: line.address,
      epoch: null,
      nonceHash: null,
      issuedAt: line.at,
      expiresAt: line.at + commandRules[line.method].ttl,
      state: 'sent',
      reason: null,
      detail: withoutDatabase,
      history: [{ at: line.at, state: 'sent', detail: withoutDatabase }],
    });
    // It was written when the database failed: it went out by the other way.
    if (!fresh)
      await moveCommand(trx, line.commandOID, unsent, {
        state: 'sent',
        at: line.at,
        sentAt: line.at,
        reason: null,
        code: null,
        detail: withoutDatabase,
      });
    const known = line.state !== 'sent';
    const moved =
      known &&
      (await moveCommand(trx, line.commandOID, ['sent'], {
        state: line.state,
        at: line.at + sentBefore,
        code: line.code,
      }));
    // Stored before without its row: the line was kept for the row's sake.
    const owed = known && (await commandByOid(trx, line.commandOID))?.detail === notAudited;
    if (!fresh && !moved && !owed) return;
    await setDetail(trx, line.commandOID, audited ? withoutDatabase : notAudited);
    if (audited)
      await deps.audit.write(trx, {
        groupRoot: line.groupRoot,
        memberOID: line.memberOID,
        sessionOID: line.sessionOID,
        address: line.address,
        dockOID: line.dockOID,
        action: `command.${line.method}`,
        outcome: line.state,
        code: line.code,
        detail: { commandOID: line.commandOID, withoutDatabase: true, at: line.at },
        correlationId: line.commandOID,
      });
  };

  const takeIn = async (): Promise<void> => {
    const { lines: all, done } = await deps.journal.take();
    const latest = new Map(all.map((line) => [line.commandOID, line]));
    // Sent by a server that died before the answer: nobody knows.
    const lines = [...latest.values()].map((line): JournalLine =>
      line.state === 'sent' && !byKey.has(keyOf(line)) ? { ...line, state: 'unknown' } : line,
    );
    const faults: unknown[] = [];
    for (const line of lines) await store(line).catch((error: unknown) => faults.push(error));
    // None may keep the others from becoming rows; all are tried again.
    if (faults.length > 0) throw faults[0];
    await done();
    // What is a row now answers for itself; what is still under way keeps its key here.
    for (const line of lines) if (line.state !== 'sent') byKey.delete(keyOf(line));
  };

  const recordOf = (context: CallContext, line: JournalLine): CommandRecord => ({
    commandOID: line.commandOID,
    dockOID: line.dockOID,
    flightOID: null,
    method: line.method,
    state: line.state,
    code: line.code,
    reason: reasons[line.state] ?? null,
    message: say(context.language, `commandState.${line.state}`),
    issuedBy: { oid: line.memberOID, name: context.caller.name },
    issuedAt: line.at,
    epoch: null,
    history: [{ at: line.at, state: 'sent', detail: withoutDatabase }],
  });

  return {
    /** True while this wish is on its way, or went out and has not become a row yet. */
    knows: (memberOID: string, request: { oid: string; key: string }): boolean =>
      byKey.has(keyOf({ memberOID, dockOID: request.oid, key: request.key })),
    /** Sends now; the same key again gives the same record and sends nothing. */
    async run(
      context: CallContext,
      method: JournalLine['method'],
      request: EmergencyRequest,
    ): Promise<CommandRecord> {
      const key = keyOf({ memberOID: context.caller.memberOID, dockOID: request.oid, key: request.key });
      let sending = byKey.get(key);
      const repeated = sending !== undefined;
      if (!sending) {
        sending = send(context, method, request);
        byKey.set(key, sending);
        sending.catch(() => byKey.delete(key));
      }
      const line = await sending;
      if (line.method !== method) throw new Refusal('keyReused');
      const record = recordOf(context, line);
      const refusal = reasons[line.state];
      // Silence is no success, with or without a database. A repetition only reads what became of the first.
      if (refusal && !repeated)
        throw new Refusal(refusal, {
          message: record.message,
          data: { ...record },
          code: line.code ?? refusalStatus[refusal],
        });
      return record;
    },
    /** The database is back: what went out becomes rows. One run at a time. */
    recover: (): Promise<void> =>
      (recovering ??= takeIn()
        .then(() => deps.journal.reserve())
        .finally(() => {
          recovering = null;
        })),
  };
};
export type Emergency = ReturnType<typeof createEmergency>;
