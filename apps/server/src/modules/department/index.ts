import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import {
  departmentByOid,
  heldButGone,
  insertDepartment,
  isBelow,
  rootDepartment,
  type DepartmentRow,
} from './department.store.ts';

export { departmentEndpoints } from './department.service.ts';
export { inScope, visibleDepartments } from '../../platform/list/index.ts';
export {
  renameTop,
  visibleDepartment,
  type DepartmentRow,
  type PlacedDepartment,
} from './department.store.ts';
export { placedDepartments } from './department.tree.store.ts';

export interface DepartmentRoom {
  /** @param within a transaction that is under way: while it holds locks it must not wait for a second connection */
  find(oid: string, within?: DbOrTrx): Promise<DepartmentRow | undefined>;
  /** The topmost department of an organisation. */
  rootOf(db: DbOrTrx, groupRoot: string): Promise<string>;
  /** @throws Refusal `notFound` unless the department is the caller's own or below it. */
  requireVisible(caller: Pick<Caller, 'groupOID'>, oid: string): Promise<void>;
  /** They stay until the transaction ends. @throws Refusal `departmentGone` naming the first that was deleted. */
  holdStanding(trx: DbOrTrx, oids: readonly string[]): Promise<void>;
  /** @returns the oid of the new department. */
  add(
    db: DbOrTrx,
    department: { groupRoot: string; parentOID: string | null; name: string },
  ): Promise<string>;
}

export function createDepartment({ db, newOid }: Pick<Runtime, 'db' | 'newOid'>): DepartmentRoom {
  return {
    find: (oid, within = db) => departmentByOid(within, oid),
    rootOf: rootDepartment,
    async requireVisible(caller, oid) {
      if (oid !== caller.groupOID && !(await isBelow(db, oid, caller.groupOID))) throw notFound();
    },
    async holdStanding(trx, oids) {
      const gone = await heldButGone(trx, oids);
      if (gone !== undefined) throw new Refusal('departmentGone', { values: { name: gone } });
    },
    async add(trx, department) {
      const oid = newOid();
      await insertDepartment(trx, { oid, ...department });
      return oid;
    },
  };
}
