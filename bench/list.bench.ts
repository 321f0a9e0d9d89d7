import { routeCalls } from '@eyrie/domain';
import { withDatabase, type BenchDatabase } from './database.ts';
import { bareList, type Question } from './list/bare.ts';
import { fill, rowCount } from './list/rows.ts';
import { startPart } from './process.ts';
import { median, timed, type BenchRow, type Measure } from './row.ts';

/** A page takes a few milliseconds: compilers have to be warm on both sides, and one list says nothing. */
const settings = { warm: 500, lists: 101, burst: 400, atOnce: 4, bursts: 7 } as const;
/** Matches a thousand of the million names. */
const keyword = '线123';
/** Words of one letter and of two, in every row and in few, one that nothing holds, and whose parts are common. */
const words = ['线', '航线', '1', '99', '123', '路口', '98989898', keyword] as const;
const wordMost = 60;

interface Page {
  data: { list: { oid: string }[]; total: number };
}

async function post(url: string, body: unknown, token = ''): Promise<Page> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authToken: token } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Page;
}

/** Milliseconds for a burst of requests, so many at a time. */
const burst = (ask: () => Promise<unknown>): Promise<number> =>
  timed(async () => {
    let left: number = settings.burst;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await ask();
      }
    };
    await Promise.all(Array.from({ length: settings.atOnce }, worker));
  });

interface Sides {
  ours(): Promise<Page>;
  raw(): Promise<Page>;
  bare(): Promise<{ list: unknown[]; total: number }>;
}

async function compare({ ours, raw, bare }: Sides): Promise<BenchRow[]> {
  const [one, other] = [await ours(), await bare()];
  if (one.data.total !== other.total || one.data.list.length !== other.list.length)
    throw new Error(`the lists differ: ${one.data.total} and ${other.total}`);
  for (let n = 0; n < settings.warm; n += 1) {
    await ours();
    await raw();
    await bare();
  }
  const lists = { ours: [] as number[], raw: [] as number[], bare: [] as number[] };
  for (let n = 0; n < settings.lists; n += 1) {
    lists.bare.push(await timed(bare));
    lists.raw.push(await timed(raw));
    lists.ours.push(await timed(ours));
  }
  const bursts = { ours: [] as number[], raw: [] as number[] };
  for (let n = 0; n < settings.bursts; n += 1) {
    bursts.raw.push(await burst(raw));
    bursts.ours.push(await burst(ours));
  }
  // Both over HTTP: a request and 50 rows of JSON take as long as the query by now, and no server can do without them.
  const time = median(lists.ours) / median(lists.raw);
  const rate = median(bursts.raw) / median(bursts.ours);
  const perSecond = (milliseconds: number): string =>
    `${((settings.burst * 1000) / milliseconds).toFixed(1)}/s`;
  return [
    {
      row: `list page of 50 with filter and count on ${rowCount.toLocaleString('en')} rows, time against raw node:http with the bare SQL`,
      ours: `${median(lists.ours).toFixed(1)} ms`,
      peer: `${median(lists.raw).toFixed(1)} ms, its SQL without HTTP ${median(lists.bare).toFixed(1)} ms: ${(median(lists.ours) / median(lists.bare)).toFixed(2)}×`,
      ratio: time,
      reach: '≤ 1.3×',
      pass: time <= 1.3,
    },
    {
      row: 'the same list, requests a second against raw node:http',
      ours: perSecond(median(bursts.ours)),
      peer: perSecond(median(bursts.raw)),
      ratio: rate,
      reach: '≥ 0.9×',
      pass: rate >= 0.9,
    },
  ];
}

/** A page of 50 with its count for each word, the slowest word first of all. */
async function timeWords(ask: (word: string) => Promise<Page>): Promise<BenchRow> {
  const times: { word: string; ms: number }[] = [];
  for (const word of words) {
    const taken: number[] = [];
    for (let turn = 0; turn < settings.lists; turn += 1) taken.push(await timed(() => ask(word)));
    times.push({ word, ms: median(taken) });
  }
  const slowest = times.toSorted((one, other) => other.ms - one.ms);
  const most = slowest[0]?.ms ?? 0;
  return {
    row: `page of 50 with count for words of one letter to eight on ${rowCount.toLocaleString('en')} rows, the slowest`,
    ours: `${most.toFixed(0)} ms`,
    peer: slowest.map(({ word, ms }) => `${word} ${ms.toFixed(0)}`).join(', '),
    ratio: most / wordMost,
    reach: `≤ ${wordMost} ms`,
    pass: most <= wordMost,
  };
}

/** A list page with filter and count on a million rows: through the product, and by the bare SQL. */
export const measure: Measure = () => withDatabase(compareOn);

async function compareOn({ url, pool }: BenchDatabase): Promise<BenchRow[]> {
  const parts = await Promise.all(
    ['ours', 'raw'].map((name) => startPart(new URL(`./list/${name}.ts`, import.meta.url))),
  );
  try {
    const { memberOID, groupRoot, groupOID } = await fill(url);
    const [oursPart, rawPart] = parts;
    const own = (await oursPart?.ask({ url, memberOID })) as { port: number; token: string };
    const rawPort = (await rawPart?.ask({ url })) as number;
    const question: Question = { groupRoot, groupOID, keyword };
    const request = { pageNum: 1, pageSize: 50 };
    const ask = (word: string): Promise<Page> =>
      post(`http://127.0.0.1:${own.port}${routeCalls.query.path}`, { ...request, keyword: word }, own.token);
    const compared = await compare({
      ours: () => ask(keyword),
      raw: () => post(`http://127.0.0.1:${rawPort}/`, question),
      bare: () => bareList(pool, question),
    });
    return [...compared, await timeWords(ask)];
  } finally {
    await Promise.all(parts.map((one) => one.end()));
  }
}
