import type { MaintenanceState } from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    drone: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      sn: string;
      vendor: Generated<'DJI' | 'own'>;
      /** Key of the model that flies: as the aircraft said, else as it was typed. */
      model: string;
      stated_model: string | null;
      firmware: string | null;
      manufactured_at: Date | null;
      purchased_at: Date | null;
      insurance_company: string | null;
      policy_number: string | null;
      insurance_until: Date | null;
      maintenance: Generated<MaintenanceState>;
      dock_oid: string | null;
      /** The dock to which it goes back from the hand of a pilot. */
      home_oid: string | null;
      found: Generated<boolean>;
      /** A dock named it: it is more than what somebody typed. */
      heard: Generated<boolean>;
      retired_at: Date | null;
      created_at: Made;
      deleted_at: Date | null;
    };
    flight_correction: {
      oid: string;
      drone_oid: string;
      flights: number;
      flight_time: number;
      distance: number;
      reason: string;
      by_oid: string;
      at: Date;
    };
  }
}
