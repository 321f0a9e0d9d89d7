import { overridesBecauseOf, type AuditLog } from '../../modules/audit-log/index.ts';
import type { DepartmentRoom } from '../../modules/department/index.ts';
import { createDictionary, dictionaryFiller } from '../../modules/dictionary/index.ts';
import { docksInsuredBy } from '../../modules/dock/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { RoomBase } from '../room-wiring.ts';

export const endpoints = (
  { runtime }: RoomBase,
  { auditLog, department }: { auditLog: AuditLog; department: DepartmentRoom },
): readonly Endpoint[] =>
  createDictionary(runtime, {
    audit: auditLog,
    department,
    usages: [
      { kind: 'dock', group: 'insuranceCompany', count: docksInsuredBy, link: () => '/DaJiAirport' },
      { kind: 'override', group: 'overrideReason', count: overridesBecauseOf, link: () => null },
    ],
  }).endpoints;

export const fill = dictionaryFiller;
