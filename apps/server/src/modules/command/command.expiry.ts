import { limits } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { auditRow, storeOutcome } from './command.audit.ts';
import { overdueDrafts } from './command.open.store.ts';
import { moveCommand, type Command } from './command.store.ts';

type Parts = Pick<Runtime, 'db' | 'serverTime'> & { audit: AuditLog };

const expire = ({ db, audit, serverTime }: Parts, command: Command): Promise<Command | null> =>
  storeOutcome({ db, audit }, auditRow(command, 'expired', null, 'expired'), (trx) =>
    moveCommand(trx, command.oid, ['drafted'], {
      state: 'expired',
      at: serverTime(),
      reason: 'expired',
      code: 409,
    }),
  );

/**
 * Expires orders that no gateway claimed in time and whose end could not be stored then, such as on a full disk.
 * They are never sent, but would look as if they might be.
 */
export const expireDrafts = async (parts: Parts): Promise<number> => {
  const before = new Date(parts.serverTime() - limits.command.expireAfter);
  let ended = 0;
  for (const command of await overdueDrafts(parts.db, before)) if (await expire(parts, command)) ended += 1;
  return ended;
};
