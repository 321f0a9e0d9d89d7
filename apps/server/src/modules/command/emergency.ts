import { commandRules, isExpired, refusalStatus, type CommandRecord, type CommandState } from '@eyrie/domain';
import {
  flighttaskPause,
  flyToPointStop,
  poiModeExit,
  gatewayHas,
  returnHome,
  returnHomeCancel,
} from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import type { BrokerClient } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { provedAddress, requireProved, type DockDirectory, type DirectoryRow } from '../dock/index.ts';
import { exchangeWith, type EmergencyOrder } from './emergency.exchange.ts';
import type { Journal, JournalLine } from './emergency.journal.ts';
import { storeLine, withoutDatabase } from './emergency.rows.ts';
import type { SendGuard } from './send-guard.ts';
import { intentName } from './intent-claims.ts';

export interface EmergencyDependencies {
  broker: BrokerClient;
  directory: DockDirectory;
  journal: Journal;
  audit: AuditLog;
  sendGuard: SendGuard;
  /** The state of a dock's aircraft from the gateway that owns it; null: unknown. */
  aircraftNow(dockOID: string): Promise<{ returning: boolean; flyingTo: boolean; orbiting?: boolean } | null>;
  /** Spends the confirmation of a method, with or without a database, or refuses. */
  spendConfirmation(
    caller: Caller,
    dockOID: string,
    method: 'returnHomeCancel',
    nonce: string | undefined,
  ): Promise<void>;
}

export interface EmergencyRequest {
  oid: string;
  key: string;
  nonce?: string | undefined;
  /** Id of the command, also of a row that may have been stored before the database failed. */
  commandOID: string;
  /** The click in server time, epoch ms. */
  clickedAt: number;
  /** Nobody said when it was clicked: the receipt counts. */
  atReceipt?: boolean;
}

export type EmergencyMethod = JournalLine['method'];

const refusals: Partial<Record<CommandState, 'deviceSilent' | 'deviceRefused'>> = {
  unknown: 'deviceSilent',
  rejected: 'deviceRefused',
};

/** A journal line as people see it before it is a command. */
const presentLine = ({ caller, language }: CallContext, line: JournalLine): CommandRecord => ({
  commandOID: line.commandOID,
  dockOID: line.dockOID,
  flightOID: null,
  method: line.method,
  state: line.state,
  code: line.code,
  reason: refusals[line.state] ?? null,
  message: say(language, `commandState.${line.state === 'unknown' ? 'mayStillRun' : line.state}`),
  issuedBy: { oid: line.memberOID, name: caller.name },
  issuedAt: line.at,
  epoch: null,
  history: [{ at: line.at, state: 'sent', detail: withoutDatabase }],
});

/**
 * Hover does the same as by the gateway: it ends a return home only when that was confirmed. While the state of the
 * aircraft is unknown a pause is sent, which does not end a return.
 */
const cloudServiceOf = async (
  deps: Pick<EmergencyDependencies, 'aircraftNow' | 'spendConfirmation'>,
  caller: Caller,
  dockOID: string,
  method: EmergencyMethod,
  nonce: string | undefined,
) => {
  if (method === 'robotStop') throw new Refusal('methodMissing');
  if (method === 'returnHome') return returnHome();
  const aircraft = await deps.aircraftNow(dockOID);
  if (aircraft?.returning) {
    await deps.spendConfirmation(caller, dockOID, 'returnHomeCancel', nonce);
    return returnHomeCancel();
  }
  // The gateway says so only of a dock that has the method.
  if (aircraft?.orbiting) return poiModeExit();
  return aircraft?.flyingTo ? flyToPointStop() : flighttaskPause();
};

/** How a device is told an order. @throws Refusal `methodMissing`, `consentMissing`, and what a confirmation lacks */
const orderOf = async (
  deps: Pick<EmergencyDependencies, 'aircraftNow' | 'spendConfirmation'>,
  caller: Caller,
  { oid, kind, open, model }: DirectoryRow,
  method: EmergencyMethod,
  nonce: string | undefined,
): Promise<EmergencyOrder> => {
  // Only its gateway knows whether the pilot agreed.
  if (kind === 'remoteController') throw new Refusal('consentMissing');
  // Every device of the open contract knows `stop`; one that cannot return says so itself.
  if ((kind === 'robot') !== (method === 'robotStop')) throw new Refusal('methodMissing');
  if (open) return { open: method === 'returnHome' ? 'returnHome' : 'stop' };
  const service = await cloudServiceOf(deps, caller, oid, method, nonce);
  if (!gatewayHas(model, service.method)) throw new Refusal('methodMissing');
  return { service };
};

/** Sends once, with the line on the disk before the message. @returns the line with its outcome */
const send = async (
  runtime: Runtime,
  deps: EmergencyDependencies,
  { caller, address: from }: CallContext,
  method: EmergencyMethod,
  request: EmergencyRequest,
): Promise<JournalLine> => {
  const dock = deps.directory.find(request.oid);
  if (!dock || !dock.path.includes(caller.groupOID)) throw new Refusal('notFound');
  if (!caller.resources.has('dock:emergency') && !caller.resources.has('dock:control'))
    throw new Refusal('notAllowed');
  const address = provedAddress(dock);
  if (!(await deps.broker.answers())) throw new Refusal('brokerDown');
  if (isExpired(method, request.clickedAt, runtime.serverTime())) throw new Refusal('expired');
  const order = await orderOf(deps, caller, dock, method, request.nonce);
  const intent = { memberOID: caller.memberOID, dockOID: dock.oid, key: request.key };
  if (!(await deps.sendGuard.claimAcrossServers(intent)))
    throw new Refusal('deviceSilent', { data: { commandOID: request.commandOID, state: 'unknown' } });
  const line: JournalLine = {
    commandOID: request.commandOID,
    groupRoot: dock.groupRoot,
    dockOID: dock.oid,
    method,
    key: request.key,
    memberOID: caller.memberOID,
    sessionOID: caller.sessionOID,
    address: from,
    at: runtime.serverTime(),
    ...(request.atReceipt ? { atReceipt: true } : {}),
    state: 'sent',
    code: null,
  };
  await deps.journal.append(line);
  runtime.log.warn(
    { correlationId: line.commandOID, dock: dock.sn, method },
    'command sent without the database',
  );
  const within = request.clickedAt + commandRules[method].ttl - runtime.serverTime();
  const settled = {
    ...line,
    ...(await exchangeWith(runtime, deps.broker, address, { method, order, within })),
  };
  await deps.journal.append(settled);
  return settled;
};

/**
 * Return-home, hover and the stop of a robot without a database. The member was verified in the last minute, the line is on this machine's
 * disk before the message is sent, and it becomes a command and an audit row when the database is back.
 */
export const createEmergency = (runtime: Runtime, deps: EmergencyDependencies) => {
  /** Intents that are being sent, or were sent and are not rows yet. */
  const byKey = new Map<string, Promise<JournalLine>>();
  let recovering: Promise<void> | null = null;
  /** Lines that can never be commands and are in the log already: it must not repeat them at each try. */
  const reportedLines = new Set<string>();

  const storeOne = async (line: JournalLine): Promise<void> => {
    const name = `${line.commandOID} ${line.state}`;
    if (reportedLines.has(name)) return;
    const outcome = await storeLine(runtime.db, deps.audit, line);
    if (outcome === 'stored') return;
    reportedLines.add(name);
    runtime.log.error({ line, outcome }, 'the database refused an emergency order for its own data');
  };

  const storeJournal = async (): Promise<void> => {
    const { lines: all, done } = await deps.journal.take();
    const latest = new Map(all.map((line) => [line.commandOID, line]));
    // Sent by a server that died before the answer: unknown.
    const lines = [...latest.values()].map((line): JournalLine =>
      line.state === 'sent' && !byKey.has(intentName(line)) ? { ...line, state: 'unknown' } : line,
    );
    const faults: unknown[] = [];
    for (const line of lines) await storeOne(line).catch((error: unknown) => faults.push(error));
    // One that fails must not stop the others; all are tried again.
    if (faults.length > 0) throw faults[0];
    await done();
    reportedLines.clear();
    // A row answers for itself now; what is still being sent keeps its key here.
    for (const line of lines) if (line.state !== 'sent') byKey.delete(intentName(line));
  };

  return {
    /** Finds a dock of the caller without a database, or refuses. */
    requireDock({ groupOID }: Caller, dockOID: string): { oid: string } {
      const dock = deps.directory.find(dockOID);
      if (!dock?.path.includes(groupOID)) throw new Refusal('notFound');
      return requireProved(dock);
    },
    /** Whether this intent is being sent, or was sent and is not a row yet. */
    knows: (memberOID: string, request: { oid: string; key: string }): boolean =>
      byKey.has(intentName({ memberOID, dockOID: request.oid, key: request.key })),
    /** Sends now. The same key again gives the same record and sends nothing. */
    async run(
      context: CallContext,
      method: EmergencyMethod,
      request: EmergencyRequest,
    ): Promise<CommandRecord> {
      const { memberOID } = context.caller;
      const key = intentName({ memberOID, dockOID: request.oid, key: request.key });
      let sending = byKey.get(key);
      const repeated = sending !== undefined;
      if (!sending) {
        sending = send(runtime, deps, context, method, request);
        byKey.set(key, sending);
        sending.catch(() => byKey.delete(key));
      }
      const line = await sending;
      if (line.method !== method) throw new Refusal('keyReused');
      const record = presentLine(context, line);
      const refusal = refusals[line.state];
      // Silence is no success. A repetition only reads the outcome of the first.
      if (refusal && !repeated)
        throw new Refusal(refusal, {
          message: record.message,
          data: { ...record },
          code: line.code ?? refusalStatus[refusal],
        });
      return record;
    },
    /** Reserves disk space for the journal, in case the disk fills up. */
    keepRoom: (): Promise<void> => deps.journal.reserve(),
    /** Stores the journal now that the database is back. One run at a time. */
    recover: (): Promise<void> =>
      (recovering ??= storeJournal().finally(() => {
        recovering = null;
      })),
    close: (): Promise<void> => deps.journal.close(),
  };
};
export type Emergency = ReturnType<typeof createEmergency>;
