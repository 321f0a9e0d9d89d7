/**
 * Files made to cost memory are handed in, several at a time. The server answers each, takes for those that it refuses at most
 * 100 MB more than it had when it was quiet, for routes of the most points that it takes no more than the bound of the thread
 * that reads them, gives that back, and reads a good route file afterwards.
 */
import {
  appearanceCalls,
  limits,
  memberCalls,
  operationCalls,
  routeCalls,
  type CallDeclaration,
} from '@eyrie/domain';
import { until } from '../apps/server/src/testing/caller.ts';
import { hostileFiles, mostPoints, type HostileFile } from './hostile-files.ts';
import { processTree } from './processes.ts';
import { startProduct, type Product } from './product.ts';
import { runProof } from './proof.ts';

const mostMB = 100;
/** Two threads, which read and judge, and the plan on its way between them. */
const mostOfTakenMB = 2 * limits.route.thread.memory;
/** What may stay of them, as the engine keeps room for as much again. */
const mostLeftMB = limits.route.thread.memory / 2;
const givenBackWithin = 30_000;
const atOnce = 4;
const lookEvery = 50;
const answerWithin = 60_000;

const calls: Readonly<Record<HostileFile['to'], CallDeclaration>> = {
  route: routeCalls.uploadKmz,
  members: memberCalls.importPreview,
  tiles: appearanceCalls.uploadTiles,
  image: appearanceCalls.uploadImage,
};
const only = process.argv[2];

interface Sent {
  status: number;
  message: string;
}

const sendTo =
  ({ server, token }: Product) =>
  async ({ to, name, bytes }: HostileFile): Promise<Sent> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    if (to === 'route') form.append('preview', 'true');
    const response = await fetch(`${server.url}${calls[to].path}`, {
      method: 'POST',
      headers: { authToken: token, 'accept-language': 'en' },
      body: form,
      signal: AbortSignal.timeout(answerWithin),
    }).catch((error: unknown) => String(error));
    if (typeof response === 'string') return { status: 0, message: response };
    const { message = '' } = (await response.json()) as { message?: string };
    return { status: response.status, message };
  };

/** Own processes of the product, and what they hold. */
const parts = async (pid: number) =>
  (await processTree(pid)).filter(({ name }) => !name.startsWith('postgres'));
const heldBy = async (pid: number): Promise<number> =>
  (await parts(pid)).reduce((sum, { memory }) => sum + memory, 0) / 1e6;

/** The most that a product holds from now on, MB. */
function watchHeld(pid: number) {
  let peak = 0;
  let looking = true;
  const done = (async () => {
    while (looking) {
      peak = Math.max(peak, await heldBy(pid));
      await new Promise((resolve) => setTimeout(resolve, lookEvery));
    }
  })();
  return {
    async begin(): Promise<number> {
      peak = await heldBy(pid);
      return peak;
    },
    most: () => peak,
    async end(): Promise<void> {
      looking = false;
      await done;
    },
  };
}

/** Waits until what was taken is given back. @returns MB that are held then */
async function givenBack(pid: number, quiet: number): Promise<number> {
  const end = performance.now() + givenBackWithin;
  let held = await heldBy(pid);
  while (held - quiet > mostLeftMB && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
    held = await heldBy(pid);
  }
  return held;
}

await runProof(async (proof) => {
  if (process.platform !== 'linux')
    return proof.skip('memory of hostile files', 'how much a process holds is read from /proc');
  // Made first: it takes seconds, and the server would give up connections that are silent meanwhile.
  const files = hostileFiles().filter(({ what }) => !only || what.includes(only));
  const product = await startProduct(proof);
  const { pid } = product.server;
  const send = sendTo(product);
  // Until it stands, the first process reads in its place.
  await until(
    'the bulk process stands',
    async () => (await product.call(operationCalls.health)).data.list as { part: string; state: string }[],
    (list) => list.some(({ part, state }) => part === 'bulk' && state === 'fine'),
    60_000,
  );
  const good = files.find(({ what }) => what === 'a good route');
  // What every server holds that has read one file: the thread that reads them.
  if (good) await send(good);
  const quiet = await heldBy(pid);
  const watch = watchHeld(pid);

  /** One at a time first, to know whose the cost is, and which of them the server takes as routes. */
  const unanswered: string[] = [];
  const taken: HostileFile[] = [];
  for (const file of files) {
    const before = await watch.begin();
    const started = performance.now();
    const { status, message } = await send(file);
    if (status === 0 || status >= 500) unanswered.push(file.what);
    if (status === 200) taken.push(file);
    console.log(
      `        ${file.what} (${(file.bytes.length / 1e6).toFixed(1)} MB): ${status} ${message}, ` +
        `${Math.round(performance.now() - started)} ms, +${Math.round(watch.most() - quiet)} MB (${Math.round(before - quiet)} before)`,
    );
  }

  /** MB more than before while these are handed in twice, several at a time. */
  const handIn = async (some: readonly HostileFile[]): Promise<{ more: number; later: number }> => {
    await givenBack(pid, quiet);
    const before = await watch.begin();
    const queue = [...some, ...some];
    let later = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let file = queue.shift(); file; file = queue.shift()) {
          const { status } = await send(file);
          if (status === 429) later += 1;
          else if (status === 0 || status >= 500) unanswered.push(file.what);
        }
      }),
    );
    return { more: watch.most() - before, later };
  };
  const refused = files.filter((file) => !taken.includes(file));
  const ofRefused = await handIn(refused);
  const ofTaken = await handIn(taken);
  await watch.end();
  const left = (await givenBack(pid, quiet)) - quiet;
  for (const { name, memory } of await parts(pid))
    console.log(`        ${name}: ${Math.round(memory / 1e6)} MB at the end`);
  if (good) {
    const { status, message } = await send(good);
    proof.promise(status === 200, 'a good route is read after them', `${status} ${message}`);
  }
  proof.promise(
    unanswered.length === 0,
    'every file is answered',
    unanswered.join(', ') || `${files.length * 3} files`,
  );
  const saying = ({ more, later }: typeof ofTaken): string =>
    `+${Math.round(more)} MB, ${later} files asked to come later`;
  proof.promise(
    ofRefused.more <= mostMB,
    `${refused.length} files that are refused, ${atOnce} at a time: at most +${mostMB} MB`,
    saying(ofRefused),
  );
  proof.promise(
    // Without them it would say nothing.
    taken.some(({ what }) => what.includes('points')) && ofTaken.more <= mostOfTakenMB,
    `${taken.length} routes that are taken, up to ${mostPoints} points, ${atOnce} at a time: at most +${mostOfTakenMB} MB`,
    saying(ofTaken),
  );
  proof.promise(
    left <= mostLeftMB,
    `what they took is given back but for ${mostLeftMB} MB within ${givenBackWithin / 1_000} s`,
    `+${Math.round(left)} MB are left over ${Math.round(quiet)} MB`,
  );
});
