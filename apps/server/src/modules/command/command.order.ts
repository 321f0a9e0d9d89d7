import {
  beginsFlight,
  commandRules,
  isExpired,
  limits,
  type CommandMethod,
  type CommandRecord,
} from '@eyrie/domain';
import type { CallContext, Caller, Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { auditRow, storeOutcome } from './command.audit.ts';
import { answerTimeout } from './command.deadline.ts';
import { argumentsHash, draftOf, writeDraft, type InitialState, type CommandOrder } from './command.draft.ts';
import { answerOf, presentCommand } from './command.present.ts';
import { commandByKey, commandByOid, moveCommand, type Command, type NewCommand } from './command.store.ts';
import type { Wait, Waits } from './command.waits.ts';
import { senderStatusOf } from './sender.store.ts';

export interface OrderDependencies {
  audit: AuditLog;
  waits: Waits;
  /** Why no flight of an organisation may begin now; null: they may. */
  newFlightRefusal(db: DbOrTrx, groupRoot: string): Promise<Refusal | null>;
  /** A device was ordered by a record that is not proved to be its own. Does not wait or throw. */
  strangerOrdered(dockOID: string, method: CommandMethod): void;
}

/** No gateway claimed the order in time: return-home and hover then bypass the database. */
export class NotClaimed extends Error {}

const mayBypassGateway = ({ method, dock }: CommandOrder, { resources }: Caller): boolean =>
  dock.kind === 'dock' && commandRules[method].emergency && resources.has('dock:emergency');

/** The same key gives the stored record; with other arguments it is refused. Nothing is sent. */
const repeat = (language: Language, command: Command, request: CommandOrder): CommandRecord => {
  if (!command.argumentsHash.equals(argumentsHash(request.method, request.arguments)))
    throw new Refusal('keyReused');
  return presentCommand(language, command);
};

/** Stores the order of a member, lets the gateway of the dock carry it out, and waits for the outcome. */
export const createOrder = (
  runtime: Runtime,
  { audit, waits, newFlightRefusal, strangerOrdered }: OrderDependencies,
) => {
  const { db } = runtime;

  const initialStateOf = async (
    caller: Caller,
    request: CommandOrder,
    now: number,
  ): Promise<InitialState> => {
    // Before everything else: whose the device is does not change with time, and no way leads past it.
    if (!request.dock.proved) return { state: 'failed', reason: 'notProved', detail: null };
    if (isExpired(request.method, request.issuedAt ?? now, now))
      return { state: 'expired', reason: 'expired', detail: null };
    const closed = beginsFlight(request.method) ? await newFlightRefusal(db, request.dock.groupRoot) : null;
    if (closed) {
      const { values } = closed.details;
      return { state: 'failed', reason: closed.reason, detail: values ? JSON.stringify(values) : null };
    }
    // Return-home and hover can bypass a gateway that has died.
    if (mayBypassGateway(request, caller) || request.hasGateway)
      return { state: 'drafted', reason: null, detail: null };
    return { state: 'failed', reason: 'dockOffline', detail: null };
  };

  /** Checks the sender again after the wait: past the gateway no other fence does. */
  const recheckSender = async ({ sessionOID }: Caller, dockOID: string): Promise<boolean> => {
    const rights = ['dock:emergency'];
    const status = await senderStatusOf(db, { sessionOID, dockOID, rights }, runtime.serverTime());
    return status.signedIn && status.sees && status.rights.length > 0;
  };

  /** No gateway claimed it in time. It must not be claimed later. */
  const expire = async (draft: NewCommand): Promise<Command | null> => {
    const change = { state: 'expired', at: runtime.serverTime(), reason: 'expired', code: 409 } as const;
    const expired = await storeOutcome({ db, audit }, auditRow(draft, 'expired', null, 'expired'), (trx) =>
      moveCommand(trx, draft.oid, ['drafted'], change),
    );
    return expired ?? commandByOid(db, draft.oid);
  };

  /** Of an order that was stored. */
  const outcomeOf = async (
    { caller }: CallContext,
    { dock, method }: CommandOrder,
    draft: NewCommand,
    waiting: Wait,
  ): Promise<Command> => {
    if (draft.state !== 'drafted') return waits.settled(draft.oid, answerTimeout(method));
    if (dock.kind === 'dock' && commandRules[method].emergency) {
      const claimed = await waits.claimed(draft.oid, limits.command.pickedUpWithin, waiting);
      if (claimed.state === 'drafted' && (await recheckSender(caller, dock.oid))) throw new NotClaimed();
    }
    const command = await waits.settled(draft.oid, answerTimeout(method), waiting);
    return command.state === 'drafted' ? ((await expire(draft)) ?? command) : command;
  };

  return async (context: CallContext, request: CommandOrder): Promise<CommandRecord> => {
    const { caller, language } = context;
    const now = runtime.serverTime();
    const draft = draftOf(context, request, await initialStateOf(caller, request, now), now);
    const waiting = waits.begin(draft.oid);
    try {
      if (!(await writeDraft({ db, audit }, draft))) {
        const given = await commandByKey(db, caller.memberOID, request.dock.oid, request.key);
        if (!given) throw new Refusal('internal');
        return repeat(language, given, request);
      }
      if (draft.reason === 'notProved') strangerOrdered(request.dock.oid, request.method);
      return answerOf(language, await outcomeOf(context, request, draft, waiting));
    } finally {
      waiting.end();
    }
  };
};
