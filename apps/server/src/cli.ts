/** The operator's commands: `eyrie <words> [options]`. */
import { backupCommand, restoreCommand } from './cli/backup.ts';
import { brokerAdoptCommand } from './cli/broker.ts';
import { asyncApiCommand, callsCommand, openApiCommand } from './cli/calls.ts';
import { print } from './cli/command.ts';
import type { CliCommand } from './cli/command.ts';
import { conformanceCommand } from './cli/conformance.ts';
import { migrateCommand } from './cli/migrate.ts';
import { organisationAddCommand } from './cli/organisation.ts';
import { exportCommand, importCommand } from './cli/transfer.ts';
import { userResetCommand } from './cli/user.ts';
import { verifyCommand } from './cli/verify.ts';

const commands: readonly CliCommand[] = [
  callsCommand,
  openApiCommand,
  asyncApiCommand,
  migrateCommand,
  brokerAdoptCommand,
  backupCommand,
  restoreCommand,
  exportCommand,
  importCommand,
  userResetCommand,
  organisationAddCommand,
  conformanceCommand,
  verifyCommand,
];

function help(): void {
  print('usage: eyrie <command> [options]');
  const width = Math.max(...commands.map((one) => wordsOf(one).length));
  for (const one of commands) print(`  ${wordsOf(one).padEnd(width)}  ${one.summary}`);
}

const wordsOf = ({ words, usage }: CliCommand): string => [words, usage].filter(Boolean).join(' ');
const usageOf = (command: CliCommand): string => `usage: eyrie ${wordsOf(command)}\n${command.summary}`;

async function main(args: string[]): Promise<number> {
  const typed = args.join(' ');
  const command = commands.find(({ words }) => typed === words || typed.startsWith(`${words} `));
  if (!command) {
    help();
    return typed === '' || typed === '--help' || typed === 'help' ? 0 : 2;
  }
  const options = args.slice(command.words.split(' ').length);
  if (options.includes('--help')) print(usageOf(command));
  else await command.run(options);
  return 0;
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `eyrie calls | head` closes the pipe early; that is no failure.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`eyrie: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
