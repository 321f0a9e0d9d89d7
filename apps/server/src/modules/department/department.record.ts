import { departmentCalls, type DepartmentRecord } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { allowedWords } from '../permission/index.ts';
import { countedDepartment, type StoredDepartment } from './department.tree.store.ts';

/** The topmost department of an organisation stands where it stands; one's own can hold no place below itself. */
export function withAllowed(caller: Caller, department: StoredDepartment): DepartmentRecord {
  const { save, remove, move } = departmentCalls;
  const top = department.parentOID === null || department.oid === caller.groupOID;
  return { ...department, allowed: allowedWords(caller.resources, top ? [save] : [save, move, remove]) };
}

/** @throws Refusal `notFound` */
export async function presentDepartment(db: DbOrTrx, caller: Caller, oid: string): Promise<DepartmentRecord> {
  const found = await countedDepartment(db, oid);
  if (!found) throw notFound();
  return withAllowed(caller, found);
}
