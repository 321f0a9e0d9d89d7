/**
 * Everything about the sources that can be judged without running the product: `npm run check`.
 * Format, lint, types, boundaries, dead code and the rules of the house, in seconds.
 */
import { join } from 'node:path';
import { findNode, installPackages, root } from './prepare.mjs';
import { programOf, runSteps } from './steps.mjs';

/** The steps, run with the Node that runs the server. */
function checkSteps(node) {
  const tool = (name, command, ...args) => ({ name, command: node, args: [command, ...args] });
  const house = (file) => join(root, 'scripts/check', file);
  return [
    tool('lint', programOf('oxlint'), '--type-aware', '--quiet', '--format=unix'),
    tool('types of node', programOf('typescript', 'tsc'), '-p', 'tsconfig.node.json'),
    tool('types of web', programOf('typescript', 'tsc'), '-p', 'tsconfig.web.json'),
    tool('types of pure', programOf('typescript', 'tsc'), '-p', 'tsconfig.pure.json'),
    tool('types of e2e', programOf('typescript', 'tsc'), '-p', 'tsconfig.e2e.json'),
    tool('boundaries', house('boundaries.ts')),
    tool('dead code', programOf('knip'), '--no-progress'),
    tool('dead exports', programOf('knip'), '--no-progress', '--config', house('dead-exports.mjs')),
    tool('format', programOf('oxfmt'), '--check', '.'),
    { ...tool('house', house('house.ts')), remarks: true },
  ];
}

async function main() {
  await installPackages();
  const started = performance.now();
  const { passed, failed } = await runSteps(checkSteps(findNode()));
  const time = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`check: ${passed} passed, ${failed.length} failed (${time} s)`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(`eyrie: ${error.message}`);
  process.exitCode = 1;
});
