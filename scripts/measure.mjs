// Counts how often one thing is written: `npm run measure -- <revision> [<revision> …]`. Only committed files count.
import { execFileSync } from 'node:child_process';

const product = ['apps/*/src/*', 'packages/*/src/*'];
const noTests = [':!*.test.ts', ':!*.test.tsx', ':!*.fixture.ts', ':!*.generated.ts', ':!**/testing/**'];
const everything = ['*.ts', '*.tsx', '*.mts', '*.mjs', '*.css', ':!*.generated.ts', ':!**/dist/**'];

/** Lines of `git grep`; none is no failure. */
const grep = (revision, pattern, paths, ...options) => {
  try {
    return execFileSync('git', ['grep', '-E', ...options, pattern, revision, '--', ...paths], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
      .trim()
      .split('\n');
  } catch (error) {
    if (error.status === 1) return [];
    throw error;
  }
};
/** How often a word is written, and in how many files. */
const mentions = (revision, word, paths) => {
  const found = grep(revision, word, paths, '-o', '-w');
  const files = new Set(found.map((line) => line.split(':')[1]));
  return `${found.length} in ${files.size} files`;
};
/** Lines that match, and in how many files. */
const lines = (revision, pattern, paths) => {
  const counted = grep(revision, pattern, paths, '-c');
  const sum = counted.reduce((all, line) => all + Number(line.split(':').at(-1)), 0);
  return `${sum} in ${counted.length} files`;
};

const rows = {
  // A room that `new-room` writes has this one field beside its name; its tests name it too.
  'a field of a list (remark of a new room)': (revision) =>
    mentions(revision, 'remark', ['scripts/rooms/template', ':!*test*', ':!*e2e*']),
  'an order (flightPause)': (revision) => mentions(revision, 'flightPause', [...product, ...noTests]),
  'an order with a request (setParameter)': (revision) =>
    mentions(revision, 'setParameter', [...product, ...noTests]),
  'a background timer (webhook.cleanUp)': (revision) =>
    mentions(revision, String.raw`webhook\.cleanUp|dropOldDeliveries`, [...product, ...noTests]),
  'timers that no list shows (setInterval)': (revision) =>
    lines(revision, 'setInterval', ['apps/server/src', ...noTests]),
  'a part of the gateway (rooms named in it)': (revision) =>
    lines(revision, String.raw`from '(\.\./)+modules/`, ['apps/server/src/processes/gateway/*', ...noTests]),
  'lines of CSS': (revision) => lines(revision, '', ['*.css', ':!**/dist/**']),
  'labels and other texts of one language': (revision) =>
    lines(revision, "^  '[^']+':", ['packages/phrases/src/en', ':!*.generated.ts']),
  'lines of source': (revision) => lines(revision, '', everything),
  'of these tests': (revision) =>
    lines(revision, '', ['*.test.ts', '*.test.tsx', '*.fixture.ts', 'e2e', 'prove', 'bench']),
};

const revisions = process.argv.slice(2);
if (revisions.length === 0) revisions.push('HEAD');
console.table(
  Object.fromEntries(
    Object.entries(rows).map(([row, count]) => [
      row,
      Object.fromEntries(revisions.map((revision) => [revision, count(revision)])),
    ]),
  ),
);
