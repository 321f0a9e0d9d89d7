import type { UnorderedMove } from '@eyrie/domain';
import type { DockLink } from '../../modules/dock/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { GatewayDependencies } from './dependencies.ts';

/**
 * An aircraft moved without an order of its organisation: the audit log says so, and whoever is in charge is alarmed. A
 * pilot on site is told apart from somebody else's order.
 */
export const reportUnordered = async (
  { db, log }: Pick<Runtime, 'db' | 'log'>,
  { audit, alarm }: Pick<GatewayDependencies, 'audit' | 'alarm'>,
  { dock }: DockLink,
  flightOID: string,
  move: UnorderedMove,
): Promise<void> => {
  const kind = move === 'byHand' ? 'flownByHand' : 'movedUnordered';
  log.warn({ dock: dock.sn, flightOID, move }, 'an aircraft moved without an order of its organisation');
  // The alarm first: a log that cannot be written must not keep it back.
  await alarm(dock.oid, kind);
  await db.transaction().execute((trx) =>
    audit.write(trx, {
      groupRoot: dock.groupRoot,
      memberOID: null,
      sessionOID: null,
      address: null,
      dockOID: dock.oid,
      action: `dock.${kind}`,
      outcome: 'alarm',
      detail: { flightOID },
      correlationId: flightOID,
    }),
  );
};
