/**
 * Files made to cost memory are handed in, several at a time. The server answers each, takes at most 100 MB more than
 * it had when it was quiet, and reads a good route file in between.
 */
import { appearanceCalls, memberCalls, routeCalls, type CallDeclaration } from '@eyrie/domain';
import { hostileFiles, type HostileFile } from './hostile-files.ts';
import { processTree } from './processes.ts';
import { startProduct } from './product.ts';
import { runProof } from './proof.ts';

const mostMB = 100;
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

await runProof(async (proof) => {
  if (process.platform !== 'linux')
    return proof.skip('memory of hostile files', 'how much a process holds is read from /proc');
  // Made first: it takes seconds, and the server would give up connections that are silent meanwhile.
  const files = hostileFiles().filter(({ what }) => !only || what.includes(only));
  const product = await startProduct(proof);

  const send = async ({ to, name, bytes }: HostileFile): Promise<{ status: number; message: string }> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    if (to === 'route') form.append('preview', 'true');
    const response = await fetch(`${product.server.url}${calls[to].path}`, {
      method: 'POST',
      headers: { authToken: product.token, 'accept-language': 'en' },
      body: form,
      signal: AbortSignal.timeout(answerWithin),
    });
    const { message = '' } = (await response.json()) as { message?: string };
    return { status: response.status, message };
  };
  const held = async (): Promise<number> =>
    (await processTree(product.server.pid))
      .filter(({ name }) => !name.startsWith('postgres'))
      .reduce((sum, { memory }) => sum + memory, 0) / 1e6;

  const good = files.find(({ what }) => what === 'a good route');
  // What every server holds that has read one file: the thread that reads them.
  if (good) await send(good);
  const quiet = await held();
  let peak = quiet;
  let looking = true;
  const watch = (async () => {
    while (looking) {
      peak = Math.max(peak, await held());
      await new Promise((resolve) => setTimeout(resolve, lookEvery));
    }
  })();

  /** One at a time first, to know whose the cost is. */
  const unanswered: string[] = [];
  for (const file of files) {
    peak = await held();
    const before = peak;
    const started = performance.now();
    const { status, message } = await send(file).catch((error: unknown) => ({
      status: 0,
      message: String(error),
    }));
    if (status === 0 || status >= 500) unanswered.push(file.what);
    console.log(
      `        ${file.what} (${(file.bytes.length / 1e6).toFixed(1)} MB): ${status} ${message}, ` +
        `${Math.round(performance.now() - started)} ms, +${Math.round(peak - quiet)} MB (${Math.round(before - quiet)} before)`,
    );
  }
  peak = await held();
  const queue = [...files, ...files];
  let refused = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        const { status } = await send(file).catch(() => ({ status: 0 }));
        if (status === 429) refused += 1;
        else if (status === 0 || status >= 500) unanswered.push(file.what);
      }
    }),
  );
  const most = peak - quiet;
  looking = false;
  await watch;
  if (good) {
    const { status, message } = await send(good);
    proof.promise(status === 200, 'a good route is read after them', `${status} ${message}`);
  }
  proof.promise(
    unanswered.length === 0,
    'every file is answered',
    unanswered.join(', ') || `${files.length * 3} files`,
  );
  proof.promise(
    most <= mostMB,
    `${files.length} hostile files, ${atOnce} at a time: at most +${mostMB} MB`,
    `+${Math.round(most)} MB over ${Math.round(quiet)} MB, ${refused} asked to come later`,
  );
});
