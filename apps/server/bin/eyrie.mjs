#!/usr/bin/env node
/** The operator's command, run by a Node that understands the server's TypeScript. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findNode } from '../../../scripts/prepare.mjs';

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
const child = spawn(findNode(), [cli, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('error', (error) => {
  console.error(`eyrie: ${error.message}`);
  process.exit(1);
});
child.once('exit', (code, signal) => process.exit(signal === null ? code : 1));
