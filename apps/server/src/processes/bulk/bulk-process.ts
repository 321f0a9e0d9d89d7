/** The process of the bulk calls: it reads files, long plans and what servers elsewhere answer, and carries no order. */
import { servePart } from '../../platform/child/index.ts';
import { onUncaught } from '../../platform/connection-errors.ts';
import { createLog } from '../../platform/log.ts';
import { startBulk, type BulkConfig } from './start-bulk.ts';

servePart<BulkConfig, { port: number }, never>(async (config) => {
  const log = createLog({ level: config.settings.logLevel }).child({ part: 'bulk' });
  process.on(
    'uncaughtException',
    onUncaught(log, () => process.exit(1)),
  );
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed unheard'));
  const { port, stop } = await startBulk(config, log);
  return { ready: { port }, stop };
});
