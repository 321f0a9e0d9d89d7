import type { PortableTables } from '../../platform/transfer/index.ts';

export const tables: PortableTables = {
  notice: {},
  notice_put_away: { through: { column: 'notice_oid', tables: ['notice'] } },
  backup_plan: { stays: 'installation' },
  health_measure: { stays: 'running' },
  work: { stays: 'running' },
  timer_report: { stays: 'running' },
  timer_turn: { stays: 'running' },
  instance: { stays: 'running' },
  gateway_claim: { stays: 'running' },
  cluster_broker: { stays: 'installation' },
  broker_admission: { stays: 'running' },
  server_secret: { stays: 'secret' },
  report_key: { stays: 'secret' },
  kysely_migration: { stays: 'installation' },
  kysely_migration_lock: { stays: 'installation' },
  migration_additive: { stays: 'installation' },
  record_change: {},
};
