import type {
  RolloutDockState,
  RolloutState,
  UpgradeDevice,
  UpgradeFault,
  UpgradeState,
  UpgradeStep,
  UpgradeType,
} from '@eyrie/domain';
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
    firmware_rollout: {
      oid: string;
      group_root: string;
      /** Department of who asked: its docks are there or below. */
      group_oid: string;
      package_oid: string | null;
      device: UpgradeDevice;
      model: string;
      target: string;
      first_wave: number;
      wave_size: number;
      note: string;
      state: RolloutState;
      asked_by: string;
      created_at: Date;
      decided_by: string | null;
      decided_at: Date | null;
      reason: string;
      /** State of which people were notified last. */
      notified: RolloutState | null;
      changed_at: Date;
    };
    firmware_rollout_dock: {
      /** Key of its one order. */
      oid: string;
      rollout_oid: string;
      dock_oid: string;
      sn: string;
      place: number;
      wave: number;
      state: RolloutDockState;
      command_oid: string | null;
      /** Why nothing was ordered, or nothing became of it; null: its order says it. */
      reason: 'dockOffline' | 'notFound' | 'deviceSilent' | null;
      changed_at: Date;
    };
  }
}
