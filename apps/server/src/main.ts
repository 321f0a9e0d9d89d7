import { join } from 'node:path';
import { limits } from '@eyrie/domain';
import { onUncaught } from './platform/connection-errors.ts';
import { createLogFile } from './platform/log-file.ts';
import { createLog, toBoth } from './platform/log.ts';
import { readSettings, SettingsError } from './platform/settings.ts';
import { startAll, type Running } from './processes/all.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const announce = (running: Running): void => {
  if (running.accounts.length > 0 && running.passwordFile)
    say(`Accounts: ${running.accounts.join(', ')}. First passwords: ${running.passwordFile}`);
  say(`Devices: ${running.mqtt}${running.pictures ? `, video: ${running.pictures}` : ''}`);
  say(`Eyrie is ready: ${running.url}`);
};

const main = async (): Promise<void> => {
  const settings = readSettings(process.env);
  const logFile = createLogFile(join(settings.dataDir, 'logs', 'eyrie.log'), limits.operation.log);
  process.once('exit', () => logFile.flush());
  // Whoever reads it may be gone, or the disk behind it full.
  process.stdout.on('error', () => undefined);
  const log = createLog({ level: settings.logLevel, destination: toBoth(process.stdout, logFile) });
  let begin: (running: Promise<Running>) => void = () => undefined;
  // A server that is asked to stop while it starts ends what it has started, and says so to proxies like any other.
  const started = new Promise<Running>((resolve) => (begin = resolve));
  let stopping = false;
  const shutDown = (why: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, 'stopping');
    // What is not done in ten seconds will not be done.
    setTimeout(() => process.exit(1), 10_000 + settings.drainSeconds * 1_000).unref();
    started
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'not stopped cleanly');
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shutDown(signal));
  // The starter holds the other end: when it is killed, nobody is left to stop this server.
  if (process.channel) process.once('disconnect', () => shutDown('starter is gone'));
  process.on(
    'uncaughtException',
    onUncaught(log, (error) => {
      process.stderr.write(
        `eyrie: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      process.exit(1);
    }),
  );
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed unheard'));

  begin(startAll(settings, log, (step) => say(`eyrie: ${step} …`)));
  const running = await started;
  await running.ready;
  if (!stopping) announce(running);
};

// Whoever types words here means the command beside it; a server started by mistake would hold ports and a database.
if (process.argv.length > 2) {
  process.stderr.write(
    `eyrie: the server takes no arguments (given: ${process.argv.slice(2).join(' ')}). EYRIE_… variables set it; commands are run by \`npx eyrie\`\n`,
  );
  process.exit(2);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `eyrie: ${error instanceof SettingsError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(error instanceof SettingsError ? 2 : 1);
});
