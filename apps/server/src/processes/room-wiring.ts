import type { AuditLog } from '../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../modules/department/index.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import type { DbOrTrx, Runtime } from '../platform/runtime.ts';

export interface WiringDeps {
  runtime: Runtime;
  audit: AuditLog;
  department: DepartmentRoom;
}

/** How a room that no other room needs is made: `processes/rooms/<word>.ts` says it, the list of them is printed. */
export interface RoomWiring {
  endpoints: (deps: WiringDeps) => readonly Endpoint[];
  /** What a new organisation begins with, written in the transaction that makes it. */
  fill?: (runtime: Pick<Runtime, 'newOid'>) => (trx: DbOrTrx, groupRoot: string) => Promise<void>;
}
