import { isDatabaseDown } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockLink } from '../dock/index.ts';
import { createAuthoriser } from './command.authorise.ts';
import { createCarryOut } from './command.carry-out.ts';
import { createEndings, watchedStates } from './command.endings.ts';
import { createExchange, type ExchangeDependencies } from './command.exchange.ts';
import { createFence, type FenceDependencies } from './command.fence.ts';
import { createCommandLife } from './command.life.ts';
import type { CommandPlans } from './command.plan.ts';
import { openCommands } from './command.open.store.ts';
import { commandByOid, notify, type Command, type DraftedCommand } from './command.store.ts';
import { createCommandTakeover } from './command.takeover.ts';
import { createUndo } from './command.undo.ts';
import { createWatches } from './command.watch.ts';
import type { SendGuard } from './send-guard.ts';

export interface CommandGatewayDependencies {
  audit: AuditLog;
  plans: CommandPlans;
  sendGuard: SendGuard;
  instanceId: string;
  /** Rejects at once without a broker; nothing is queued, and nothing reaches the device after the limit. */
  publish: ExchangeDependencies['publish'];
  brokerUp(): boolean;
  /** Asks the broker now: a connection may be dead before anybody has noticed. */
  brokerAnswers(): Promise<boolean>;
  newFlightRefusal: FenceDependencies['newFlightRefusal'];
  isScheduledStart: FenceDependencies['isScheduledStart'];
  isWindReturn: FenceDependencies['isWindReturn'];
  isRolloutUpgrade: FenceDependencies['isRolloutUpgrade'];
  linkOf(dockOID: string): DockLink | null;
  /** Publishes a change of state after it was stored. */
  changed(link: DockLink, command: Command): void;
}

/**
 * The one place that sends commands to docks. Every command is stored before it is sent, sent at most once,
 * and ends in a visible state. A missing answer is `unknown`: watching the dock resolves it, sending again never does.
 */
export const createCommandGateway = (runtime: Runtime, deps: CommandGatewayDependencies) => {
  const { db } = runtime;
  const running = new Set<Promise<void>>();
  const track = (work: Promise<void>): void => {
    const guarded = work.catch((error: unknown) =>
      runtime.log.error({ err: error }, 'command state not stored'),
    );
    running.add(guarded);
    void guarded.finally(() => running.delete(guarded));
  };

  const life = createCommandLife(runtime, deps);
  const fence = createFence(runtime, deps);
  const authorise = createAuthoriser(runtime, { ...deps, fence });
  const watches = createWatches(runtime, {
    plans: deps.plans,
    resolved: (link, command, to, why) => track(endings.shown(link, command, to, why)),
  });
  const exchange = createExchange(runtime, {
    publish: deps.publish,
    late: (oid, reply) => track(endings.late(oid, reply)),
  });
  const undo = createUndo(runtime, { ...deps, exchange, life });
  const endings = createEndings({ db, life, watches, undo });
  const carryOut = createCarryOut(runtime, { ...deps, authorise, life, endings, exchange, watches });

  const run = async (link: DockLink, { oid, method }: DraftedCommand): Promise<void> => {
    // Where nothing but the command is read meanwhile, the broker's answer is as new as if it were asked after that.
    const asked = method && !deps.plans[method].authorise ? deps.brokerAnswers() : undefined;
    asked?.catch(() => undefined);
    const command = await commandByOid(db, oid);
    // Another pass over the drafted commands was quicker.
    if (command?.state !== 'drafted') return;
    try {
      await carryOut(link, command, asked);
    } catch (error) {
      // Lets a waiting return-home bypass the database at once; without this it waits for its timeout.
      if (isDatabaseDown(error)) notify(db, 'command_not_claimed', oid).catch(() => undefined);
      // Before the first message it has failed; later its state says what is known.
      await life.refuse(command, error, ['authorised']);
    }
  };

  return {
    /** A command was drafted for a dock of this gateway. */
    drafted(drafted: DraftedCommand): void {
      const link = deps.linkOf(drafted.dockOID);
      if (link) track(run(link, drafted));
    },
    /** Watches commands that were sent to docks of this gateway by another way, such as a return home without a database. */
    async watchSent(dockOIDs: readonly string[]): Promise<void> {
      for (const command of await openCommands(db, dockOIDs))
        if (
          watchedStates.includes(command.state) &&
          deps.linkOf(command.dockOID) &&
          !watches.has(command.oid)
        )
          watches.watch(command);
    },
    replied: exchange.replied,
    repliedBySticks: exchange.repliedBySticks,
    answered: exchange.answered,
    delivered: exchange.delivered,
    observe: watches.observe,
    /** Takes over a dock before its messages are read. True when a command that may have been sent is unresolved. */
    recover: createCommandTakeover({ db, serverTime: runtime.serverTime, fence, life, watches }),
    /** Waits for writes that have begun. */
    async stop(): Promise<void> {
      watches.clear();
      life.end();
      await Promise.allSettled(running);
    },
  };
};
export type CommandGateway = ReturnType<typeof createCommandGateway>;
