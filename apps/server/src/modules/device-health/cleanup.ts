import { limits } from '@eyrie/domain';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { dropOldRows } from './cleanup.store.ts';

const day = 86_400_000;

/** Deletes what is older than the logs keep. @param now epoch milliseconds */
export async function cleanUpDeviceLogs(db: DbOrTrx, now: number): Promise<void> {
  const { keepDays, messageKeepDays } = limits.deviceHealth;
  await dropOldRows(db, 'device_message', new Date(now - messageKeepDays * day));
  await dropOldRows(db, 'device_exception', new Date(now - keepDays * day));
  await dropOldRows(db, 'device_health', new Date(now - keepDays * day));
}
