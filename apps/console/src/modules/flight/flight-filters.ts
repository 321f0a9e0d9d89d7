import { flightOutcomes, flightStates } from '@eyrie/domain';
import { choices } from '../../platform/list/index.ts';

/** By what every list of flights is narrowed. */
export const flightFilters = {
  keyword: { kind: 'search', label: 'flight.search' },
  state: {
    kind: 'choice',
    label: 'flight.state',
    any: 'list.anyState',
    options: choices(flightStates, 'flight.state'),
  },
  outcome: {
    kind: 'choice',
    label: 'flight.outcome',
    any: 'flight.anyOutcome',
    options: choices(flightOutcomes, 'flight.outcome'),
  },
} as const;
