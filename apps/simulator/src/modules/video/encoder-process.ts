/**
 * A process of its own for one live picture: it draws, encodes and pushes. What the codec does to its
 * memory, or does not survive, stays in here.
 */
import { readFileSync } from 'node:fs';
import { createEncoder, type EncodedTag, type PictureEncoder } from './encoder.ts';
import { readFlv } from './flv.ts';
import { PictureSource } from './picture-source.ts';
import { Push } from './push.ts';
import { framesPerSecond, type EncoderStart, type FromEncoder, type Scene, type ToEncoder } from './scene.ts';

const keyEvery = framesPerSecond * 2;

const report = (message: FromEncoder) => {
  if (process.connected) process.send?.(message);
};
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function loadCodecs() {
  try {
    const [canvas, codec] = await Promise.all([import('@napi-rs/canvas'), import('@napi-rs/webcodecs')]);
    return { canvas, codec };
  } catch {
    return null;
  }
}

/** Draws and encodes at an even pace. Returns what stops it. */
function drawPictures(
  start: EncoderStart,
  codecs: NonNullable<Awaited<ReturnType<typeof loadCodecs>>>,
  push: Push,
) {
  const source = new PictureSource(codecs.canvas);
  const began = performance.now();
  let scene: Scene = start.scene;
  let frames = 0;
  const fault = (error: Error) => void giveUp('encoder', error.message);
  const encoderFor = (quality: number): PictureEncoder =>
    createEncoder(codecs.codec, quality, { tag: (tag: EncodedTag) => push.tag(tag), fault });
  let encoder = encoderFor(start.quality);
  const draw = () => {
    const now = Date.now() + scene.clockOffset;
    const rgba = source.draw(scene, encoder.width, encoder.height, now);
    encoder.encode(rgba, performance.now() - began, push.wantsKey || frames % keyEvery === 0);
    frames += 1;
  };
  const timer = setInterval(draw, 1000 / framesPerSecond);
  process.on('message', (message: ToEncoder) => {
    if (message.kind === 'scene') scene = message.scene;
    if (message.kind !== 'quality') return;
    encoder.close();
    encoder = encoderFor(message.quality);
    frames = 0;
  });
  return () => {
    clearInterval(timer);
    encoder.close();
  };
}

/** Sends a film over and over, its clock running on. Returns what stops it. */
function playFilm(path: string, push: Push) {
  const tags = readFlv(readFileSync(path));
  const first = tags[0]?.timestamp ?? 0;
  const length = (tags.at(-1)?.timestamp ?? 0) - first + 1000 / framesPerSecond;
  let next = 0;
  let round = 0;
  const began = performance.now();
  const timer = setInterval(() => {
    for (;;) {
      const tag = tags[next];
      if (!tag) return;
      const timestamp = round * length + tag.timestamp - first;
      if (timestamp > performance.now() - began) return;
      push.tag({ body: tag.body, key: tag.body[0] === 0x17, header: tag.body[1] === 0, timestamp });
      next = (next + 1) % tags.length;
      if (next === 0) round += 1;
    }
  }, 40);
  return () => clearInterval(timer);
}

/** Ends this process once the parent was told why. */
function giveUp(reason: 'encoder' | 'network', message: string): Promise<never> {
  return new Promise(() => {
    const reported: FromEncoder = { kind: 'failed', reason, message };
    if (process.connected) process.send?.(reported, () => process.exit(1));
    else process.exit(1);
  });
}

async function main() {
  const start = JSON.parse(process.argv[2] ?? '{}') as EncoderStart;
  const codecs = await loadCodecs();
  if (!codecs && start.fallback === null)
    await giveUp('encoder', 'no encoder is installed and no film was given');
  const metadata = () => ({ videocodecid: 7, framerate: framesPerSecond, encoder: 'Eyrie simulator' });
  const push = new Push(start.url, metadata, () => process.exit(1));
  await push.open().catch((error: unknown) => giveUp('network', messageOf(error)));
  const stop = codecs ? drawPictures(start, codecs, push) : playFilm(start.fallback as string, push);
  const leave = () => {
    stop();
    push.close();
    setTimeout(() => process.exit(0), 300);
  };
  process.on('message', (message: ToEncoder) => {
    if (message.kind === 'stop') leave();
  });
  process.once('disconnect', leave);
  report({ kind: 'publishing' });
}

await main();
