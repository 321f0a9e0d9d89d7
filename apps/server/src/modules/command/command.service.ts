import type { CommandRecord } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DockIdentity } from '../dock/index.ts';
import { createChallenges } from './challenge.service.ts';
import { draftForServer, type CommandOrder } from './command.draft.ts';
import { createOrder, type OrderDependencies } from './command.order.ts';
import { presentCommand } from './command.present.ts';
import { createWaits } from './command.waits.ts';

export interface CommandServiceDependencies {
  /** Left out: it always is. */
  databaseUp?: () => boolean;
  audit: AuditLog;
  /** Passes on the id of every command whose state changed, or that its gateway cannot claim, on any server. */
  listen(
    channel: 'command_changed' | 'command_not_claimed',
    handler: (commandOID: string) => void,
  ): Promise<void>;
  /** Why no flight of an organisation may begin now; null: they may. */
  newFlightRefusal(db: DbOrTrx, groupRoot: string): Promise<Refusal | null>;
  strangerOrdered: OrderDependencies['strangerOrdered'];
}

/** Orders as people give them. They are only written here: the gateway of the dock, maybe elsewhere, sends them. */
export const createCommandService = (runtime: Runtime, deps: CommandServiceDependencies) => {
  const waits = createWaits(runtime);
  const challenges = createChallenges(runtime, deps.databaseUp);
  const order = createOrder(runtime, {
    audit: deps.audit,
    waits,
    newFlightRefusal: deps.newFlightRefusal,
    strangerOrdered: deps.strangerOrdered,
  });
  return {
    order: (context: CallContext, request: CommandOrder): Promise<CommandRecord> => {
      challenges.handedOver(request.nonce);
      return order(context, request);
    },
    /** Drafts a command of the server itself, in the name of the member whose request it ends. Never motion. */
    orderForServer: (
      dock: Pick<DockIdentity, 'oid' | 'groupRoot'>,
      method: 'startLive' | 'stopLive' | 'controlRelease' | 'flightAreasUpdate' | 'drcEnd',
      request: { memberOID: string; key: string; arguments: Record<string, unknown> },
    ): Promise<void> => draftForServer(runtime, deps.audit, dock, method, request),
    present: presentCommand,
    async start(): Promise<void> {
      await deps.listen('command_changed', waits.changed);
      await deps.listen('command_not_claimed', waits.notClaimed);
    },
    challenge: challenges.issue,
    spendNonce: challenges.spend,
    spendInEmergency: challenges.spendInEmergency,
  };
};
export type CommandService = ReturnType<typeof createCommandService>;
