import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser } from '@playwright/test';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startVideo, startWhep, type Video, type Whep } from '../apps/server/src/platform/video/index.ts';
import { startBenchChromium } from './chromium.ts';
import { serveSite } from './first-page/site.ts';
import { buildPicturesPage } from './pictures/build.ts';
import type { Question } from './pictures/bare.ts';
import { measureCrowd } from './pictures/crowd.ts';
import { measureDay } from './pictures/day.ts';
import { startPart, type Part } from './process.ts';
import { median, type BenchRow, type Measure } from './row.ts';

const root = join(import.meta.dirname, '..');
const settings = { turns: 3, leastFrames: 50 } as const;
const ways = ['ownWhep', 'plainWhep', 'ownFlv', 'plainFlv'] as const;
type Way = (typeof ways)[number];

interface Sides {
  video: Video;
  whep: Whep;
  bare: Part;
  /** Where the page itself lies. */
  site: string;
}

const answer = (response: ServerResponse, sdp: string, place = ''): void => {
  const headers = { 'content-type': 'application/sdp', ...(place ? { location: place } : {}) };
  if (sdp === '') response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  else response.writeHead(201, headers).end(sdp);
};

/** Hands on what the page is to be shown: its own files, and FLV as it comes. */
const pass = (from: string, response: ServerResponse): void => {
  const asked = get(from, { headers: { 'accept-encoding': 'gzip' } }, (found) => {
    response.writeHead(found.statusCode ?? 502, found.headers);
    found.pipe(response);
  });
  asked.on('error', () => response.destroy());
  response.on('close', () => asked.destroy());
};

/** What a page asks for: `/whip|whep/ours|bare/{stream}`, `/flv/{stream}`, else the page. */
async function serve(
  { video, whep, bare, site }: Sides,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://x');
  const [kind = '', side = '', name = ''] = pathname.slice(1).split('/');
  if (kind === 'flv') {
    if (request.method !== 'HEAD') return pass(video.openFlv(side), response);
    response.writeHead((await video.streams()).includes(side) ? 200 : 404).end();
    return;
  }
  if (kind !== 'whip' && kind !== 'whep') return pass(new URL(pathname, site).href, response);
  if (request.method === 'DELETE') {
    whep.end(name);
    response.writeHead(204).end();
    return;
  }
  const sdp = await text(request);
  if (side === 'bare') {
    const question: Question = { does: kind === 'whip' ? 'publish' : 'watch', stream: name, sdp };
    return answer(response, (await bare.ask(question)) as string);
  }
  const address = kind === 'whip' ? video.feedUrl(name) : video.openFlv(name);
  const offer = { stream: name, address, sdp, arrivedAt: null };
  const nothing = (): void => undefined;
  const found = await (kind === 'whip' ? whep.publish(offer, nothing) : whep.offer(offer, nothing));
  if ('answer' in found) answer(response, found.answer, `/whep/ours/${found.id}`);
  else answer(response, '');
}

/** Ages of frames by each way, in turns. @throws Error where a way shows too few of them */
async function agesOf(browser: Browser, url: string): Promise<Record<Way, number[]>> {
  const ages: Record<Way, number[]> = { ownWhep: [], plainWhep: [], ownFlv: [], plainFlv: [] };
  for (let turn = 0; turn < settings.turns; turn += 1)
    for (const way of ways) {
      const page = await browser.newPage({ viewport: { width: 800, height: 800 } });
      try {
        await page.goto(url);
        await page.waitForFunction("document.title === 'ready'");
        const given = JSON.stringify([way, `${way}-${turn}`]).slice(1, -1);
        const found = (await page.evaluate(`globalThis.agesBy(${given})`)) as number[];
        if (found.length < settings.leastFrames) throw new Error(`${way}: ${found.length} frames`);
        ages[way].push(median(found));
      } finally {
        await page.close();
      }
    }
  return ages;
}

const rowOf = (row: string, [own, plain]: readonly [number[], number[]], most: number): BenchRow => {
  const [ours, peer] = [median(own), median(plain)];
  return {
    row,
    ours: `${ours.toFixed(0)} ms`,
    peer: `${peer.toFixed(0)} ms`,
    ratio: ours / peer,
    reach: `≤ ${most}×`,
    pass: ours / peer <= most,
  };
};

async function measureOn(sides: Sides): Promise<BenchRow[]> {
  const server = createServer((request, response) => {
    serve(sides, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const browser = await startBenchChromium(['--disable-gpu', '--autoplay-policy=no-user-gesture-required']);
  try {
    const ages = await agesOf(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return [
      rowOf(
        'live picture by WebRTC, from a browser that sends by WHIP to one that watches, age of the middle frame, against a bare WHEP page of the same library',
        [ages.ownWhep, ages.plainWhep],
        1.3,
      ),
      rowOf(
        'live picture by FLV, from the same sender, age of the middle frame, against a bare mpegts.js page on the same stream',
        [ages.ownFlv, ages.plainFlv],
        1.1,
      ),
    ];
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/**
 * How old live pictures are when they are seen: by our players and processes, and by the least that does the same. What
 * many viewers cost, and what a page holds that shows pictures for a day.
 */
export const measure: Measure = async () => {
  const log = createLog({ level: 'silent' });
  const built = await buildPicturesPage(root);
  const site = await serveSite(built.folder);
  const bare = await startPart(new URL('./pictures/bare.ts', import.meta.url));
  const video = await startVideo({
    host: '127.0.0.1',
    rtmpPort: 0,
    secret: 'secret',
    clock: systemClock,
    log,
  });
  const whep = await startWhep({ host: '127.0.0.1', port: 0, log });
  try {
    return [
      ...(await measureOn({ video, whep, bare, site: site.url })),
      await measureCrowd({ video, whep }),
      await measureDay(root),
    ];
  } finally {
    await whep.stop();
    await video.stop();
    await bare.end();
    site.stop();
    built.remove();
  }
};
