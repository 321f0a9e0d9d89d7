/** Measures the product against named peers: `npm run bench`, or `npm run bench -- fanout` for one of them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildConsole, findNode, installPackages, root } from './prepare.mjs';

async function main() {
  await installPackages();
  const node = findNode();
  await buildConsole(node);
  const bench = spawn(node, [join(root, 'bench/run.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => bench.kill(signal));
  bench.once('exit', (code) => process.exit(code ?? 1));
}

main().catch((error) => {
  console.error(`eyrie: ${error.message}`);
  process.exitCode = 1;
});
