import { lacksAiRange, type FlightChoices } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import {
  devicesSeen,
  droneOf,
  mayFlyFrom,
  memberName,
  offeredCodes,
  type KeptChoices,
} from './flight.choices.store.ts';

type Given = FlightChoices & { dockOID: string };

/** @throws Refusal `invalid`, naming the field and the first code that the organisation does not offer */
const requireOffered = async (
  trx: DbOrTrx,
  groupRoot: string,
  field: 'aiTypes' | 'workOrderType',
  codes: readonly string[],
): Promise<void> => {
  if (codes.length === 0) return;
  const offered = await offeredCodes(trx, groupRoot, field === 'aiTypes' ? 'aiType' : field);
  const unknown = codes.find((code) => !offered.has(code));
  if (unknown !== undefined)
    throw invalidField(field, 'codeUnknown', { value: unknown, allowed: [...offered].join(', ') || '–' });
};

/** @throws Refusal `invalid` where the device is not there for the caller, or a gimbal is of another aircraft than the dock's */
const requireDevice = async (
  trx: DbOrTrx,
  caller: Caller,
  field: 'controllerOID' | 'gimbalOID',
  { oid, dockOID }: { oid: string | null; dockOID: string },
): Promise<void> => {
  if (oid === null) return;
  const found =
    field === 'controllerOID'
      ? await devicesSeen(trx, caller, 'remoteController', { oid })
      : await devicesSeen(trx, caller, 'gimbal', {
          oid,
          droneOID: (await droneOf(trx, dockOID))?.oid ?? null,
        });
  if (found.length === 0) throw invalidField(field, 'deviceUnknown', { value: oid });
};

const wholeOf = (given: FlightChoices, memberOID: string): KeptChoices => ({
  aiTypes: [...new Set(given.aiTypes ?? [])],
  aiRange: given.aiRange ?? null,
  workOrderType: given.workOrderType ?? null,
  assigneeOID: given.assigneeOID ?? memberOID,
  assignment: given.assignment ?? 'manual',
  controllerOID: given.controllerOID ?? null,
  gimbalOID: given.gimbalOID ?? null,
});

/** What a timed task was arranged with was checked then; only whether its assignee may fly yet is asked at each run. */
export const chosenBefore = (given: FlightChoices): KeptChoices => ({
  ...wholeOf(given, ''),
  assigneeOID: '',
});

/**
 * What people decided about a flight, as it is kept. Whoever arranges it flies it unless somebody else is named.
 * @param before of a flight that is changed: what stays as it is was checked when it was chosen
 * @throws Refusal `invalid` naming the field, `assigneeUnfit`
 */
export const checkChoices = async (
  trx: DbOrTrx,
  caller: Caller,
  { dockOID, ...given }: Given,
  before: KeptChoices | null = null,
): Promise<KeptChoices> => {
  const kept = wholeOf(given, caller.memberOID);
  if (lacksAiRange(kept)) throw invalidField('aiRange', 'required');
  const { groupRoot } = caller;
  const added = kept.aiTypes.filter((code) => !(before?.aiTypes ?? []).includes(code));
  await requireOffered(trx, groupRoot, 'aiTypes', added);
  if (kept.workOrderType !== null && kept.workOrderType !== before?.workOrderType)
    await requireOffered(trx, groupRoot, 'workOrderType', [kept.workOrderType]);
  for (const field of ['controllerOID', 'gimbalOID'] as const)
    if (kept[field] !== before?.[field])
      await requireDevice(trx, caller, field, { oid: kept[field], dockOID });
  const isNew = kept.assigneeOID !== caller.memberOID && kept.assigneeOID !== before?.assigneeOID;
  if (isNew && !(await mayFlyFrom(trx, dockOID, kept.assigneeOID)))
    throw new Refusal('assigneeUnfit', {
      values: { name: await memberName(trx, kept.assigneeOID, groupRoot) },
      issues: [{ path: 'assigneeOID', rule: 'assigneeUnfit', message: '' }],
    });
  return kept;
};
