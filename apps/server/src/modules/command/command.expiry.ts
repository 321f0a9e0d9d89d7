import { limits } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { auditRow, storeOutcome } from './command.audit.ts';
import { moveCommand, notify, overdueDrafts, type Command } from './command.store.ts';

type Parts = Pick<Runtime, 'db' | 'serverTime'> & { audit: AuditLog };

const expire = ({ db, audit, serverTime }: Parts, command: Command): Promise<true | null> =>
  storeOutcome({ db, audit }, auditRow(command, 'expired', null, 'expired'), async (trx) => {
    const change = { state: 'expired', at: serverTime(), reason: 'expired', code: 409 } as const;
    if (!(await moveCommand(trx, command.oid, ['drafted'], change))) return null;
    await notify(trx, 'command_changed', command.oid);
    return true;
  });

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
