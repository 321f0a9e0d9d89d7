import { limits } from '@eyrie/domain';
import type { Unit } from '../../platform/runtime.ts';
import type { AuditLog } from './audit-log.service.ts';

/** Notices while nobody asks that the log takes no rows, and that it takes them again. */
export const createAuditWatch = (audit: Pick<AuditLog, 'settle'>): Unit => {
  let timer: NodeJS.Timeout | undefined;
  let trying: Promise<void> | null = null;
  const settle = (): void => {
    trying ??= audit.settle().finally(() => {
      trying = null;
    });
  };
  return {
    name: 'audit watch',
    async start() {
      timer = setInterval(settle, limits.audit.tryEvery);
    },
    async stop() {
      clearInterval(timer);
      await trying;
    },
  };
};
