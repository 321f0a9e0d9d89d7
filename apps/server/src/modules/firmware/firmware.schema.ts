import type { UpgradeDevice, UpgradeFault, UpgradeState, UpgradeStep, UpgradeType } from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { BigInt8 } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    firmware_package: {
      oid: string;
      group_root: string;
      model: string;
      firmware: string;
      notes: string;
      file_name: string;
      size: BigInt8;
      md5: string;
      sum_compared: boolean;
      object_key: string;
      retired: Generated<boolean>;
      created_by: string | null;
      created_at: Date;
    };
    firmware_upgrade: {
      oid: string;
      group_root: string;
      dock_oid: string;
      command_oid: string;
      device: UpgradeDevice;
      sn: string;
      type: UpgradeType;
      package_oid: string | null;
      version_before: string | null;
      target: string | null;
      version_after: string | null;
      state: UpgradeState;
      percent: number | null;
      step: UpgradeStep | null;
      fault: UpgradeFault | null;
      code: number | null;
      asked_by: string;
      created_at: Date;
      heard_at: Date | null;
      said_at: Date | null;
      changed_at: Date;
    };
  }
}
