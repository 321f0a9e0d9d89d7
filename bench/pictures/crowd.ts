import { setTimeout as delay } from 'node:timers/promises';
import type { Video, Whep } from '../../apps/server/src/platform/video/index.ts';
import { cpuOf, startPart, type Part } from '../process.ts';
import type { BenchRow } from '../row.ts';
import type { ViewersQuestion } from './viewers.ts';

const stream = 'crowd';
const settings = { viewers: 20, warm: 4_000, watched: 20_000, startWithin: 15_000, rate: 25 } as const;
/** Of one core. */
const most = 0.1;

/** @throws Error where the picture does not come in time */
const untilSent = async (video: Video): Promise<void> => {
  for (const end = performance.now() + settings.startWithin; !(await video.streams()).includes(stream);) {
    if (performance.now() > end) throw new Error('the picture of the viewers does not come');
    await delay(50);
  }
};

async function measureWith(part: Part, { video, whep }: { video: Video; whep: Whep }): Promise<BenchRow> {
  const ask = (question: ViewersQuestion): Promise<unknown> => part.ask(question);
  await ask({ does: 'send', url: video.publishUrl(stream, Date.now() + 600_000) });
  await untilSent(video);
  const ids: string[] = [];
  for (let count = 0; count < settings.viewers; count += 1) {
    const sdp = (await ask({ does: 'offer' })) as string;
    const given = { stream, address: video.openFlv(stream), sdp, arrivedAt: null };
    const found = await whep.offer(given, () => undefined);
    if (!('answer' in found)) throw new Error(`viewer ${count}: ${found.refused}`);
    ids.push(found.id);
    await ask({ does: 'answer', sdp: found.answer });
  }
  await delay(settings.warm);
  const pids = [whep.pid() ?? 0, video.pid() ?? 0];
  const before = (await ask({ does: 'count' })) as number[];
  const [from, spent] = [performance.now(), pids.map(cpuOf)];
  await delay(settings.watched);
  const [lasted, used] = [performance.now() - from, pids.map(cpuOf)];
  const after = (await ask({ does: 'count' })) as number[];
  for (const id of ids) whep.end(id);
  const shares = used.map((ms, at) => (ms - (spent[at] ?? 0)) / lasted);
  const all = shares.reduce((sum, one) => sum + one, 0);
  const rates = after.map((frames, at) => ((frames - (before[at] ?? 0)) * 1_000) / lasted);
  const least = Math.min(...rates);
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return {
    row: `${settings.viewers} viewers by WHEP of one picture of 720p25 and 1.5 Mbit/s, in processes that serve pictures; viewers decode nothing`,
    ours: `${percent(all)} of a core (WebRTC ${percent(shares[0] ?? 0)}, RTMP and FLV ${percent(shares[1] ?? 0)}), at least ${least.toFixed(1)} frames/s each`,
    peer: '–',
    ratio: null,
    reach: `≤ ${percent(most)} of a core, ${settings.rate} frames/s each`,
    // A viewer that is left out costs nothing: frames count as much as the share.
    pass: all <= most && least >= settings.rate * 0.98,
  };
}

/** What it costs to serve many viewers of one picture. @throws Error where a viewer is refused */
export async function measureCrowd(sides: { video: Video; whep: Whep }): Promise<BenchRow> {
  const part = await startPart(new URL('viewers.ts', import.meta.url));
  try {
    return await measureWith(part, sides);
  } finally {
    await part.end();
  }
}
