// Takes a room away: `npm run remove-room <word>`. Run with Node 24.
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { removeRoom } from './rooms/remove.ts';

const [word, folder] = process.argv.slice(2);
const root = folder === undefined ? dirname(import.meta.dirname) : resolve(folder);
try {
  for (const line of removeRoom(root, word ?? '')) console.log(line);
  // In processes of their own: this one has read the declarations of the room already.
  for (const print of ['print-rooms.mjs', 'print-roles.mjs', 'print-outside-calls.mjs']) {
    const { status } = spawnSync(process.execPath, [`${root}/scripts/${print}`], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
} catch (error) {
  console.error(`eyrie: ${error.message}`);
  process.exitCode = 1;
}
