import { overridesBecauseOf } from '../../modules/audit-log/index.ts';
import { createDictionary, dictionaryFiller } from '../../modules/dictionary/index.ts';
import { docksInsuredBy } from '../../modules/dock/index.ts';
import type { RoomWiring } from '../room-wiring.ts';

export const room: RoomWiring = {
  endpoints: ({ runtime, audit, department }) =>
    createDictionary(runtime, {
      audit,
      department,
      usages: [
        { kind: 'dock', group: 'insuranceCompany', count: docksInsuredBy, link: () => '/DataStatistics' },
        { kind: 'override', group: 'overrideReason', count: overridesBecauseOf, link: () => null },
      ],
    }).endpoints,
  fill: dictionaryFiller,
};
