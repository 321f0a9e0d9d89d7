import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { effectiveResources } from '../permission/index.ts';
import { hashToken } from '../session/index.ts';
import { tokenMember, useToken } from './access-token.store.ts';

/**
 * Who calls with a token; null when nobody does. Asked of the database each time: a revoked token is refused at once.
 * @throws Refusal `tokenRate` with the seconds until its next minute
 */
export const createTokenProof = ({ db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>) => {
  return async (token: string, address: string): Promise<Caller | null> => {
    if (token.length > 200) return null;
    const now = serverTime();
    const minute = Math.floor(now / 60_000);
    const used = await useToken(db, { tokenHash: hashToken(token), address, now: new Date(now), minute });
    const member = used && (await tokenMember(db, used.memberOID));
    if (!used || !member) return null;
    if (used.count > used.perMinute)
      throw new Refusal('tokenRate', {
        values: { max: used.perMinute },
        retryAfterSeconds: Math.ceil(((minute + 1) * 60_000 - now) / 1_000),
      });
    const { resources, first, ...known } = member;
    const granted =
      used.kind === 'service' ? used.permissions : used.permissions.filter((one) => resources.includes(one));
    return {
      ...known,
      sessionOID: used.oid,
      resources: effectiveResources(granted, { first }),
      mustChange: false,
      mustSetUp: false,
      byToken: { calls: used.access === 'calls' ? new Set(used.calls) : null },
    };
  };
};
