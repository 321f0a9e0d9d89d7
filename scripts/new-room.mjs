// Makes a room: `npm run new-room <word> <Chinese> <English> <Arabic>`. Run with Node 24.
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { newRoom } from './rooms/new.ts';

const [word = '', zh = '', en = '', ar = '', folder] = process.argv.slice(2);
const root = folder === undefined ? dirname(import.meta.dirname) : resolve(folder);
try {
  const written = newRoom(root, { word, zh, en, ar });
  // In processes of their own: this one has read the list of rooms already.
  const steps = [
    ['scripts/print-rooms.mjs'],
    ['scripts/print-roles.mjs'],
    ['node_modules/oxfmt/bin/oxfmt', ...written],
  ];
  for (const [script, ...given] of steps) {
    const { status } = spawnSync(process.execPath, [`${root}/${script}`, ...given], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) process.exitCode = 1;
  }
  for (const place of written) console.log(`written ${place}`);
  console.log(`next: docs/rooms.md; npm run check; npx vitest run apps/server/src/modules/${word}`);
} catch (error) {
  console.error(`eyrie: ${error.message}`);
  console.error('usage: npm run new-room spare-part 备件 "spare part" "قطعة غيار"');
  process.exitCode = 1;
}
