import { z } from 'zod';
import { addOf, editOf, recordOf } from '../fields.ts';
import { listCalls, tableCalls } from '../list-calls.ts';
import { oid, optionalText, recordVersion, sentInstant } from '../shape.ts';
import { maintenanceProgrammeFields } from './maintenance-programme.fields.ts';
import { programmeKinds } from './upkeep.ts';

export const maintenanceProgrammeRecord = z.object({
  oid,
  groupRoot: oid,
  ...recordOf(maintenanceProgrammeFields),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type MaintenanceProgrammeRecord = z.output<typeof maintenanceProgrammeRecord>;

const listed = {
  path: '/nebula-five/maintenanceProgramme',
  word: 'maintenanceProgramme',
  many: 'Maintenance programmes',
  one: 'one maintenance programme',
  readers: ['/MaintenanceProgramme'],
  writers: ['maintenance-programme:edit'],
  refuses: ['programmeEmpty'],
  filters: {
    keyword: optionalText(64).optional(),
    kind: z.enum(programmeKinds).optional(),
    sort: z.enum(['-createdAt', 'createdAt', 'name']).optional(),
  },
} as const;
// The kind of a programme stays what it was.
const { kind: _kind, ...changeable } = maintenanceProgrammeFields;

export const maintenanceProgrammeCalls = {
  ...listCalls({
    ...listed,
    record: maintenanceProgrammeRecord,
    add: addOf(maintenanceProgrammeFields),
    edit: editOf(changeable),
  }),
  ...tableCalls(listed),
};
