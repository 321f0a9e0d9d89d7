/** First command of the project: installs what is missing, builds what is old, starts everything. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onAncestorsGone } from './ancestors.mjs';
import { allocator, nodeFlags } from './memory.mjs';
import { buildConsole, findNode, installPackages, root, say } from './prepare.mjs';

async function main() {
  await installPackages();
  const node = findNode();
  await buildConsole(node);
  say('starting');
  // A session of its own: Ctrl-C reaches the server once, through us, not a second time from the terminal.
  // By the channel the server notices when this process is killed.
  const server = spawn(
    node,
    [...nodeFlags, join(root, 'apps/server/src/main.ts'), ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...allocator, ...process.env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'));
  onAncestorsGone(() => server.kill('SIGTERM'));
  server.once('error', (error) => {
    console.error(`eyrie: ${error.message}`);
    process.exit(1);
  });
  server.once('exit', (code, signal) => process.exit(signal === null ? code : 1));
}

main().catch((error) => {
  console.error(`eyrie: ${error.message}`);
  process.exitCode = 1;
});
