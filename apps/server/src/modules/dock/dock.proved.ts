import { Refusal } from '../../platform/http/refusal.ts';
import type { DockIdentity } from './dock.store.ts';

/** Where an order goes. Only a record whose device has spoken under it has one. */
export interface ProvedAddress {
  readonly dockOID: string;
  readonly sn: string;
}

type Addressed = Pick<DockIdentity, 'oid' | 'sn' | 'proved'>;

/**
 * A serial number is what somebody typed: it addresses nothing until a device came under it with the secret of this record.
 * @throws Refusal `notProved`
 */
export const provedAddress = ({ oid, sn, proved }: Addressed): ProvedAddress => {
  if (!proved) throw new Refusal('notProved');
  return { dockOID: oid, sn };
};

/** @throws Refusal `notProved` */
export const requireProved = <T extends Pick<DockIdentity, 'proved'>>(dock: T): T => {
  if (!dock.proved) throw new Refusal('notProved');
  return dock;
};
