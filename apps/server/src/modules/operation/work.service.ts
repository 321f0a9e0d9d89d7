import type { WorkKind } from '@eyrie/domain';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { insertWork } from './work.store.ts';

export interface WorkWish {
  kind: WorkKind;
  /** Who asked for it; null: the instance by itself. */
  ownerOID: string | null;
  groupRoot: string;
  /** What the step needs to know; travels as JSON and is no place for secrets. */
  request: Record<string, unknown>;
}

export function createWork(runtime: Pick<Runtime, 'clock' | 'newOid'>) {
  return {
    /** Puts work in the queue, in the caller's transaction where there is one. @returns its oid. */
    async add(trx: DbOrTrx, wish: WorkWish): Promise<string> {
      const oid = runtime.newOid();
      await insertWork(trx, { oid, ...wish }, new Date(runtime.clock.wall()));
      return oid;
    },
  };
}
