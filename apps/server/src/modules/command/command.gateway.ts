import { randomUUID } from 'node:crypto';
import { commandRules, mayMove, type CommandState, type RefusalReason } from '@eyrie/domain';
import type { ServiceReply } from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { auditRow, storeFate } from './command.audit.ts';
import { createAuthoriser } from './command.authorise.ts';
import { createExchange } from './command.exchange.ts';
import type { CommandPlans } from './command.plan.ts';
import { createPatientWrite } from './patient-write.ts';
import type { SentWishes, Wish } from './sent-wishes.ts';
import {
  commandByOid,
  lockCommand,
  moveCommand,
  notify,
  openCommands,
  type Command,
  type CommandChange,
} from './command.store.ts';
import { createWatches } from './command.watch.ts';
import type { DockLink } from '../dock/index.ts';

export interface CommandGatewayDependencies {
  audit: AuditLog;
  plans: CommandPlans;
  sentWishes: SentWishes;
  instanceId: string;
  /** Publishes at QoS 0, rejects at once without a broker; nothing is queued. */
  publish(topic: string, payload: string): Promise<void>;
  brokerUp(): boolean;
  /** Asks the broker now: a line may be dead before anybody has noticed. */
  brokerAnswers(): Promise<boolean>;
  /** Why no flight of an organisation may begin now; asked in the transaction that would let one begin. */
  newFlightRefusal(trx: DbOrTrx, groupRoot: string): Promise<Refusal | null>;
  linkOf(dockOID: string): DockLink | null;
  /** After a change of state was stored: tells the screens. */
  changed(link: DockLink, command: Command): void;
}

const wishOf = ({ issuedBy, dockOID, key }: Command): Wish => ({ memberOID: issuedBy, dockOID, key });
const unsettled: readonly CommandState[] = ['drafted', 'authorised', 'sent'];
const watchable: ReadonlySet<CommandState> = new Set(['accepted', 'in_progress', 'unknown', 'accepted_late']);
/** Where a watched command may come from. A late answer, or what the dock shows next, may have been stored first. */
const watchedBefore = (to: CommandState): CommandState[] =>
  [...watchable].filter((state) => mayMove(state, to));

/**
 * The one place that sends commands to docks. Every command is written before it is sent, sent at most once,
 * and ends in a visible state; a missing answer is `unknown` and is resolved by watching the dock, never by
 * sending again.
 */
export const createCommandGateway = (runtime: Runtime, deps: CommandGatewayDependencies) => {
  const running = new Set<Promise<void>>();
  const { db, clock } = runtime;
  const patient = createPatientWrite();
  const authoriser = createAuthoriser(runtime, deps);
  const exchange = createExchange(runtime, {
    publish: deps.publish,
    late: (oid, reply) => track(acceptLate(oid, reply)),
  });
  const watches = createWatches(runtime, {
    plans: deps.plans,
    resolved: (link, command, to, detail) =>
      track(
        move(command, watchedBefore(to), { state: to, detail }).then(async (moved) => {
          if (moved) await settle(link, moved, to, moved.code);
        }),
      ),
  });

  const move = async (
    command: Command,
    from: readonly CommandState[],
    change: Omit<CommandChange, 'at'>,
  ): Promise<Command | null> => {
    const at = runtime.serverTime();
    const store = async (trx: DbOrTrx): Promise<Command | null> => {
      if (!(await moveCommand(trx, command.oid, from, { ...change, at }))) return null;
      await notify(trx, 'command_changed', command.oid);
      return commandByOid(trx, command.oid);
    };
    // One row when it is written (authorised) and one when its fate is known; the steps between are its history.
    const step = change.state === 'sent' || change.state === 'in_progress';
    const row = auditRow(command, change.state, change.code ?? null, change.reason ?? change.detail ?? null);
    const moved = await patient.write(() =>
      step ? db.transaction().execute(store) : storeFate({ db, audit: deps.audit }, row, store),
    );
    const link = deps.linkOf(command.dockOID);
    if (moved && link) deps.changed(link, moved);
    return moved;
  };

  /** drafted → authorised, or a settled refusal. Null when there is nothing to send. */
  const authorise = async (link: DockLink, oid: string): Promise<Command | null> => {
    let command: Command | null = null;
    try {
      const nothing = await db.transaction().execute(async (trx) => {
        command = await lockCommand(trx, oid);
        if (!command || command.state !== 'drafted') {
          command = null;
          return null;
        }
        if (authoriser.expired(command)) throw new Refusal('expired');
        authoriser.refuseByState({ link, command, now: clock.mono() });
        await authoriser.fence(trx, link, command);
        const outcome = await deps.plans[command.method].authorise?.(trx, {
          link,
          command,
          now: clock.mono(),
        });
        const at = runtime.serverTime();
        await moveCommand(trx, oid, ['drafted'], { state: 'authorised', at, tid: randomUUID() });
        if (outcome)
          await moveCommand(trx, oid, ['authorised'], {
            state: 'succeeded',
            at,
            detail: outcome.nothingToSend,
            code: 0,
          });
        await deps.audit.write(trx, auditRow(command, outcome ? 'succeeded' : 'authorised', null, null));
        return outcome ?? null;
      });
      const stored: Command | null = command ? await commandByOid(db, oid) : null;
      if (!stored || !nothing) return stored;
      await notify(db, 'command_changed', oid);
      deps.changed(link, stored);
      return null;
    } catch (error) {
      // Not sent, and nothing can be written: it is judged again, or has expired, when the database is back.
      if (!command || isDatabaseDown(error)) throw error;
      await refuse(command, error);
      return null;
    }
  };

  const refuse = async (
    command: Command,
    error: unknown,
    from: readonly CommandState[] = ['drafted'],
  ): Promise<void> => {
    const refusal =
      error instanceof Refusal ? error : new Refusal(isDatabaseDown(error) ? 'databaseDown' : 'internal');
    if (!(error instanceof Refusal))
      runtime.log.error({ err: error, correlationId: command.oid }, 'command not carried out');
    const reason: RefusalReason = refusal.reason;
    await deps.plans[command.method].refused?.(command, refusal);
    await move(command, from, {
      state: reason === 'expired' ? 'expired' : 'failed',
      reason,
      code: refusal.status,
      detail: JSON.stringify({ ...refusal.details.values, ...refusal.details.data }),
    });
  };

  const acceptLate = async (oid: string, reply: ServiceReply): Promise<void> => {
    const command = await commandByOid(db, oid);
    if (!command) return;
    if (reply.accepted) await move(command, ['unknown'], { state: 'accepted_late', code: 0 });
    else
      await move(command, ['unknown'], {
        state: 'failed',
        code: reply.result,
        reason: 'deviceRefused',
        detail: 'late',
      });
  };

  const settle = async (
    link: DockLink,
    command: Command,
    state: CommandState,
    code: number | null,
  ): Promise<void> => {
    try {
      await deps.plans[command.method].settled?.({ link, command, now: clock.mono() }, state, code);
    } catch (error) {
      runtime.log.error({ err: error, correlationId: command.oid }, 'consequence of a command not stored');
    }
  };

  const silent = async (link: DockLink, command: Command): Promise<void> => {
    const unknown = await move(command, ['sent', 'authorised'], {
      state: 'unknown',
      reason: 'deviceSilent',
      code: 504,
    });
    if (!unknown) return;
    watches.watch(unknown);
    await settle(link, unknown, 'unknown', null);
    // What shows the outcome may have come before the watch began, and not come again.
    watches.observe(link);
  };

  /** Sends the steps of an authorised command. */
  const carryOut = async (link: DockLink, command: Command): Promise<void> => {
    const plan = deps.plans[command.method];
    const steps = await plan.steps({ link, command, now: clock.mono() });
    let accepted = 0;
    let answerBy = Infinity;
    for (const [index, make] of steps.entries()) {
      const step = await make(accepted);
      const tid = index === 0 && command.tid ? command.tid : randomUUID();
      try {
        // The last look before the socket: too late is never sent, and neither is anything by a former holder.
        if (index > 0) await authoriser.recheck(link, command);
        if (!(await deps.brokerAnswers())) throw new Refusal('brokerDown');
        if (index === 0 && authoriser.expired(command)) throw new Refusal('expired');
        // The step before was answered in time, but a database that was away kept it from being written.
        if (clock.mono() > answerBy) throw new Refusal('databaseDown');
      } catch (error) {
        await refuse(command, error, ['authorised', 'sent']);
        return settle(link, command, 'failed', null);
      }
      if (index === 0 && commandRules[command.method].emergency && !deps.sentWishes.claim(wishOf(command)))
        return;
      answerBy = clock.mono() + step.ack;
      const { sent, reply } = exchange.send(command, link, step, tid);
      try {
        await sent;
      } catch {
        await refuse(command, new Refusal('brokerDown'), ['authorised', 'sent']);
        return settle(link, command, 'failed', null);
      }
      if (index === 0)
        await move(command, ['authorised'], {
          state: 'sent',
          sentAt: runtime.serverTime(),
          detail: step.service.method,
        });
      const answer = await reply;
      if (answer === null) return silent(link, command);
      if (!answer.accepted && !plan.countsAsAccepted?.(answer.result)) {
        const rejected = await move(command, ['sent', 'authorised'], {
          state: 'rejected',
          code: answer.result,
          reason: 'deviceRefused',
        });
        return settle(link, rejected ?? command, 'rejected', answer.result);
      }
      accepted += 1;
    }
    const state: CommandState = commandRules[command.method].tracked ? 'accepted' : 'succeeded';
    const stored = await move(command, ['sent', 'authorised'], { state, code: 0 });
    if (!stored) return;
    if (state === 'accepted') watches.watch(stored);
    await settle(link, stored, state, 0);
    watches.observe(link);
  };

  const run = async (link: DockLink, oid: string): Promise<void> => {
    const command = await authorise(link, oid);
    if (!command) return;
    try {
      await carryOut(link, command);
    } catch (error) {
      // Before its first message it has failed; after that its state says what is known.
      await refuse(command, error, ['authorised']);
    }
  };

  const track = (work: Promise<void>): void => {
    const guarded = work.catch((error: unknown) =>
      runtime.log.error({ err: error }, 'command state not stored'),
    );
    running.add(guarded);
    void guarded.finally(() => running.delete(guarded));
  };

  return {
    /** A command was drafted for a dock of this gateway. */
    drafted(dockOID: string, commandOID: string): void {
      const link = deps.linkOf(dockOID);
      if (link) track(run(link, commandOID));
    },
    replied: exchange.replied,
    observe: watches.observe,
    /**
     * Takes over a dock: commands that an earlier owner may have sent are `unknown`, those never sent have
     * expired. Nothing is sent. True when something is unresolved.
     */
    async recover(link: DockLink): Promise<boolean> {
      let unresolved = false;
      for (const command of await openCommands(db, link.dock.oid)) {
        if (command.state === 'drafted') {
          if (authoriser.expired(command))
            await move(command, ['drafted'], { state: 'expired', reason: 'expired', code: 409 });
          continue;
        }
        if (unsettled.includes(command.state)) {
          unresolved = true;
          const unknown = await move(command, ['authorised', 'sent'], {
            state: 'unknown',
            reason: 'deviceSilent',
            detail: 'restart',
          });
          if (unknown) watches.watch(unknown);
        } else if (watchable.has(command.state)) watches.watch(command);
      }
      return unresolved;
    },
    /** Waits for what is being written. */
    async stop(): Promise<void> {
      watches.clear();
      patient.stop();
      await Promise.allSettled(running);
    },
  };
};
export type CommandGateway = ReturnType<typeof createCommandGateway>;
