import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  display: { stays: 'secret' },
  cockpit_layout: {},
  // Of displays, which are paired anew where the organisation arrives.
  display_layout: { stays: 'secret' },
};
