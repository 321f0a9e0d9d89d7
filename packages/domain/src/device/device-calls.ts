import { z } from 'zod';
import { call } from '../call.ts';
import type { RefusalReason } from '../envelope.ts';
import { maintenanceStates } from '../dock/dock.ts';
import { addOf, editOf, type Fields } from '../fields.ts';
import { limits } from '../limits.ts';
import { listCalls, tableCalls } from '../list-calls.ts';
import type { Resource } from '../permission/resources.ts';
import { byOid, deleteRequest, done, oid, optionalText } from '../shape.ts';
import { parts } from './device-parts.ts';
import { deviceFields, deviceIdentity } from './device.fields.ts';
import { deviceEventRow, standings } from './device.ts';

/** The calls of one kind of device; a room declares its path, its page and what its record has beside `deviceShape`. */
export const deviceCalls = <
  Record extends z.ZodType,
  More extends Fields,
  Filters extends z.core.$ZodLooseShape,
>(declared: {
  path: string;
  /** The business word with which rows of the audit log begin. */
  word: string;
  many: string;
  one: string;
  page: Resource;
  record: Record;
  /** Fields that people give this kind alone; all may be left out. */
  fields: More;
  /** Filters that this kind alone has. */
  filters: Filters;
  /** Why one that signs in for itself is neither deleted nor retired now. */
  heldBy?: readonly RefusalReason[];
}) => {
  const { path, word, one, page, record, fields, heldBy = [] } = declared;
  const listed = {
    ...declared,
    readers: [page] as const,
    writers: ['device:edit'] as const,
    refuses: ['snTaken'] as const,
    filters: {
      keyword: optionalText(64).optional(),
      online: z.boolean().optional(),
      standing: z.enum(standings).optional(),
      maintenance: z.enum(maintenanceStates).optional(),
      airworthy: z.boolean().optional(),
      ...declared.filters,
      sort: z.enum(['name', 'createdAt', '-createdAt']).optional(),
    },
  };
  const standing = (verb: 'retire' | 'reinstate', summary: string) =>
    call({
      method: 'POST',
      path: `${path}/${verb}.rest`,
      effect: 'changes',
      audit: `${word}.${verb}`,
      refuses: verb === 'retire' ? ['deviceRetired', ...heldBy] : ['deviceNotRetired'],
      summary,
      permission: listed.writers,
      request: deleteRequest,
      response: done,
    });
  return {
    ...listCalls({
      ...listed,
      removalRefuses: ['inUse', ...heldBy],
      // Without a department it is the caller's own.
      add: {
        groupOID: oid.optional(),
        ...addOf(deviceIdentity),
        ...addOf(deviceFields),
        ...addOf(fields),
      },
      edit: { groupOID: oid.optional(), ...editOf(deviceFields), ...editOf(fields) },
    }),
    ...tableCalls(listed),
    accept: call({
      method: 'POST',
      path: `${path}/accept.rest`,
      effect: 'changes',
      audit: `${word}.accept`,
      refuses: ['deviceAccepted'],
      summary: 'Accept devices that were found, into a department; all or none',
      permission: listed.writers,
      request: deleteRequest.extend({ groupOID: oid }),
      response: done,
    }),
    retire: standing(
      'retire',
      'Retire devices, all or none: they stay with their history and are used no more',
    ),
    reinstate: standing('reinstate', 'Take retired devices into service again, all or none'),
    maintain: call({
      method: 'POST',
      path: `${path}/maintain.rest`,
      effect: 'changes',
      audit: `${word}.maintain`,
      refuses: ['deviceRetired', 'maintenanceStep'],
      summary: `Move the maintenance of ${one} one step on: due, under way, done`,
      permission: listed.writers,
      request: z.object({
        oid,
        maintenance: z.enum(maintenanceStates),
        remark: optionalText(300).optional(),
        parts: parts.optional(),
      }),
      response: record,
    }),
    events: call({
      method: 'POST',
      path: `${path}/queryEvents.rest`,
      effect: 'reads',
      summary: `What happened to ${one} by itself and in its maintenance: the last ${limits.list.historyMost} events`,
      permission: listed.readers,
      request: byOid,
      response: z.object({ list: z.array(deviceEventRow) }),
    }),
  };
};

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a kind without fields of its own
type None = Readonly<Record<never, never>>;
/** The calls of any kind of device, as far as those of every kind go. */
export type DeviceCalls = ReturnType<typeof deviceCalls<z.ZodType, None, None>>;
